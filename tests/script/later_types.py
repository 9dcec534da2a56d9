T.Tuple(R.Tensor, R.Tensor(dtype="float32", ndim=1), T.handle("int8", "global"),
        R.Shape([T.int64(1), 2]))
