T.Select(not p, x * T.int64(2) + y, z)
