"""What people decided, against the evidence of today."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.review.records import PRINT_A, PRINT_B, PRINT_C, log_of

from wherefrom.domain.binding import BindingRule, Candidate, Ruling, Status
from wherefrom.domain.ids import binding_id
from wherefrom.domain.span import Location, Span
from wherefrom.review import FourEyes, standing

NOW = "2026-11-30T00:00:00Z"
W1, W2, W3 = "W0000000001", "W0000000002", "W0000000003"


def candidate(
    binding: str = W1,
    fingerprint: str = PRINT_A,
    *,
    file: str = "a.sql",
    line: int = 1,
    rule: BindingRule = BindingRule.EXACT,
) -> Candidate:
    place = Location(file, line, Span(line * 10, line * 10 + 5, line, line))
    return Candidate(binding, "d.t", "d.t", place, "INSERT_INTO", "N1", rule, fingerprint, (place,))


def ruled(
    *stated: dict[str, object],
    candidates: tuple[Candidate, ...] = (candidate(),),
    as_of: str = NOW,
    four_eyes: FourEyes = "off",
) -> Ruling:
    found = standing(log_of(*stated), candidates, as_of, four_eyes)
    return found[candidates[0].binding_id]


REJECT: dict[str, object] = {"decision": "REJECTED", "reason": "retired"}
CHANGED = (candidate(fingerprint=PRINT_B),)


def test_nobody_decided() -> None:
    assert ruled() == Ruling(Status.PENDING)


def test_confirmed_while_the_evidence_is_unchanged() -> None:
    assert ruled({}) == Ruling(Status.CONFIRMED, "D0001")
    assert ruled({}, candidates=CHANGED) == Ruling(Status.STALE, "D0001")


def test_rejected_for_ever() -> None:
    assert ruled(REJECT) == Ruling(Status.REJECTED, "D0001")
    assert ruled(REJECT, candidates=CHANGED) == Ruling(Status.REJECTED, "D0001", ("STALE",))
    dated = REJECT | {"effective_from": "2027-01-01", "effective_to": "2027-01-02"}
    assert ruled(dated) == Ruling(Status.REJECTED, "D0001")


def test_deferred() -> None:
    assert ruled({"decision": "DEFERRED"}) == Ruling(Status.DEFERRED, "D0001")
    assert ruled({"decision": "DEFERRED"}, candidates=CHANGED).status is Status.DEFERRED


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("", "", Ruling(Status.CONFIRMED, "D0001")),
        ("2026-11-30", "", Ruling(Status.CONFIRMED, "D0001")),
        ("2026-12-01", "", Ruling(Status.PENDING, "D0001", ("NOT_YET_EFFECTIVE",))),
        ("", "2026-11-30", Ruling(Status.CONFIRMED, "D0001")),
        ("", "2026-11-29", Ruling(Status.PENDING, "D0001", ("EXPIRED",))),
        ("2026-11-30T00:00:01Z", "", Ruling(Status.PENDING, "D0001", ("NOT_YET_EFFECTIVE",))),
    ],
)
def test_effective_dates_are_judged_as_of(start: str, end: str, expected: Ruling) -> None:
    assert ruled({"effective_from": start, "effective_to": end}) == expected


def test_the_whole_last_day_and_the_last_moment_are_included() -> None:
    evening = "2026-11-30T18:00:00Z"
    assert ruled({"effective_to": "2026-11-30"}, as_of=evening).status is Status.CONFIRMED
    assert ruled({"effective_to": evening}, as_of=evening).status is Status.CONFIRMED
    assert ruled({"effective_from": evening}, as_of=evening).status is Status.CONFIRMED
    assert ruled({"effective_to": "2026-11-30T17:59:59Z"}, as_of=evening).status is Status.PENDING


def test_the_last_decision_wins_by_seq_and_not_by_clock() -> None:
    first = {"decided_at": "2026-11-29T00:00:00Z"}
    second = {"decision": "DEFERRED", "supersedes": "D0001", "decided_at": "2020-01-01T00:00:00Z"}
    assert ruled(first, second) == Ruling(Status.DEFERRED, "D0002")


class TestLifting:
    def test_takes_a_reason(self) -> None:
        lift = {"supersedes": "D0001", "reason": "in use again"}
        assert ruled(REJECT, lift) == Ruling(Status.CONFIRMED, "D0002")
        assert ruled(REJECT, lift | {"reason": " "}) == Ruling(Status.REJECTED, "D0001", ("NO_REASON",))

    def test_takes_knowing_of_the_rejection(self) -> None:
        lift = {"reason": "in use again"}
        assert ruled(REJECT, lift) == Ruling(Status.REJECTED, "D0001", ("CONFLICT",))

    def test_waits_until_it_takes_effect(self) -> None:
        lift = {"supersedes": "D0001", "reason": "from December", "effective_from": "2026-12-01"}
        assert ruled(REJECT, lift) == Ruling(Status.REJECTED, "D0001", ("NOT_YET_EFFECTIVE",))
        assert ruled(REJECT, lift, as_of="2026-12-01T00:00:00Z") == Ruling(Status.CONFIRMED, "D0002")

    def test_waits_for_the_second_person(self) -> None:
        lift = {"supersedes": "D0001", "reason": "in use again", "approval": "PROPOSED"}
        approval = {"supersedes": "D0002", "approval": "APPROVED", "actor": "bob"}
        assert ruled(REJECT, lift, four_eyes="confirm") == Ruling(Status.REJECTED, "D0001", ("PROPOSED",))
        assert ruled(REJECT, lift, approval, four_eyes="confirm") == Ruling(Status.CONFIRMED, "D0003")


class TestConflict:
    def test_two_decisions_that_did_not_know_of_each_other(self) -> None:
        assert ruled({}, {"decision": "DEFERRED"}) == Ruling(Status.CONFLICT, "D0002", ("CONFLICT",))

    def test_is_settled_by_the_next_one(self) -> None:
        settled = {"supersedes": "D0002"}
        assert ruled({}, {"decision": "DEFERRED"}, settled) == Ruling(Status.CONFIRMED, "D0003")

    def test_a_rejection_acts_in_spite_of_it(self) -> None:
        assert ruled({}, REJECT) == Ruling(Status.REJECTED, "D0002", ("CONFLICT",))

    def test_the_same_decision_twice_is_none(self) -> None:
        assert ruled({}, {}) == Ruling(Status.CONFIRMED, "D0002")


PROPOSED: dict[str, object] = {"approval": "PROPOSED"}
APPROVED: dict[str, object] = {"approval": "APPROVED", "supersedes": "D0001", "actor": "bob"}


class TestFourEyes:
    def test_a_proposal_does_not_act(self) -> None:
        expected = Ruling(Status.PENDING, "", ("PROPOSED",))
        assert ruled(PROPOSED, four_eyes="confirm") == expected
        assert ruled(PROPOSED) == expected

    def test_without_approval_a_confirmation_does_not_act_under_the_policy(self) -> None:
        assert ruled({}, four_eyes="confirm") == Ruling(Status.PENDING, "", ("PROPOSED",))

    def test_approved_by_another_person(self) -> None:
        found = ruled(PROPOSED, APPROVED, four_eyes="confirm")
        assert found == Ruling(Status.CONFIRMED, "D0002")

    @pytest.mark.parametrize("actor", ["ada", "Ada ", "ADA"])
    @pytest.mark.parametrize("policy", ["off", "confirm", "all"])
    def test_nobody_approves_their_own_proposal(self, actor: str, policy: FourEyes) -> None:
        own = APPROVED | {"actor": actor}
        assert ruled(PROPOSED, own, four_eyes=policy).status is Status.PENDING

    def test_an_approval_of_another_text_is_none(self) -> None:
        other = APPROVED | {"evidence_fingerprint": PRINT_B}
        assert ruled(PROPOSED, other, four_eyes="confirm").status is Status.PENDING

    def test_returned(self) -> None:
        back = {"approval": "RETURNED", "supersedes": "D0001", "actor": "bob"}
        found = ruled(PROPOSED, back, four_eyes="confirm")
        assert found == Ruling(Status.PENDING, "", ("RETURNED",))

    def test_a_rejection_acts_before_its_approval(self) -> None:
        proposed = REJECT | PROPOSED
        assert ruled(proposed, four_eyes="all").status is Status.REJECTED
        back = REJECT | {"approval": "RETURNED", "supersedes": "D0001", "actor": "bob"}
        assert ruled(proposed, back, four_eyes="all").status is Status.REJECTED

    def test_deferring_asks_for_approval_under_all_only(self) -> None:
        deferred: dict[str, object] = {"decision": "DEFERRED"}
        assert ruled(deferred, four_eyes="confirm").status is Status.DEFERRED
        assert ruled(deferred, four_eyes="all") == Ruling(Status.PENDING, "", ("PROPOSED",))

    def test_what_stood_before_stands_until_approval(self) -> None:
        again = {"supersedes": "D0001", "approval": "PROPOSED", "evidence_fingerprint": PRINT_B}
        assert ruled({}, again, candidates=CHANGED) == Ruling(Status.STALE, "D0001", ("PROPOSED",))


class TestProvenBindings:
    def test_need_no_decision(self) -> None:
        for rule in (BindingRule.SAME_SCRIPT, BindingRule.SELF, BindingRule.PROJECT_REF):
            assert ruled(candidates=(candidate(rule=rule),)) == Ruling(Status.NOT_NEEDED)

    def test_a_rejected_project_reference_is_rejected(self) -> None:
        by_convention = (candidate(rule=BindingRule.PROJECT_REF),)
        assert ruled(REJECT, candidates=by_convention).status is Status.REJECTED
        assert ruled({}, candidates=by_convention).status is Status.NOT_NEEDED


class TestLikeWriters:
    """Two INSERTs of one file into one table: decisions follow the statement first."""

    def test_a_statement_put_in_front(self) -> None:
        now = (candidate(W1, PRINT_C, line=1), candidate(W2, PRINT_A, line=2))
        found = standing(log_of(REJECT), now, NOW)
        assert found == {W1: Ruling(Status.PENDING), W2: Ruling(Status.REJECTED, "D0001")}

    def test_two_statements_change_places(self) -> None:
        log = log_of({}, REJECT | {"binding_id": W2, "evidence_fingerprint": PRINT_B})
        now = (candidate(W1, PRINT_B, line=1), candidate(W2, PRINT_A, line=2))
        found = standing(log, now, NOW)
        assert found == {W1: Ruling(Status.REJECTED, "D0002"), W2: Ruling(Status.CONFIRMED, "D0001")}

    def test_the_first_of_two_is_taken_out(self) -> None:
        log = log_of({}, REJECT | {"binding_id": W2, "evidence_fingerprint": PRINT_B})
        found = standing(log, (candidate(W1, PRINT_B),), NOW)
        assert found == {W1: Ruling(Status.REJECTED, "D0002", ("CARRIED_OVER",))}

    def test_a_changed_statement_keeps_what_is_left(self) -> None:
        log = log_of({}, REJECT | {"binding_id": W2, "evidence_fingerprint": PRINT_B})
        now = (candidate(W1, PRINT_A, line=1), candidate(W2, PRINT_C, line=2))
        found = standing(log, now, NOW)
        assert found == {
            W1: Ruling(Status.CONFIRMED, "D0001"),
            W2: Ruling(Status.REJECTED, "D0002", ("STALE",)),
        }


class TestLikeWritersThatAreGone:
    """The ids of like writers are known, so a decision follows its statement from a gone one too."""

    IDS = tuple(binding_id("d.t", "a.sql", "d.t", "INSERT_INTO", number) for number in range(3))

    def test_a_confirmation_follows_when_the_first_is_taken_out(self) -> None:
        stated = [
            {"binding_id": each, "evidence_fingerprint": fingerprint}
            for each, fingerprint in zip(self.IDS, (PRINT_A, PRINT_B, PRINT_C), strict=True)
        ]
        now = (candidate(self.IDS[0], PRINT_B, line=1), candidate(self.IDS[1], PRINT_C, line=2))
        found = standing(log_of(*stated), now, NOW)
        assert found == {
            self.IDS[0]: Ruling(Status.CONFIRMED, "D0002"),
            self.IDS[1]: Ruling(Status.CONFIRMED, "D0003"),
        }

    def test_a_deferral_and_a_rejection_follow_too(self) -> None:
        log = log_of(
            {"binding_id": self.IDS[0]},
            {"binding_id": self.IDS[1], "evidence_fingerprint": PRINT_B, "decision": "DEFERRED"},
            {"binding_id": self.IDS[2], "evidence_fingerprint": PRINT_C} | REJECT,
        )
        assert standing(log, (candidate(self.IDS[0], PRINT_B),), NOW) == {
            self.IDS[0]: Ruling(Status.DEFERRED, "D0002")
        }
        assert standing(log, (candidate(self.IDS[0], PRINT_C),), NOW) == {
            self.IDS[0]: Ruling(Status.REJECTED, "D0003")
        }

    def test_a_confirmation_does_not_follow_into_another_file(self) -> None:
        moved = binding_id("d.t", "b.sql", "d.t", "INSERT_INTO", 0)
        log = log_of({"binding_id": self.IDS[1]})
        assert standing(log, (candidate(moved, PRINT_A, file="b.sql"),), NOW) == {
            moved: Ruling(Status.PENDING)
        }


class TestCarryOver:
    MOVED = candidate(W2, PRINT_A, file="moved/b.sql")

    def test_a_rejected_statement_stays_rejected_in_a_renamed_file(self) -> None:
        expected = Ruling(Status.REJECTED, "D0001", ("CARRIED_OVER",))
        assert ruled(REJECT, candidates=(self.MOVED,)) == expected

    def test_not_while_the_old_candidate_is_there(self) -> None:
        assert ruled(REJECT, candidates=(self.MOVED, candidate())) == Ruling(Status.PENDING)

    def test_until_a_person_decides_on_it(self) -> None:
        here = {"binding_id": W2}
        assert ruled(REJECT, here, candidates=(self.MOVED,)) == Ruling(Status.CONFIRMED, "D0002")

    def test_a_decision_that_has_not_taken_effect_decides_nothing(self) -> None:
        here = {"binding_id": W2, "effective_from": "2026-12-01"}
        assert ruled(REJECT, here, candidates=(self.MOVED,)).status is Status.REJECTED
        later = ruled(REJECT, here, candidates=(self.MOVED,), as_of="2026-12-01T00:00:00Z")
        assert later == Ruling(Status.CONFIRMED, "D0002")

    def test_a_proposal_decides_nothing(self) -> None:
        here = {"binding_id": W2, "approval": "PROPOSED"}
        assert ruled(REJECT, here, candidates=(self.MOVED,)).status is Status.REJECTED

    def test_a_confirmation_is_not_carried_over(self) -> None:
        assert ruled({}, candidates=(self.MOVED,)) == Ruling(Status.PENDING)

    def test_a_lifted_rejection_is_not_carried_over(self) -> None:
        lift = {"supersedes": "D0001", "reason": "in use again"}
        assert ruled(REJECT, lift, candidates=(self.MOVED,)) == Ruling(Status.PENDING)

    def test_a_lift_that_has_not_begun_changes_nothing(self) -> None:
        lift = {"supersedes": "D0001", "reason": "later", "effective_from": "2027-01-01"}
        assert ruled(REJECT, lift, candidates=(self.MOVED,)).status is Status.REJECTED


WORDS = st.fixed_dictionaries(
    {
        "binding_id": st.sampled_from([W1, W2]),
        "decision": st.sampled_from(["CONFIRMED", "REJECTED", "DEFERRED"]),
        "approval": st.sampled_from(["NOT_REQUIRED", "PROPOSED", "APPROVED", "RETURNED"]),
        "actor": st.sampled_from(["ada", "bob"]),
        "evidence_fingerprint": st.sampled_from([PRINT_A, PRINT_B]),
    }
)


@settings(max_examples=300, deadline=None)
@given(
    before=st.lists(WORDS, max_size=4),
    after=st.lists(WORDS, max_size=4),
    prints=st.tuples(*[st.sampled_from([PRINT_A, PRINT_B, PRINT_C])] * 2),
    policy=st.sampled_from(["off", "confirm", "all"]),
)
def test_nothing_without_a_reason_revives_a_rejected_writer(
    before: list[dict[str, object]],
    after: list[dict[str, object]],
    prints: tuple[str, str],
    policy: FourEyes,
) -> None:
    reject = REJECT | {"binding_id": W3, "evidence_fingerprint": PRINT_A}
    others = [each | {"binding_id": W3} for each in after]
    log = log_of(*before, reject, *after, *others)
    now = (candidate(W3, prints[0], file="c.sql"), candidate(W1, prints[1]))
    assert standing(log, now, NOW, policy)[W3].status is Status.REJECTED


@settings(max_examples=200, deadline=None)
@given(stated=st.lists(WORDS, max_size=6), policy=st.sampled_from(["off", "confirm", "all"]))
def test_every_candidate_has_a_ruling_and_the_order_changes_none(
    stated: list[dict[str, object]], policy: FourEyes
) -> None:
    log = log_of(*stated)
    now = (candidate(W1, PRINT_A, line=1), candidate(W2, PRINT_B, line=2), candidate(W3, PRINT_A, line=3))
    found = standing(log, now, NOW, policy)
    assert list(found) == [W1, W2, W3]
    assert standing(log, tuple(reversed(now)), NOW, policy) == found
