#!/usr/bin/env python3
"""Compares the result of relax_infer() for every bound value with TVM's own annotation.

usage: inference.py PROGRAM [--accept | --list | --show KIND]

TVM inferred most annotations of the objects; a few were written by hand. If tunip infers anything,
it must infer the annotation. inference_exceptions.tsv explains each case in which it infers
something else (module, kind of value, number of cases, reason). inference.tsv has a row for each
kind of value of the large corpus: the number of annotations that are inferred, so that a print may
omit them with show_all_struct_info off, and the number of those for which nothing is inferred.
inference_own.tsv is the same for the objects of golden/. A smaller number in the first column is a
failure; --accept writes both tables. --list prints the counts and marks the kinds that TVM does not
infer either; --show prints the bindings of a kind for which nothing is inferred.
"""

import collections
import pathlib
import subprocess
import sys

import corpus

HERE = pathlib.Path(__file__).resolve().parent
EXCEPTIONS = HERE / "inference_exceptions.tsv"
HEADER = "# kind of value, annotations that are inferred, annotations where nothing is inferred"

# TVM's StructInfoAsAnn infers for operators, tuples, items and variables only.
NOT_ASKED = ("call of ", "relax.expr.If", "relax.expr.Constant", "relax.expr.ShapeExpr",
             "relax.expr.PrimValue", "relax.expr.StringImm", "relax.expr.DataTypeImm",
             "relax.expr.ExternFunc", "relax.expr.SeqExpr")


def run(program, paths, *arguments, **options):
    lines = "".join(f"{path}\n" for path in paths)
    return subprocess.run([program, *arguments], input=lines, text=True, check=True, **options)


def count(program, paths):
    """kind -> [agree, unknown], and {(module, kind): differ}"""
    kinds, differences = collections.defaultdict(lambda: [0, 0]), {}
    for line in run(program, paths, stdout=subprocess.PIPE).stdout.splitlines():
        path, kind, *numbers = line.split("\t")
        agree, unknown, differ = map(int, numbers)
        kinds[kind][0] += agree
        kinds[kind][1] += unknown
        if differ:
            differences[pathlib.Path(path).stem, kind] = differ
    return dict(kinds), differences


def rows(path):
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else ()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def check_differences(paths, differences):
    modules = {path.stem for path in paths}
    explained = {(module, kind): int(number) for module, kind, number, why in rows(EXCEPTIONS)
                 if why.strip() and module in modules}
    for case in sorted(differences.keys() | explained.keys()):
        found, allowed = differences.get(case, 0), explained.get(case, 0)
        if found != allowed:
            print(*case, f"{found} annotations differ from what is inferred, {allowed} explained")
    return differences == explained


def check_table(table, kinds):
    fine = True
    for kind, agree, _ in rows(table):
        now = kinds.get(kind, [0, 0])[0]
        if now < int(agree):
            print(f"{kind}: {now} annotations are inferred, {agree} were before")
            fine = False
    return fine


def write_table(table, kinds):
    lines = [f"{kind}\t{agree}\t{unknown}" for kind, (agree, unknown) in sorted(kinds.items())]
    table.write_text("\n".join([HEADER, *lines, ""]), encoding="utf-8")


def write_list(kinds):
    for kind, (agree, unknown) in sorted(kinds.items(), key=lambda item: -item[1][1]):
        why = "TVM infers nothing" if kind.startswith(NOT_ASKED) else ""
        print(f"{kind:44} {agree:5} {unknown:5}  {why if unknown else ''}".rstrip())


def summary(name, kinds, differences):
    agree = sum(agree for agree, _ in kinds.values())
    unknown = sum(unknown for _, unknown in kinds.values())
    not_asked = sum(kinds[kind][1] for kind in kinds if kind.startswith(NOT_ASKED))
    differ = sum(differences.values())
    print(f"inference: {name}: {agree + unknown + differ} annotated bindings: {agree} are as "
          f"inferred, {differ} differ;\n  TVM infers nothing for {not_asked}, tunip alone infers "
          f"nothing for {unknown - not_asked}")


def check(program, verb, name, table, paths):
    kinds, differences = count(program, paths)
    if verb == "--accept":
        write_table(table, kinds)
    if verb == "--list":
        write_list(kinds)
    summary(name, kinds, differences)
    return bool(kinds) & check_differences(paths, differences) & check_table(table, kinds)


def main():
    program, verb = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    sets = [("golden", HERE / "inference_own.tsv", corpus.own_objects())]
    if corpus.has_large("inference of the bindings of the large corpus"):
        paths = [path for path in corpus.large_objects()
                 if not path.parent.name.startswith("tir-")]
        sets.append(("corpus", HERE / "inference.tsv", paths))
    if verb == "--show":
        paths = [path for _, _, some in sets for path in some]
        return run(program, paths, sys.argv[3]).returncode
    results = [check(program, verb, *some) for some in sets]
    return 0 if all(results) else 1


sys.exit(main())
