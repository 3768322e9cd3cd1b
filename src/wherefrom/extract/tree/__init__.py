"""From a statement's tokens to its tree, and from the tree back to the text."""
