"""Makes things happen: the gate, decisions, running, restarts. Lives on the engine's loop; the only room that writes."""
