for i in T.thread_binding(1, 9, thread="blockIdx.y", annotations={"q": True}, step=4):
    A = T.Buffer((64, 64))
    A[i, 0] = T.float32(1.0)
    ^^^^^^^^^^^^^^^^^^^^^^^^