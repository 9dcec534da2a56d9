/* doc.c -- the doc backend: writes the Doc tree itself, for authors of dialects and backends.
 *
 * Each Doc is a line. Its parts are below it, indented, each after the name of the member that
 * holds it (tunip/ext/doc.h). If all parts are names, literals and members of those, they are on
 * the line of the Doc. NULL and empty members are omitted, except within a list.
 *
 *     doc    = kind [sub] [role] [value [dtype]] ["#" COMMENT] {"@" path} (small | large)
 *     small  = ["(" part {"," [part]} ")"]: a part of the same member as the previous part omits
 *              the name of the member
 *     large  = {a line, indented: part}
 *     part   = [member [KEY] ":"] (doc | "null")
 *     kind   = as in doc_kinds.def
 *     sub    = the kind of literal, operator, name, slice, call or tuple, as in doc_words.def
 *     role   = let store ..., as in doc_words.def
 *     value  = the value of a literal, or the NAME of an id or attr
 *     path   = "<root>" and all steps, for outermost functions and if no Doc around it has a path;
 *              otherwise only the steps that follow another path. For the first path of a Doc this
 *              is the first path of the nearest Doc around, for further paths the path before.
 *              "^", "^2", ...: after removing the last step, the last two steps, ... of that path.
 *              "~" in front: the other path is the one before it in the text
 *
 * NAME, KEY, COMMENT and the value of a str are in quotes.
 *
 * The size of the text is linear in the number of Docs. So lines below many levels are not indented
 * further: "+3" at their beginning stands for three more levels. And the many steps from a Doc
 * around to a path are not repeated: of 4,000 let statements in a row, each is one step below the
 * one before. An outermost function counts its own levels, and so does not depend on the text
 * around it, because it may be written before that text. */
#include "../backends.h"

typedef struct doc_settings {
    bool paths; /* show access paths */
} doc_settings;

/* A child of a Doc: a member of it, or an item of a member. */
typedef struct part {
    const tunip_str *member;
    const tunip_str *key;
    const tunip_doc *doc;
} part;

typedef void (*part_fn)(tunip_writer *w, const part *p);

typedef struct doc_state {
    const tunip_path *around; /* the first path of the nearest Doc around, or NULL */
    const tunip_path *last;   /* the path before in the text, or NULL */
    const tunip_str *before;  /* the member of the previous part on this line, or NULL */
    uint32_t indented;        /* levels, in the outermost function around */
    uint32_t folded;          /* levels without indentation */
    bool in_function;
} doc_state;

/* Longer ways from the Doc around begin at the path before, if that is shorter. */
enum { MOST_LEVELS = 32, MOST_STEPS = 8 };

static inline doc_state *state_of(tunip_writer *w)
{
    return tunip_writer_state(w);
}

/* ---- the parts of a Doc ---- */

typedef enum shape {
    NOTHING,
    ONE,    /* const tunip_doc * */
    MANY,   /* tunip_docs */
    KEYED,  /* tunip_docs, with keys that are strings: keyword arguments */
    PAIRED, /* tunip_docs that alternate with those of the next member: a dict's keys */
    BEHIND  /* tunip_docs that alternate with those of the previous member */
} shape;

typedef struct member {
    tunip_str name;
    shape shape;
    uint16_t offset;
} member;

enum { MOST_MEMBERS = 6 };

#define HAS(shape, ident, name)                                                                    \
    {                                                                                              \
        TUNIP_STR(#name), shape, offsetof(tunip_doc_##ident, name)                                 \
    }

static const member members[TUNIP_DOC__COUNT][MOST_MEMBERS] = {
#define M HAS
#define X(KIND, ...) [TUNIP_DOC_##KIND] = {__VA_ARGS__},
#include <tunip/ext/doc_members.def>
#undef X
#undef M
};

static const void *at(const tunip_doc *doc, size_t offset)
{
    return (const char *)doc + offset;
}

/* ---- the line of a Doc ---- */

/* ORDER tunip_doc_kind */
static const tunip_str kinds[] = {
#define X(KIND, ident, class_) TUNIP_STR(#ident),
#include <tunip/ext/doc_kinds.def>
#undef X
};

/* The families of words: tunip_literal, tunip_id, ... */
enum { LITERAL, ID, SLICE, CALL, TUPLE, OP, ROLE, FAMILIES, MOST_WORDS = TUNIP_OP__COUNT };

static const tunip_str words[FAMILIES][MOST_WORDS] = {
#define X(FAMILY, NAME, word) [FAMILY][TUNIP_##FAMILY##_##NAME] = TUNIP_STR(word),
#include <tunip/ext/doc_words.def>
#undef X
};

/* Writes the word for an enumerator; its number if it has no word. */
static void write_word(tunip_writer *w, int family, unsigned number)
{
    tunip_write_char(w, ' ');
    if (number < MOST_WORDS && words[family][number].data)
        tunip_write_str(w, words[family][number]);
    else
        tunip_write_int(w, number);
}

static void write_quoted(tunip_writer *w, tunip_str text)
{
    tunip_write_char(w, ' ');
    tunip_write_quoted(w, text, '"');
}

static void write_dtype(tunip_writer *w, tunip_dtype dtype)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    if (!dtype.bits) return;
    tunip_write_char(w, ' ');
    tunip_write(w, name, tunip_dtype_name(dtype, name));
}

static void write_literal(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    write_word(w, LITERAL, doc->sub);
    if (doc->sub == TUNIP_LITERAL_STR) write_quoted(w, literal->value.text);
    if (doc->sub == TUNIP_LITERAL_NONE || doc->sub >= TUNIP_LITERAL_STR) return;
    tunip_write_char(w, ' ');
    if (doc->sub == TUNIP_LITERAL_BOOL)
        tunip_write_text(w, literal->value.boolean ? "true" : "false");
    else if (doc->sub == TUNIP_LITERAL_INT)
        tunip_write_int(w, literal->value.integer);
    else
        tunip_write_float(w, literal->value.real);
    write_dtype(w, literal->value.typed.dtype);
}

static void write_id(tunip_writer *w, const tunip_doc *doc)
{
    if (doc->sub) write_word(w, ID, doc->sub);
    write_quoted(w, ((const tunip_doc_id *)doc)->name);
}

static void write_statement(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_stmt *stmt = (const tunip_doc_stmt *)doc;
    if (doc->role) write_word(w, ROLE, doc->role);
    if (!stmt->comment.size) return;
    tunip_write_aside_begin(w);
    tunip_write_text(w, " #");
    write_quoted(w, stmt->comment);
    tunip_write_aside_end(w);
}

static void write_attr(tunip_writer *w, const tunip_doc *doc)
{
    write_quoted(w, ((const tunip_doc_attr *)doc)->name);
}

static void write_slice(tunip_writer *w, const tunip_doc *doc)
{
    if (doc->sub) write_word(w, SLICE, doc->sub);
}

static void write_call(tunip_writer *w, const tunip_doc *doc)
{
    if (doc->sub) write_word(w, CALL, doc->sub);
}

static void write_tuple(tunip_writer *w, const tunip_doc *doc)
{
    if (doc->sub) write_word(w, TUPLE, doc->sub);
}

static void write_operation(tunip_writer *w, const tunip_doc *doc)
{
    write_word(w, OP, doc->sub);
}

static void write_nothing(tunip_writer *w, const tunip_doc *doc)
{
    (void)w, (void)doc;
}

/* Write the content of a Doc between its kind and its parts. NULL: write_statement(). */
static const tunip_emit_fn values[TUNIP_DOC__COUNT] = {
    [TUNIP_DOC_LITERAL] = write_literal,     [TUNIP_DOC_ID] = write_id,
    [TUNIP_DOC_ATTR] = write_attr,           [TUNIP_DOC_INDEX] = write_nothing,
    [TUNIP_DOC_SLICE] = write_slice,         [TUNIP_DOC_CALL] = write_call,
    [TUNIP_DOC_OPERATION] = write_operation, [TUNIP_DOC_LAMBDA] = write_nothing,
    [TUNIP_DOC_TUPLE] = write_tuple,         [TUNIP_DOC_LIST] = write_nothing,
    [TUNIP_DOC_DICT] = write_nothing,
};

/* ---- its paths ---- */

static void write_ups(tunip_writer *w, uint32_t count)
{
    if (count) tunip_write_char(w, '^');
    if (count > 1) tunip_write_int(w, count);
}

/* The path that `path` shares with another one; NULL: none but the root. */
static const tunip_path *shared(const tunip_path *path, const tunip_path *other)
{
    const tunip_path *common = other ? tunip_path_common(other, path) : NULL;
    return common && (common->depth || !other->depth) ? common : NULL;
}

/* Writes a path after the part that it shares with `from`, or with the path before in the text. */
static void write_path(tunip_writer *w, const tunip_path *path, const tunip_path *from)
{
    doc_state *state = state_of(w);
    const tunip_path *common = shared(path, from), *last = NULL;
    if (from && path->depth - (common ? common->depth : 0) > MOST_STEPS)
        last = shared(path, state->last);
    bool is_shorter = last && (!common || last->depth > common->depth);
    tunip_write_text(w, is_shorter ? " @~" : " @");
    if (is_shorter)
        write_ups(w, state->last->depth - last->depth);
    else if (common)
        write_ups(w, from->depth - common->depth);
    tunip_write_path(w, path, is_shorter ? last : common);
    state->last = path;
}

/* Writes the paths of a Doc. Returns the path that the paths of its children are relative to. */
static const tunip_path *write_paths(tunip_writer *w, const tunip_doc *doc,
                                     const tunip_path *around)
{
    const doc_settings *settings = tunip_writer_settings(w);
    uint32_t more = doc->more_paths;
    if (!settings->paths || !doc->path) return around;
    for (const tunip_path *path = doc->path, *from = around; path;
         path = tunip_writer_next_path(w, &more)) {
        write_path(w, path, from);
        from = path;
    }
    return doc->path;
}

/* ---- its parts ---- */

static void visit_many(tunip_writer *w, const member *m, const tunip_doc *doc, part_fn visit)
{
    const tunip_docs *docs = at(doc, m->offset);
    const tunip_str *keys = m->shape == KEYED ? ((const tunip_doc_call *)doc)->keys : NULL;
    const tunip_docs *behind = m->shape == PAIRED ? at(doc, m[1].offset) : NULL;
    for (size_t i = 0; i < docs->count; i++) {
        visit(w, &(part){&m->name, keys ? &keys[i] : NULL, docs->items[i]});
        if (behind && i < behind->count) visit(w, &(part){&m[1].name, NULL, behind->items[i]});
    }
}

static void visit_parts(tunip_writer *w, const tunip_doc *doc, part_fn visit)
{
    const member *m = members[doc->kind];
    for (size_t i = 0; i < MOST_MEMBERS && m[i].shape; i++) {
        const tunip_doc *const *one = at(doc, m[i].offset);
        if (m[i].shape == ONE && *one)
            visit(w, &(part){&m[i].name, NULL, *one});
        else if (m[i].shape != ONE && m[i].shape != BEHIND)
            visit_many(w, &m[i], doc, visit);
    }
}

/* The part that only some Docs of a kind have. It comes before the others. */
static part odd_part(const tunip_doc *doc)
{
    static const tunip_str left_out = TUNIP_STR("left_out"), exact = TUNIP_STR("exact"),
                           expr = TUNIP_STR("expr"), type = TUNIP_STR("type");
    const tunip_doc_partial_call *call = (const tunip_doc_partial_call *)doc;
    if (doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_QUOTED)
        return (part){&expr, NULL, ((const tunip_doc_quoted *)doc)->expr};
    if (doc->kind == TUNIP_DOC_ID && doc->sub == TUNIP_ID_TYPED)
        return (part){&type, NULL, ((const tunip_doc_typed_id *)doc)->type};
    if (doc->kind == TUNIP_DOC_CALL && doc->sub == TUNIP_CALL_PARTIAL)
        return (part){&left_out, &call->key, call->value};
    if (doc->kind == TUNIP_DOC_CALL && doc->sub) return (part){&exact, NULL, call->value};
    return (part){NULL, NULL, NULL};
}

/* ---- parts on the same line, or below it ---- */

/* A name or a literal without parts. */
static inline bool is_leaf(const tunip_doc *doc)
{
    return (doc->kind == TUNIP_DOC_ID && doc->sub != TUNIP_ID_TYPED) ||
           (doc->kind == TUNIP_DOC_LITERAL && doc->sub != TUNIP_LITERAL_QUOTED);
}

/* A name, a literal or a member of one. NULL is small, too. */
static bool is_small(const tunip_doc *doc)
{
    enum { MOST_DOTS = 2 };
    for (int dots = 0; doc && doc->kind == TUNIP_DOC_ATTR && dots < MOST_DOTS; dots++)
        doc = ((const tunip_doc_attr *)doc)->value;
    return !doc || is_leaf(doc);
}

static bool are_small(const tunip_docs *docs)
{
    for (size_t i = 0; i < docs->count; i++)
        if (!is_small(docs->items[i])) return false;
    return true;
}

static bool has_small_parts(const tunip_doc *doc)
{
    const member *m = members[doc->kind];
    for (size_t i = 0; i < MOST_MEMBERS && m[i].shape; i++)
        if (m[i].shape == ONE ? !is_small(*(const tunip_doc *const *)at(doc, m[i].offset))
                              : !are_small(at(doc, m[i].offset)))
            return false;
    return true;
}

static void write_part(tunip_writer *w, const part *p)
{
    if (p->doc)
        tunip_emit(w, p->doc);
    else
        tunip_write_text(w, "null");
}

static void write_named_part(tunip_writer *w, const part *p)
{
    tunip_write_str(w, *p->member);
    if (p->key) write_quoted(w, *p->key);
    tunip_write_text(w, ": ");
    write_part(w, p);
}

static void write_beside(tunip_writer *w, const part *p)
{
    doc_state *state = state_of(w);
    bool is_same = state->before == p->member && !p->key;
    tunip_write_text(w, state->before ? ", " : " (");
    state->before = p->member;
    (is_same ? write_part : write_named_part)(w, p);
}

static void write_below(tunip_writer *w, const part *p)
{
    uint32_t folded = state_of(w)->folded;
    tunip_write_newline(w);
    if (folded) {
        tunip_write_char(w, '+');
        tunip_write_int(w, folded);
        tunip_write_char(w, ' ');
    }
    write_named_part(w, p);
}

/* Writes the parts below the line of their Doc. */
static void write_level(tunip_writer *w, const tunip_doc *doc, const part *odd)
{
    doc_state *state = state_of(w);
    bool is_indented = state->indented < MOST_LEVELS;
    uint32_t *levels = is_indented ? &state->indented : &state->folded;
    ++*levels;
    if (is_indented) tunip_write_indent(w);
    if (odd->member) write_below(w, odd);
    visit_parts(w, doc, write_below);
    if (is_indented) tunip_write_dedent(w);
    --*levels;
}

static void write_parts(tunip_writer *w, const tunip_doc *doc)
{
    doc_state *state = state_of(w);
    const tunip_str *before = state->before;
    part odd = odd_part(doc);
    state->before = NULL;
    if (odd.member || !has_small_parts(doc))
        write_level(w, doc, &odd);
    else
        visit_parts(w, doc, write_beside);
    if (state->before) tunip_write_char(w, ')');
    state->before = before;
}

static void emit_doc(tunip_writer *w, const tunip_doc *doc)
{
    doc_state *state = state_of(w);
    const tunip_path *around = state->around;
    tunip_write_str(w, kinds[doc->kind]);
    (values[doc->kind] ? values[doc->kind] : write_statement)(w, doc);
    const tunip_path *own = write_paths(w, doc, around);
    if (is_leaf(doc)) return;
    state->around = own;
    write_parts(w, doc);
    state->around = around;
}

static void emit_function(tunip_writer *w, const tunip_doc *doc)
{
    doc_state *state = state_of(w);
    const doc_state outer = *state;
    if (!outer.in_function) *state = (doc_state){.folded = outer.folded, .in_function = true};
    if (!doc->path) state->around = outer.around;
    emit_doc(w, doc);
    if (!outer.in_function) *state = outer;
}

static void emit_metadata(tunip_writer *w, tunip_str saved)
{
    tunip_write_text(w, "metadata ");
    tunip_write_quoted(w, saved, '"');
    tunip_write(w, "\n", 1);
}

/* ---- the backend ---- */

static const tunip_emit_fn emitters[] = {
#define X(KIND, ident, class_)                                                                     \
    [TUNIP_DOC_##KIND] = TUNIP_DOC_##KIND == TUNIP_DOC_FUNCTION ? emit_function : emit_doc,
#include <tunip/ext/doc_kinds.def>
#undef X
};

static const tunip_setting_row rows[] = {
    {"paths", NULL, TUNIP_SETTING_BOOL, offsetof(doc_settings, paths), "true",
     "show the access paths of each Doc"},
};

const tunip_backend tunip_backend_doc = {
    .abi = TUNIP_BACKEND_ABI,
    .size = sizeof(tunip_backend),
    .name = "doc",
    .summary = "the Doc tree, for authors of dialects and backends",
    .emit = emitters,
    .kind_count = TUNIP_DOC__COUNT,
    .emit_metadata = emit_metadata,
    .settings = rows,
    .setting_count = TUNIP_LEN(rows),
    .settings_size = sizeof(doc_settings),
    .state_size = sizeof(doc_state),
    .flags = TUNIP_BACKEND_PATHS | TUNIP_BACKEND_AGAIN | TUNIP_BACKEND_DECLARES,
    .indent_spaces = 2,
};
