1 # tail  
2 for i in T.serial(4, annotations={"arr": [1, [2, 3], "x", T.float32(0.5)], "b": False, "buf": AB, "f": 2.5, "flt": T.float64(1.25), "i": 7, "map": {"a": {"c": "d"}, "b": 1}, "multi": metadata["ffi.String"][0], "none": None, "tgt": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "", "tag": ""}), "var": u}):
                                                                                                                                                                 ^^^
3     AB = T.Buffer((16, 16))
(... 3 lines skipped ...)