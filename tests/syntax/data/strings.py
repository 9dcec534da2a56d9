["plain", 'single', "", '', 'a"b', "a'b"]
["\n\t\r\\\"\'\a\b\f\v\0\x41\101\u00e9\U0001F600", "\xe9\xff", "\q\d"]
[r"\n", R'\'', u"u", U'u', r"""\
"""]
["one" "two", 'three' "\x34" r'\5'
 "six"]  # inside
["""triple "quoted" \
text
""", '''it's''', """""", """a""b"""]
["line \
continued", "ünïcödé 日本 😀"]
"doc" ' string'
