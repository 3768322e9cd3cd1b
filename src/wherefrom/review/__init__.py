"""Review: what people decided, and what of it stands against the evidence of today.

The program has no way to decide anything: it reads the decision log and the reviewed source
systems, computes what follows, and records what a named person says.
"""

from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.review.append import Appended, Entry, append, told
from wherefrom.review.force import FourEyes, needs_second, same_person
from wherefrom.review.log import as_of, read_log
from wherefrom.review.rechain import Rechained, rechain
from wherefrom.review.standing import standing
from wherefrom.review.systems import read_systems

__all__ = [
    "Appended",
    "DecisionLog",
    "Entry",
    "FourEyes",
    "Rechained",
    "append",
    "as_of",
    "needs_second",
    "read_log",
    "read_systems",
    "rechain",
    "same_person",
    "standing",
    "told",
]
