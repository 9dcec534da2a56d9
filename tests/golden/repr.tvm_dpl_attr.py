AttrPattern(Op(relax.nn.conv2d)(*, ConstantPattern()) has attributes {"a": 1, "b": metadata["ffi.String"][0], "c": [1.5, True]}
# Metadata omitted. Use show_meta=True in script() method to show it.)