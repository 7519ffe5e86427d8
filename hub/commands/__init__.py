"""One module per command or small family; `hub.cli` only puts them together."""
