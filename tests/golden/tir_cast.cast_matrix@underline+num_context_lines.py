(... 94 lines skipped ...)
s_uint8_2 = T.uint8()
            ^^^^^^^
(... 55 lines skipped ...)