a = f"{}"
a = f"{b"
a = f"b}"
a = f"{b!x}"
a = f"{b c}"
a = f"{b:{c:{d}}}"
a = f"b
a = f"""b
