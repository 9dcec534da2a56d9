"""unused.py SOURCE_DIR -- each function that a header declares is used. A header of src/ or
programs/ needs any use: by a source, a test, an example or a binding. A function of a public header
needs a use that shows what it is for: by the command, a program, a dialect, a backend, a format, a
binding, an example or the code of a document. Uses by tests and by the rooms of the library do not
count, because such a function could be private. The constructors of types are there for every type,
so they may be unused."""
import pathlib
import re
import sys
from collections import Counter

# A string may hold what looks like the beginning of a comment.
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|/\*.*?\*/', re.S)
DECLARATION = re.compile(r'^\w[\w \t*]*?\b([a-z]\w+)\([^;{}]*\)[^;{}()]*;', re.M)
CODE = re.compile(r'^```c\n(.*?)^```', re.S | re.M)
WORD = re.compile(r'\b[a-z]\w+\b')
SUFFIXES = {'.c', '.h', '.cpp', '.hpp', '.def', '.re', '.py'}
GENERATED = re.compile(r'_types\.h$')
# Functions that a macro names.
PASTED = re.compile(r'relay_docsify_(expr|pattern|module|type)$|tunip_tir_size_var_new$')
# Public functions that nothing needs to use.
UNSHOWN = re.compile(
    r'tunip_doc_\w+_new$|'  # every kind of Doc has a constructor, as every type has
    r'tunip_dump$')         # called in a debugger (docs/debugging.md)
# The folders whose code uses the library as others do.
USERS = ('src/cli/', 'src/dialects/', 'src/backends/', 'src/read/formats/', 'programs/',
         'examples/', 'bindings/')


def read(path):
    return COMMENT.sub('', path.read_text(encoding='utf-8', errors='replace'))


def words(texts):
    return Counter(word for text in texts for word in WORD.findall(text))


def main(root):
    folders = ('include', 'src', 'programs', 'tests', 'examples', 'bindings')
    texts = {path.relative_to(root): read(path) for folder in folders
             for path in sorted((root / folder).rglob('*'))
             if path.suffix in SUFFIXES and path.is_file()}
    documents = [code for path in (root / 'README.md', *sorted((root / 'docs').glob('*.md')))
                 for code in CODE.findall(path.read_text(encoding='utf-8'))]
    named = words(texts.values())
    shown = words([text for path, text in texts.items()
                   if path.as_posix().startswith(('include/', *USERS))] + documents)
    wrong = []
    for path, text in texts.items():
        if path.suffix != '.h' or path.parts[0] not in ('include', 'src', 'programs'): continue
        if GENERATED.search(path.name): continue
        for name in DECLARATION.findall(text):
            if PASTED.match(name): continue
            if named[name] == 2:
                wrong.append(f'{path}: nothing uses {name}()')
            elif path.parts[0] == 'include' and shown[name] == 1 and not UNSHOWN.match(name):
                wrong.append(f'{path}: only tests and the library itself use {name}()')
    print(*wrong, sep='\n', end='\n' if wrong else '')
    return 1 if wrong else 0


sys.exit(main(pathlib.Path(sys.argv[1])))
