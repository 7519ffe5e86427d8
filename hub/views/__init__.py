"""The books as people and programs read them: rows in, plain dictionaries with decimal strings out."""
