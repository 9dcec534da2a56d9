for i in T.thread_binding(T.int32(1), T.int32(9), thread="blockIdx.y", annotations={"q": True}, step=T.int32(4)):
    A = T.Buffer((T.int32(64), T.int32(64)))
    A[i, T.int32(0)] = T.float32(1.0)