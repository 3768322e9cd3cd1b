"""Publish: evidence and decisions as files for programs, data owners and business readers.

Everything is rendered from one ``Bundle``, under one manifest, byte for byte the same each time.
"""

from wherefrom.publish.answer import trace_json
from wherefrom.publish.bundle import APPROVED, DRAFT, Bundle
from wherefrom.publish.deliverables import data_files, write_deliverables
from wherefrom.publish.left_out import left_out
from wherefrom.publish.manifest import Manifest, open_candidates
from wherefrom.publish.verify import check_deliverables

__all__ = [
    "APPROVED",
    "DRAFT",
    "Bundle",
    "Manifest",
    "check_deliverables",
    "data_files",
    "left_out",
    "open_candidates",
    "trace_json",
    "write_deliverables",
]
