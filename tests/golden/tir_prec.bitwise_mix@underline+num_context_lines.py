(... 2 lines skipped ...)
 3 z = T.int32()
 4 T.bitwise_and(x + y, y * T.bitwise_and(z, 3))
 5 T.bitwise_or(x + y, y * T.bitwise_or(z, 3))
                       ^
 6 T.bitwise_xor(x + y, y * T.bitwise_xor(z, 3))
 7 T.shift_left(x + y, y * T.shift_left(z, 3))
(... 7 lines skipped ...)