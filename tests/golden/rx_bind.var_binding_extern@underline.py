1 ext: R.Callable = R.ExternFunc("foo")
                    ^^^^^^^^^^^^^^^^^^^