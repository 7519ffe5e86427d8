"""The Faust app and its processors; each is a pure step with a thin shell around it."""
