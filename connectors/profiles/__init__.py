"""One YAML file per partner, read by `connectors.profile_files`."""
