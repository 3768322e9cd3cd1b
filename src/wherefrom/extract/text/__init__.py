"""From a file's masked text to its pieces: the dialect's lexical rules, client lines, blocks, statements."""
