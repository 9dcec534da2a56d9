(... 4 lines skipped ...)
5     return (x, R.prim_value(1), R.str("s"), R.dtype("int8"), R.shape([1]), R.tuple())
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^