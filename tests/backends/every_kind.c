/* every_kind.c -- writes a tree with every kind of Doc and with odd values by a backend.
 *
 *     every_kind BACKEND [KEY=VALUE]...
 *
 * First it complains on standard error if the tree lacks a kind, a sub kind or a role, or if the
 * text of the doc backend does not parse back to the same tree. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "doc_literals.h"
#include "doc_same.h"
#include "library/context.h"
#include "print/docsifier.h"
#include "print/render.h"
#include "print/settings.h"

static int complaints;

static void complain(const char *what, unsigned number)
{
    complaints++;
    fprintf(stderr, "every_kind: %s (%u)\n", what, number);
}

/* ---- the tree ---- */

#define A        ID("a")
#define B        ID("b")
#define PLAIN(x) EXPR("", x)
#define WITH_ROLE(ROLE, note, l, r, t)                                                             \
    ((const tunip_doc *)&(const tunip_doc_assign){                                                 \
        .stmt = {.base = {.kind = TUNIP_DOC_ASSIGN, .role = TUNIP_ROLE_##ROLE},                    \
                 .comment = TUNIP_STR(note)},                                                      \
        .lhs = (l),                                                                                \
        .rhs = (r),                                                                                \
        .annotation = (t)})
#define QUOTED(s, x)                                                                               \
    ((const tunip_doc *)&(const tunip_doc_quoted){                                                 \
        .literal = {.base = {.kind = TUNIP_DOC_LITERAL, .sub = TUNIP_LITERAL_QUOTED},              \
                    .value = {.text = TUNIP_STR(s)}},                                              \
        .expr = (x)})
#define TYPED(KIND_, n, ...)                                                                       \
    DOC(literal, LITERAL, TUNIP_LITERAL_##KIND_, .value = {.typed = {(n), __VA_ARGS__}})
#define OPEN(s)   DOC(id, ID, TUNIP_ID_OPEN, .name = TUNIP_STR(s))
#define AGAIN(s)  DOC(id, ID, TUNIP_ID_AGAIN, .name = TUNIP_STR(s))
#define RAW(s)    DOC(id, ID, TUNIP_ID_RAW, .name = TUNIP_STR(s))
#define JOINED(x) DOC(tuple, TUPLE, TUNIP_TUPLE_JOINED, .elements = x)
#define TYPED_ID(s, t)                                                                             \
    ((const tunip_doc *)&(const tunip_doc_typed_id){                                               \
        .id = {.base = {.kind = TUNIP_DOC_ID, .sub = TUNIP_ID_TYPED}, .name = TUNIP_STR(s)},       \
        .type = (t)})
#define PARTIAL(f, k, x)                                                                           \
    ((const tunip_doc *)&(const tunip_doc_partial_call){                                           \
        .call = {.base = {.kind = TUNIP_DOC_CALL, .sub = TUNIP_CALL_PARTIAL}, .callee = (f)},      \
        .key = TUNIP_STR(k),                                                                       \
        .value = (x)})
#define REPLACED(f, x)                                                                             \
    ((const tunip_doc *)&(const tunip_doc_partial_call){                                           \
        .call = {.base = {.kind = TUNIP_DOC_CALL, .sub = TUNIP_CALL_REPLACED}, .callee = (f)},     \
        .value = (x)})
#define CONTINUED(f, x)                                                                            \
    ((const tunip_doc *)&(const tunip_doc_partial_call){                                           \
        .call = {.base = {.kind = TUNIP_DOC_CALL, .sub = TUNIP_CALL_CONTINUED}, .callee = (f)},    \
        .value = (x)})
#define PREFIX(s) DOC(id, ID, TUNIP_ID_PREFIX, .name = TUNIP_STR(s))
#define VECTOR(a, b, c)                                                                            \
    DOC(slice, SLICE, TUNIP_SLICE_VECTOR, .start = (a), .stop = (b), .step = (c), .lanes = INT(4))
#define GROUP(...)                                                                                 \
    ((const tunip_doc *)&(const tunip_doc_block){                                                  \
        .stmt = {.base = {.kind = TUNIP_DOC_BLOCK, .role = TUNIP_ROLE_GROUP}},                     \
        .body = __VA_ARGS__})
#define HEADER(s)                                                                                  \
    ((const tunip_doc *)&(const tunip_doc_comment){                                                \
        .stmt = {.base = {.kind = TUNIP_DOC_COMMENT, .role = TUNIP_ROLE_HEADER},                   \
                 .comment = TUNIP_STR(s)}})
#define IMPLIED(s)                                                                                 \
    ((const tunip_doc *)&(const tunip_doc_comment){                                                \
        .stmt = {.base = {.kind = TUNIP_DOC_COMMENT, .role = TUNIP_ROLE_IMPLIED},                  \
                 .comment = TUNIP_STR(s)}})
#define DO(ROLE, x)                                                                                \
    ((const tunip_doc *)&(const tunip_doc_expr_stmt){                                              \
        .stmt = {.base = {.kind = TUNIP_DOC_EXPR_STMT, .role = TUNIP_ROLE_##ROLE}}, .expr = (x)})

typedef void (*tree_fn)(const tunip_doc *doc, void *user);

static void with_literals(tree_fn fn, void *user)
{
    const tunip_doc *const items[] = {
        NIL,
        BOOL(true),
        BOOL(false),
        INT(0),
        INT(-1),
        INT(INT64_MIN),
        INT(INT64_MAX),
        REAL(0.0),
        REAL(-0.0),
        REAL(1.0),
        REAL(0.1),
        REAL(-2.5e-9),
        REAL(1e22),
        REAL(5e-324),
        REAL(1.0 / 3.0),
        REAL(123456789012345680.0),
        REAL((double)NAN),
        REAL((double)INFINITY),
        REAL((double)-INFINITY),
        STR(""),
        STR("plain"),
        STR("\"quotes\" 'and' `ticks` \\"),
        STR("lines\nand\r\ttabs"),
        STR("\x01\x1b\x7f"),
        STR("no \xff UTF-8 \xc3"),
        STR("\xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x98\x80 e\xcc\x81 \xcc\x81"),
        STR("\xe2\x80\xae turned"),
        STR("a # b @c: d"),
        QUOTED("a + b", OP(ADD, A, B)),
        TYPED(INT, 3, {TUNIP_DTYPE_INT, 32, 1}),
        TYPED(BOOL, 1, {TUNIP_DTYPE_UINT, 1, 4})};
    fn(PLAIN(LIST({items, TUNIP_LEN(items)})), user);
}

static void with_names(tree_fn fn, void *user)
{
    const tunip_doc *const items[] = {
        A,
        ID("x_1"),
        ID("\xc3\xa9"),
        ID("a b"),
        ID("a.b"),
        ID(""),
        ID("true"),
        ID("nan"),
        ID("1.5"),
        ID("<cycle>"),
        ID("\"key\""),
        ID("f(x"),
        ID("two\nlines"),
        ATTR(A, "b"),
        ATTR(A, "b.c"),
        ATTR(A, "b c"),
        ATTR(OP(ADD, A, B), ""),
        ATTR(INT(1), "x"),
        ATTR(PREFIX("P"), "x"),
        OPEN("o"),
        AGAIN("o"),
        RAW("has shape"),
        CALL(A, NONE, .keys = KEYS(TUNIP_STR("key"), TUNIP_STR("a key"), TUNIP_STR("")),
             .values = ARGS(A, INT(1), NIL))};
    fn(PLAIN(LIST({items, TUNIP_LEN(items)})), user);
}

static void with_operators(tree_fn fn, void *user)
{
    const tunip_doc *const items[] = {
        OP(NEGATE, A),
        OP(INVERT, A),
        OP(NOT, A),
        OP(ADD, A, B),
        OP(SUB, A, B),
        OP(MUL, A, B),
        OP(DIV, A, B),
        OP(FLOOR_DIV, A, B),
        OP(MOD, A, B),
        OP(POW, A, B),
        OP(SHIFT_LEFT, A, B),
        OP(SHIFT_RIGHT, A, B),
        OP(BIT_AND, A, B),
        OP(BIT_OR, A, B),
        OP(BIT_XOR, A, B),
        OP(LT, A, B),
        OP(LE, A, B),
        OP(EQ, A, B),
        OP(NE, A, B),
        OP(GT, A, B),
        OP(GE, A, B),
        OP(AND, A, B),
        OP(OR, A, B),
        OP(IF_ELSE, A, B, NIL),
        OP(POSITIVE, A),
        OP(MATRIX_MUL, A, B),
        OP(IS, A, B),
        OP(IS_NOT, A, NIL),
        OP(IN, A, B),
        OP(NOT_IN, A, B),
        OP(MUL, OP(ADD, A, B), OP(SUB, A, B)),
        OP(SUB, OP(SUB, A, B), OP(SUB, A, B)),
        OP(NOT, OP(EQ, OP(NOT, A), B)),
        OP(POW, OP(NEGATE, A), OP(NEGATE, B)),
        OP(IF_ELSE, OP(IF_ELSE, A, B, A), LAMBDA(A, NONE), OP(OR, A, B)),
        INDEX(OP(ADD, A, B), ARGS(INT(0)))};
    fn(PLAIN(LIST({items, TUNIP_LEN(items)})), user);
}

static void with_expressions(tree_fn fn, void *user)
{
    const tunip_doc *const items[] = {
        INDEX(A, NONE),
        INDEX(A, ARGS(INT(1), B)),
        INDEX(A, ARGS(SLICE(NULL, NULL, NULL), SLICE(A, B, NULL), SLICE(A, NULL, INT(2)),
                      VECTOR(A, B, INT(2)), SLICE(LAMBDA(A, NONE), OP(LT, A, B), OP(ADD, A, B)))),
        CALL(A, NONE),
        CALL(ATTR(A, "f"), ARGS(B, INT(1))),
        PARTIAL(A, "key", B),
        REPLACED(A, CALL(B, ARGS(A))),
        CONTINUED(A, CALL(B, ARGS(A))),
        LAMBDA(A, ARGS(A, TYPED_ID("b", ID("t")))),
        CALL(LAMBDA(A, ARGS(A)), ARGS(DOC(lambda, LAMBDA, 0, .body = OP(ADD, A, B),
                                          .args = ARGS(A, B), .arg_type = ID("t")))),
        TUPLE(NONE),
        TUPLE(ARGS(A)),
        TUPLE(ARGS(A, B)),
        JOINED(ARGS(RAW("f("), A, RAW(" has shape "), B, RAW(")"))),
        LIST(NONE),
        LIST(ARGS(A, LIST(ARGS(B)))),
        DICT(NONE, NONE),
        DICT(ARGS(STR("x"), A), ARGS(INT(1), DICT(NONE, NONE)))};
    fn(PLAIN(LIST({items, TUNIP_LEN(items)})), user);
}

static void with_statements(tree_fn fn, void *user)
{
    const tunip_doc *const items[] = {
        ASSIGN("", A, B, NULL),
        ASSIGN("", A, NULL, B),
        ASSIGN("a remark", A, B, ID("t")),
        ASSIGN("two\nlines", TUPLE(ARGS(A, B)), TUPLE(ARGS(B, A)), NULL),
        ASSIGN("", TUPLE(ARGS(A)), TUPLE(ARGS(A, B)), NULL),
        WITH_ROLE(LET, "", A, B, NULL),
        WITH_ROLE(STORE, "", INDEX(A, ARGS(B)), INT(1), NULL),
        WITH_ROLE(DEFINE, "", A, NULL, B),
        WITH_ROLE(ALLOC, "", A, B, NULL),
        WITH_ROLE(MATCH, "", A, B, NULL),
        WITH_ROLE(AXIS, "", TUPLE(ARGS(A, B)), B, NULL),
        WITH_ROLE(META, "", A, B, NULL),
        WITH_ROLE(EFFECT, "", A, B, NULL),
        WITH_ROLE(BIND, "", A, B, NULL),
        WITH_ROLE(ENTER, "", A, B, NULL),
        DO(BIND, A),
        DO(ENTER, A),
        DO(OUTPUT, A),
        HEADER("a header"),
        IMPLIED("around it"),
        GROUP(ARGS(PLAIN(A))),
        PLAIN(A),
        DO(META, A),
        DO(EFFECT, CALL(A, NONE)),
        DO(STORE, A),
        ASSERT("", A, NULL),
        ASSERT("said", A, STR("why")),
        RETURN("", A),
        COMMENT("a comment"),
        COMMENT(""),
        COMMENT("of\n\nlines"),
        DOC_STRING("a doc string"),
        DOC_STRING("")};
    fn(BLOCK({items, TUNIP_LEN(items)}), user);
}

static void with_bodies(tree_fn fn, void *user)
{
    const tunip_doc *const items[] = {
        IF("", A, NONE, .else_branch = NONE),
        IF("", A, ARGS(PLAIN(A)), .else_branch = NONE),
        IF("maybe", A, ARGS(PLAIN(A)), .else_branch = ARGS(PLAIN(B), PLAIN(A))),
        WHILE("", A, ARGS(PLAIN(A))),
        SCOPE("", NULL, CALL(A, NONE), ARGS(PLAIN(A))),
        SCOPE("within", A, B, NONE),
        BLOCK(ARGS(PLAIN(A), BLOCK(ARGS(PLAIN(B)))))};
    fn(BLOCK({items, TUNIP_LEN(items)}), user);
}

#define RANGE(...) CALL(ID("range"), ARGS(__VA_ARGS__))
#define KIND(...)  CALL(ATTR(ID("M"), "kind"), ARGS(__VA_ARGS__))

static void with_loops(tree_fn fn, void *user)
{
    const tunip_doc *two = TUPLE(ARGS(A, B));
    const tunip_doc *const items[] = {
        FOR("", A, RANGE(INT(8)), ARGS(PLAIN(A))),
        FOR("", A, RANGE(B, OP(ADD, B, INT(8))), NONE),
        FOR("around", A, KIND(OP(LT, A, B)), NONE),
        FOR("", two, KIND(INT(8), INT(4)), NONE),
        FOR("", A,
            CALL(ATTR(ID("M"), "kind"), ARGS(INT(8)), .keys = KEYS(TUNIP_STR("key")),
                 .values = ARGS(STR("value"))),
            NONE),
        FOR("", A, RANGE(INT(0), INT(8), INT(2)), NONE),
        FOR("", A, KIND(STR("x")), NONE),
        FOR("", A, KIND(LIST(NONE)), NONE),
        FOR("", two, KIND(A), NONE),
        FOR("", A, B, NONE),
        FOR("", A, CALL(A, NONE), NONE),
        FOR("", TUPLE(NONE), CALL(A, NONE), NONE),
        FOR("", TUPLE(ARGS(A)), KIND(B), NONE)};
    fn(BLOCK({items, TUNIP_LEN(items)}), user);
}

static void with_definitions(tree_fn fn, void *user)
{
    const tunip_doc *function =
        FUNCTION("about f", "f", ARGS(PLAIN(A), RETURN("", A)),
                 .args = ARGS(WITH_ROLE(PARAM, "", A, NULL, ID("t")),
                              WITH_ROLE(PARAM, "about b", B, NULL, ATTR(ID("M"), "t"))),
                 .decorators = ARGS(ID("outer"), CALL(ATTR(ID("M"), "inner"), ARGS(INT(1)))),
                 .return_type = ID("t"));
    const tunip_doc *empty = FUNCTION("", "g", NONE, .args = NONE, .decorators = NONE,
                                      .type_params = ARGS(WITH_ROLE(PARAM, "", A, NULL, NULL),
                                                          WITH_ROLE(PARAM, "", B, NULL, ID("t"))));
    const tunip_doc *class_ =
        CLASS("about\nC", "C", ARGS(function, empty), .decorators = ARGS(ATTR(ID("M"), "module")));
    fn(class_, user);
    fn(CLASS("", "D", NONE, .decorators = NONE), user);
}

/* Calls `fn` for Docs with missing members, as a faulty rule may make them. */
static void with_nothing(tree_fn fn, void *user)
{
    const tunip_doc *const none = NULL;
    const tunip_doc *const items[] = {
        PLAIN(NULL),
        PLAIN(ATTR(NULL, "x")),
        PLAIN(CALL(NULL, ARGS(none, A))),
        PLAIN(INDEX(NULL, ARGS(none))),
        PLAIN(OP(ADD, none, A)),
        PLAIN(OP(NOT, none)),
        PLAIN(LAMBDA(NULL, NONE)),
        PLAIN(DICT(ARGS(none), ARGS(none))),
        ASSIGN("", NULL, NULL, NULL),
        ASSERT("", NULL, NULL),
        RETURN("", NULL),
        IF("", NULL, ARGS(none), .else_branch = NONE),
        WHILE("", NULL, NONE),
        FOR("", NULL, NULL, NONE),
        FOR("", A, CALL(NULL, ARGS(B)), NONE),
        FOR("", A, KIND(none), NONE),
        SCOPE("", NULL, NULL, NONE),
        FUNCTION("", "f", NONE, .args = ARGS(none, A), .decorators = NONE)};
    fn(BLOCK({items, TUNIP_LEN(items)}), user);
}

static void each_tree(tree_fn fn, void *user)
{
    with_literals(fn, user);
    with_names(fn, user);
    with_operators(fn, user);
    with_expressions(fn, user);
    with_statements(fn, user);
    with_bodies(fn, user);
    with_loops(fn, user);
    with_definitions(fn, user);
    with_nothing(fn, user);
}

/* ---- that nothing is missing ---- */

typedef struct seen {
    bool kinds[TUNIP_DOC__COUNT], literals[TUNIP_LITERAL_QUOTED + 1], operators[TUNIP_OP__COUNT];
    bool roles[TUNIP_ROLE__COUNT];
} seen;

typedef struct run {
    tn_render how;
    tunip_docsifier job;
    tunip_context *context;
    seen seen;
} run;

static void note(seen *s, const tunip_doc *doc)
{
    s->kinds[doc->kind] = true;
    if (doc->kind >= TUNIP_DOC_ASSIGN) s->roles[doc->role] = true;
    if (doc->kind == TUNIP_DOC_LITERAL) s->literals[doc->sub] = true;
    if (doc->kind == TUNIP_DOC_OPERATION) s->operators[doc->sub] = true;
}

static void must_be_all(const bool *flags, size_t count, const char *what)
{
    for (size_t i = 0; i < count; i++)
        if (!flags[i]) complain(what, (unsigned)i);
}

static void check_seen(const seen *s)
{
    must_be_all(s->kinds, TUNIP_LEN(s->kinds), "no Doc is of this kind");
    must_be_all(s->literals, TUNIP_LEN(s->literals), "no literal is of this kind");
    must_be_all(s->operators, TUNIP_LEN(s->operators), "no operation has this operator");
    must_be_all(s->roles, TUNIP_LEN(s->roles), "no statement has this role");
}

/* ---- the run ---- */

static void parse_back(run *r, const tunip_doc *doc, tunip_str text)
{
    tunip_doc_tree *tree;
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_doc *differs = doc;
    if (tunip_doc_parse(NULL, text, &tree, &error) != TUNIP_OK)
        complain(error.message, (unsigned)error.line);
    else if (!doc_same(doc_of_job(&r->job, doc), doc_of_tree(tree), &differs))
        complain("parses back to another tree: kind", differs->kind);
    tunip_doc_tree_free(tree);
}

static void show(const tunip_doc *doc, void *user)
{
    run *r = user;
    tunip_error error = TUNIP_ERROR_INIT;
    tn_render render = r->how;
    if (tn_render_doc(&render, doc, &error) != TUNIP_OK) {
        complain(error.message, doc->kind);
        return;
    }
    for (size_t i = 0; i < render.spans.count; i++) note(&r->seen, render.spans.items[i].doc);
    if (strcmp(render.backend->name, "doc") == 0)
        parse_back(r, doc, (tunip_str){render.text, render.size});
    puts(render.text);
    tn_render_free(&render);
}

static bool open_job(run *r, int argc, char **argv, tunip_setting *settings)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    for (int i = 2; i < argc; i++)
        settings[i - 2] = (tunip_setting){strtok(argv[i], "="), strtok(NULL, "")};
    options.backend = argv[1];
    options.settings = settings;
    options.setting_count = argc > 2 ? (size_t)argc - 2 : 0;
    tn_request request = {.context = r->context, .without_root = true};
    bool fine = tn_request_resolve(&request, &options, &error) == TUNIP_OK &&
                tn_job_open(&r->job, &request, &error) == TUNIP_OK;
    if (!fine) complain(error.message, 0);
    return fine;
}

int main(int argc, char **argv)
{
    run r = {.context = tunip_context_new(NULL, NULL)};
    tunip_setting settings[8];
    if (argc < 2 || argc - 2 > (int)TUNIP_LEN(settings) || !r.context) return 2;
    if (open_job(&r, argc, argv, settings)) {
        r.how = (tn_render){.backend = tn_context_find_backend(r.context, argv[1]),
                            .settings = r.job.backend->settings,
                            .state = r.job.backend->state,
                            .allocator = &tn_malloc,
                            .indent_spaces = (size_t)r.job.options->indent_spaces,
                            .keep_spans = true};
        each_tree(show, &r);
        check_seen(&r.seen);
        tn_job_close(&r.job);
    }
    tunip_context_free(r.context);
    return complaints != 0;
}
