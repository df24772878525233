"""What each code means and what to do about it."""

from rocksnotation.diagnostics import Rule


def explain(rule: Rule) -> str:
    return rule.says
