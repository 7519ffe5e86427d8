"""The broker adapter: batches in, messages out, topics made and described."""
