"""Shows the differences between two modules: as text, and as edits that a program can use.

    python diff_modules.py [left.json right.json]
"""

import sys

import tunip

left, right = sys.argv[1:] or ("diff/renamed-variables.lhs.json", "diff/renamed-variables.rhs.json")
diff = tunip.diff(tunip.read(left), tunip.read(right))
print(diff.text(context=1, lhs_name=left, rhs_name=right))
for edit in diff:
    print(f"{edit.kind} of {edit.field}: {edit.lhs} became {edit.rhs}")
assert diff.apply() == diff.rhs
