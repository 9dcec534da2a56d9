return
return a
return a, b
return (a,)
assert a
assert a, "message"
pass
pass; a; pass;
break
continue; a
a; b = c; d()
a  # behind
# alone
pass  # behind pass
if a: pass  # behind a block of one line
if a: b; c
while a: b
