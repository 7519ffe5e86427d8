"""The contract with the outside: schemas, their ids, topics, examples. Data only; see README.md."""
