if a:
    b

c = """x
y"""
# end
