(... 3 lines skipped ...)
4 def main(a: T.handle("float32", "global"), b: T.handle("int8", "global"), c: T.handle("float16", "shared"), d: T.handle(T.handle("int32", "global"), "global"), t: T.handle(metadata["ir.TensorMapType"][0], "grid_constant"), tp: None):
                                                         ^^^^^^
(... 2 lines skipped ...)