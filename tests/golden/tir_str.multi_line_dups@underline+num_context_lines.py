T.call_extern("int32", metadata["tir.StringImm"][0])
T.call_extern("int32", metadata["tir.StringImm"][1])
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
T.call_extern("int32", metadata["tir.StringImm"][2])
T.call_extern("int32", "w")
^^^^^^^^^^^^^^^^^^^^^^^^^^^
# Metadata omitted. Use show_meta=True in script() method to show it.