T.call_extern("int32", metadata["tir.StringImm"][0])
T.call_extern("int32", metadata["tir.StringImm"][1])  # tail  
T.call_extern("int32", metadata["tir.StringImm"][2])  # see here: 100%
T.call_extern("int32", "w")
# Metadata omitted. Use show_meta=True in script() method to show it.