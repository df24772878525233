"""Findings and replays for people. Reads steps and findings; works out neither legality nor points."""
