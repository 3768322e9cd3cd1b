"""Whatever the program does again, what people decided stands (laws 1 and 8)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.drawn import LAW
from tests.unit.review.records import PRINT_A, PRINT_B, PRINT_C, log_of

from wherefrom.domain.binding import BindingRule, Candidate, Status
from wherefrom.domain.decision import ActorSource
from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.domain.span import Location, Span
from wherefrom.review import WRITERS, Deciding, plan_import, read_sheet, review_rows, standing, table_bytes

AS_OF = "2026-12-31T00:00:00Z"
BINDINGS = tuple(f"W{number:010x}" for number in range(1, 5))
TEXTS = st.sampled_from(["read the job plan", "=1+1", 'a "quoted"; reason', "zwei\nWörter", "@x", "0012"])
DECISIONS = st.lists(
    st.fixed_dictionaries(
        {
            "binding_id": st.sampled_from(BINDINGS),
            "decision": st.sampled_from(["CONFIRMED", "REJECTED", "DEFERRED"]),
            "reason": TEXTS,
            "note": TEXTS,
            "evidence_fingerprint": st.sampled_from([f"sha256:{PRINT_A}", f"sha256:{PRINT_B}"]),
        }
    ),
    max_size=6,
)
PRINTS = st.lists(st.sampled_from([PRINT_A, PRINT_B, PRINT_C]), min_size=4, max_size=4)
QUICK = settings(LAW, max_examples=60)


def log_with(stated: list[dict[str, str]]) -> DecisionLog:
    """Return a log in which each decision knows the one before it on the same binding."""
    newest: dict[str, str] = {}
    records: list[dict[str, object]] = []
    for seq, each in enumerate(stated, start=1):
        records.append({**each, "supersedes": newest.get(each["binding_id"], "")})
        newest[each["binding_id"]] = f"D{seq:04}"
    return log_of(*records)


def candidates(prints: list[str]) -> list[Candidate]:
    """Return one writer candidate per binding, each of its own file."""
    found = []
    for number, (binding, fingerprint) in enumerate(zip(BINDINGS, prints, strict=True)):
        place = Location(f"job{number}.sql", 1, Span(0, 10, 1, 1))
        table = f"ods.t{number}"
        kind, rule = "INSERT", BindingRule.EXACT
        found.append(
            Candidate(binding, table, table, place, kind, f"N{number:010x}", rule, fingerprint, (place,))
        )
    return found


@QUICK
@given(before=DECISIONS, prints=PRINTS, again=st.permutations(range(4)))
def test_reruns_never_revive_a_rejected_writer(
    before: list[dict[str, str]], prints: list[str], again: list[int]
) -> None:
    rejected = {
        "binding_id": BINDINGS[0],
        "decision": "REJECTED",
        "reason": "a repair of 2024",
        "evidence_fingerprint": f"sha256:{PRINT_A}",
    }
    log = log_with([*before, rejected])
    found = candidates(prints)
    for rerun in (found, [found[at] for at in again], found[:1]):
        assert standing(log, rerun, AS_OF)[BINDINGS[0]].status is Status.REJECTED


@QUICK
@given(stated=DECISIONS, prints=PRINTS)
def test_a_review_table_that_comes_back_untouched_asks_for_nothing(
    stated: list[dict[str, str]], prints: list[str]
) -> None:
    log, found = log_with(stated), candidates(prints)
    table = review_rows(found, standing(log, found, AS_OF), log, {BINDINGS[1]: ("dm.report.a",)})
    rows, complaints = read_sheet("review.csv", table_bytes(table), WRITERS)
    who = Deciding("bob", ActorSource.IMPORT, "sha256:" + "1" * 64, "off")
    plan = plan_import("review.csv", rows, table, log, who)
    assert not complaints
    assert (plan.asked, plan.complaints, plan.conflicts) == ((), (), ())
    assert plan.unchanged == len(table) == len(rows)
