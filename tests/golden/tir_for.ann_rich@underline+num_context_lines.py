(... 3 lines skipped ...)
4     T.evaluate(0)
                 ^
5 # Metadata omitted. Use show_meta=True in script() method to show it.