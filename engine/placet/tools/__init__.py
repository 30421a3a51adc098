"""Host tools: what an agent may ask the engine to do. Each declares its schema, its effect and a preview."""
