"""What agents do: what a model is offered and told, the turn loop, and one runner for each agent."""
