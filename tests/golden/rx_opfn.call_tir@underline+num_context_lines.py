(... 4 lines skipped ...)
    s: R.Tensor((4, 8), dtype="float32")
                    ^
(... 6 lines skipped ...)