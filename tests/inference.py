#!/usr/bin/env python3
"""What relax_infer() says of every value that the corpus binds, against TVM's own annotation.

usage: inference.py PROGRAM [--accept | --list | --show KIND]

The annotations of the corpus are what TVM inferred, but for those that somebody wrote by hand. So
where anything is inferred, it must be what stands there: each case in which it is not is explained
in corpus/inference_exceptions.tsv (module, kind of value, how many, why). corpus/inference.tsv
holds, per kind of value, for how many bindings the annotation goes with show_all_struct_info
switched off and for how many it stays; --accept writes it anew when more go. --list prints that
table, with what TVM infers nothing of marked, and --show the bindings of a kind that stay.

The corpus lies beside this repository; without it there is nothing to do.
"""

import collections
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE / "../../shared/corpus"
TABLE = HERE / "corpus/inference.tsv"
EXCEPTIONS = HERE / "corpus/inference_exceptions.tsv"
HEADER = "# kind of value, annotations that go, that stay because nothing is inferred"

# StructInfoAsAnn of TVM asks operators, tuples, items and variables, and nothing else.
NOT_ASKED = ("call of ", "relax.expr.If", "relax.expr.Constant", "relax.expr.ShapeExpr",
             "relax.expr.PrimValue", "relax.expr.StringImm", "relax.expr.DataTypeImm",
             "relax.expr.ExternFunc", "relax.expr.SeqExpr")


def modules():
    for path in sorted(CORPUS.glob("*/*/*.json")):
        if path.parts[-3] != "later" and not path.parts[-2].startswith("tir-"):
            yield f"{path}\n"


def run(program, *arguments, **options):
    return subprocess.run([program, *arguments], input="".join(modules()), text=True, check=True,
                          **options)


def count(program):
    """kind -> [agree, unknown], and {(module, kind): differ}"""
    kinds, differences = collections.defaultdict(lambda: [0, 0]), {}
    for line in run(program, stdout=subprocess.PIPE).stdout.splitlines():
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


def check_differences(differences):
    explained = {(module, kind): int(number) for module, kind, number, why in rows(EXCEPTIONS)
                 if why.strip()}
    for case in sorted(differences.keys() | explained.keys()):
        found, allowed = differences.get(case, 0), explained.get(case, 0)
        if found != allowed:
            print(*case, f"{found} annotations differ from what is inferred, {allowed} explained")
    return differences == explained


def check_table(kinds):
    fine = True
    for kind, agree, _ in rows(TABLE):
        now = kinds.get(kind, [0, 0])[0]
        if now < int(agree):
            print(f"{kind}: {now} annotations go, {agree} did before")
            fine = False
    return fine


def table(kinds):
    lines = [f"{kind}\t{agree}\t{unknown}" for kind, (agree, unknown) in sorted(kinds.items())]
    return "\n".join([HEADER, *lines, ""])


def write_list(kinds):
    for kind, (agree, unknown) in sorted(kinds.items(), key=lambda item: -item[1][1]):
        why = "TVM infers nothing" if kind.startswith(NOT_ASKED) else ""
        print(f"{kind:44} {agree:5} {unknown:5}  {why if unknown else ''}".rstrip())


def summary(kinds, differences):
    go = sum(agree for agree, _ in kinds.values())
    stay = sum(unknown for _, unknown in kinds.values())
    not_asked = sum(kinds[kind][1] for kind in kinds if kind.startswith(NOT_ASKED))
    differ = sum(differences.values())
    print(f"inference: of {go + stay + differ} annotated bindings {go} say what is inferred, "
          f"{differ} say otherwise;\n  of {not_asked} TVM infers nothing, of "
          f"{stay - not_asked} tunip does not know what TVM infers")


def main():
    program, verb = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    if not CORPUS.is_dir():
        print("no corpus beside this repository: skipped")
        return 77
    if verb == "--show":
        return run(program, sys.argv[3]).returncode
    kinds, differences = count(program)
    if verb == "--accept":
        TABLE.write_text(table(kinds), encoding="utf-8")
    if verb == "--list":
        write_list(kinds)
    summary(kinds, differences)
    fine = check_differences(differences) & check_table(kinds)
    return 0 if fine and kinds else 1


sys.exit(main())
