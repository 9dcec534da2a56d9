(... 16 lines skipped ...)
        Module.alpha(A.data)
        ^^^^^^^^^^^^