a[b], a[b, c], a[b,], a[()], a[(b, c)], a[(b,)], a[(b, c),]
a[:], a[b:], a[:c], a[b:c], a[::], a[b:c:d], a[::d], a[b::d], a[:c:]
a[b, :, c:d, ::e]
a[b : c + 1, (d)]
a[lambda x: x], a[b if c else d], a[b:c if d else e]
a[b][c](d)[e]
a[b:c,], a[:,], a[::d,].e
