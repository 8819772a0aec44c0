"""A package of somebody else's that ranks hands in its own C loops."""
