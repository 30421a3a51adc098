"""The same houses as the flows have."""

from tests.flows.conftest import clock, held, house, model, talking

__all__ = ["clock", "held", "house", "model", "talking"]
