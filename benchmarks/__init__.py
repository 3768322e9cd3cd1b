"""What the program costs, and how right it is beside its peers. See README.md."""
