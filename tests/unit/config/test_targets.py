"""Files that are their own target."""

from __future__ import annotations

import pytest

from wherefrom.config import FileSettings, PathTarget, Project, path_target
from wherefrom.config.targets import target_fault


@pytest.mark.parametrize(
    ("rule", "path", "target"),
    [
        (PathTarget(("models/**",)), "models/mart/orders.sql", "orders"),
        (PathTarget(("models/**",)), "macros/orders.sql", ""),
        (PathTarget(("**/query.sql",), "{folder}"), "dm/sales/query.sql", "sales"),
        (PathTarget(("**/query.sql",), "{parent}.{folder}"), "proj/dm/sales/query.sql", "dm.sales"),
        (PathTarget(("**/query.sql",), "{grandparent}.{parent}.{folder}"), "p/d/t/query.sql", "p.d.t"),
        (PathTarget(("**/query.sql",), "{parent}.{folder}"), "sales/query.sql", ""),
        (PathTarget(("one.sql",), "dm.sales"), "one.sql", "dm.sales"),
        (PathTarget(("sql/models/**",)), "models/a.b.sql", "a"),
    ],
)
def test_a_path_rule(rule: PathTarget, path: str, target: str) -> None:
    project = Project(sources=("sql",), path_targets=(rule,))
    assert path_target(project, path, "SELECT 1") == target


def test_the_last_rule_that_fits_wins() -> None:
    project = Project(path_targets=(PathTarget(("**",)), PathTarget(("dm/**",), "dm.{stem}")))
    assert path_target(project, "dm/a.sql", "") == "dm.a"
    assert path_target(project, "ods/a.sql", "") == "a"


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("SELECT * FROM {{ ref('orders') }}", "daily"),
        ("SELECT * FROM {{source('s', 't')}}", "daily"),
        ("{{- config(materialized='table') -}} SELECT 1", "daily"),
        ("SELECT * FROM {{ env }}.orders", ""),
        ("SELECT 1 -- ref('orders')", ""),
        ("{# {{ ref('orders') }} #} SELECT 1", ""),
        ("{% macro m() %} SELECT * FROM {{ ref('x') }} {% endmacro %}", ""),
        ("{% snapshot s %} SELECT * FROM {{ ref('x') }} {% endsnapshot %}", "s"),
        ("{% snapshot s %} SELECT 1 {% endsnapshot %} {% snapshot t %} SELECT 2 {% endsnapshot %}", ""),
        ("{% set x = ref('orders') %} SELECT * FROM {{ x }}", "daily"),
        ("SELECT '{{ macros.ref('orders') }}'", ""),
    ],
)
def test_a_jinja_file_that_refers_to_others_is_the_model_of_its_name(text: str, target: str) -> None:
    assert path_target(Project(), "models/daily.sql", text) == target


def test_where_jinja_is_not_among_the_styles_it_is_no_model() -> None:
    project = Project(defaults=FileSettings("hive", styles=("dollar_brace",)))
    assert path_target(project, "models/daily.sql", "SELECT * FROM {{ ref('orders') }}") == ""


@pytest.mark.parametrize("target", ["{stem}", "{folder}", "dm.{folder}", "{parent}.{stem}", "dm.sales"])
def test_good_targets(target: str) -> None:
    assert target_fault(target) == ""


@pytest.mark.parametrize("target", ["", "{fodler}", "{stem", "stem}", "{}", "{{stem}}"])
def test_wrong_targets(target: str) -> None:
    assert "is no target of a path rule" in target_fault(target)
