@T.prim_func
def main():
    i = T.int32()
    with T.LetStmt(1, var=i):
        T.evaluate(i)
    with T.LetStmt(2, var=i):
        T.evaluate(i)
