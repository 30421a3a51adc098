"""What the tools of accounts share: whose leave they have, their limits, and trying an account."""
