"""unused.py SOURCE_DIR -- each function that a header declares is used: by a source, a test, an
example or a binding. The constructors of types are there for every type, so they may be unused."""
import pathlib
import re
import sys
from collections import Counter

# A string may hold what looks like the beginning of a comment.
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|/\*.*?\*/', re.S)
DECLARATION = re.compile(r'^\w[\w \t*]*?\b([a-z]\w+)\([^;{}]*\)[^;{}()]*;', re.M)
SUFFIXES = {'.c', '.h', '.cpp', '.hpp', '.def', '.re', '.py'}
GENERATED = re.compile(r'_types\.h$')
# Functions that a macro names.
PASTED = re.compile(r'relay_docsify_(expr|pattern|module|type)$|tunip_tir_size_var_new$')


def read(path):
    return COMMENT.sub('', path.read_text(encoding='utf-8', errors='replace'))


def main(root):
    folders = ('include', 'src', 'programs', 'tests', 'examples', 'bindings')
    texts = {path: read(path) for folder in folders
             for path in sorted((root / folder).rglob('*'))
             if path.suffix in SUFFIXES and path.is_file()}
    named = Counter(word for text in texts.values() for word in re.findall(r'\b[a-z]\w+\b', text))
    unused = []
    for path, text in texts.items():
        where = path.relative_to(root)
        if path.suffix != '.h' or where.parts[0] not in ('include', 'src'): continue
        if GENERATED.search(path.name): continue
        unused += [(where, name) for name in DECLARATION.findall(text)
                   if named[name] == 2 and not PASTED.match(name)]
    for where, name in unused: print(f'{where}: nothing uses {name}()')
    return 1 if unused else 0


sys.exit(main(pathlib.Path(sys.argv[1])))
