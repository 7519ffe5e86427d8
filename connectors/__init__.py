"""What turns partners' own files into the hub's messages, one package per kind of file.

    file --client--> rows --mapping--> statements --planning--> messages and a result per row

`base` is the contract every connector keeps, `planning` decides what is new, known or corrected, `profiles` holds
one YAML file per partner. Connectors know nothing of each other, the broker or the database.
"""
