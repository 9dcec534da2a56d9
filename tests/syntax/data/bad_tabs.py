if a:
        b
	c
if d:
	e
        f
    	g
