"""Review: what people decided, and what of it stands against the evidence of today.

The program has no way to decide anything: it reads the decision log and the reviewed source
systems, and computes what follows.
"""

from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.review.force import FourEyes
from wherefrom.review.log import as_of, read_log
from wherefrom.review.standing import standing
from wherefrom.review.systems import read_systems

__all__ = ["DecisionLog", "FourEyes", "as_of", "read_log", "read_systems", "standing"]
