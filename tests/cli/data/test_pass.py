"""Tests of a pass, as TVM's own are written."""
import pytest
from tvm.script import tir as X


@pytest.fixture
def target():
    return "llvm"


def test_simplify(target):
    @X.prim_func(private=True)
    def before(A: X.Buffer((4,), "int32")):
        A[0] = 1 + 1

    @X.prim_func(private=True)
    def expected(A: X.Buffer((4,), "int32")):
        A[0] = 2

    assert before
