"""Test drivers of Tarry: standard library only."""
