/* test_doc.c -- the constructors of Docs, the paths Docs carry, and text of the job. */
#include "print/doc.h"
#include "print/names.h"
#include "print/paths.h"
#include "toy_world.h"

enum { PLENTY = 1000000 };

typedef struct fixture {
    void *world;
    tunip_docsifier d;
} fixture;

static int open(void **state)
{
    static fixture f;
    int failed = toy_world_open(&f.world);
    if (!failed) toy_job_open(f.world, &f.d, NULL);
    *state = &f;
    return failed;
}

static int close(void **state)
{
    fixture *f = *state;
    tn_job_close(&f->d);
    return toy_world_close(&f->world);
}

#define JOB_TEST(test) cmocka_unit_test_setup_teardown(test, open, close)

static const tunip_doc *id(tunip_docsifier *d, const char *name)
{
    return tunip_doc_id_new(d, tunip_str_from(name), NULL);
}

/* ---- one of each kind ---- */

/* By kind. Statements have the role LET where a role can be given. */
static void make_all(tunip_docsifier *d, const tunip_doc *docs[TUNIP_DOC__COUNT])
{
    const tunip_doc *x = id(d, "x"), *y = id(d, "y");
    tunip_docs none = tunip_docs_none(), xy = TUNIP_DOCS(d, x, y);
    static const tunip_str keys[] = {TUNIP_STR("k"), TUNIP_STR("l")};
    tunip_str text = TUNIP_STR("text");
    docs[TUNIP_DOC_LITERAL] = tunip_doc_int(d, 7, NULL);
    docs[TUNIP_DOC_ID] = x;
    docs[TUNIP_DOC_ATTR] = tunip_doc_attr_new(d, x, text);
    docs[TUNIP_DOC_INDEX] = tunip_doc_index_new(d, x, xy);
    docs[TUNIP_DOC_SLICE] = tunip_doc_slice_new(d, x, NULL, y);
    docs[TUNIP_DOC_CALL] = tunip_doc_call_new(d, x, xy, keys, xy);
    docs[TUNIP_DOC_OPERATION] = tunip_doc_operation_new(d, TUNIP_OP_MUL, xy);
    docs[TUNIP_DOC_LAMBDA] = tunip_doc_lambda_new(d, xy, y, x);
    docs[TUNIP_DOC_TUPLE] = tunip_doc_tuple_new(d, xy);
    docs[TUNIP_DOC_LIST] = tunip_doc_list_new(d, xy);
    docs[TUNIP_DOC_DICT] = tunip_doc_dict_new(d, xy, xy);
    docs[TUNIP_DOC_ASSIGN] = tunip_doc_assign_new(d, TUNIP_ROLE_LET, x, y, NULL);
    docs[TUNIP_DOC_IF] = tunip_doc_if_new(d, x, xy, none);
    docs[TUNIP_DOC_WHILE] = tunip_doc_while_new(d, x, xy);
    docs[TUNIP_DOC_FOR] = tunip_doc_for_new(d, x, y, xy);
    docs[TUNIP_DOC_SCOPE] = tunip_doc_scope_new(d, x, y, xy);
    docs[TUNIP_DOC_EXPR_STMT] = tunip_doc_expr_stmt_new(d, TUNIP_ROLE_LET, x);
    docs[TUNIP_DOC_ASSERT] = tunip_doc_assert_new(d, x, y);
    docs[TUNIP_DOC_RETURN] = tunip_doc_return_new(d, x);
    docs[TUNIP_DOC_FUNCTION] = tunip_doc_function_new(d, x, xy, none, y, xy);
    docs[TUNIP_DOC_CLASS] = tunip_doc_class_new(d, x, none, xy);
    docs[TUNIP_DOC_COMMENT] = tunip_doc_comment_new(d, text);
    docs[TUNIP_DOC_DOC_STRING] = tunip_doc_doc_string_new(d, text);
    docs[TUNIP_DOC_BLOCK] = tunip_doc_block_new(d, xy);
}

static tunip_doc_class_kind class_of(int kind)
{
    if (kind < TUNIP_DOC_ASSIGN) return TUNIP_CLASS_EXPR;
    return kind < TUNIP_DOC_BLOCK ? TUNIP_CLASS_STMT : TUNIP_CLASS_BLOCK;
}

static void every_kind_has_a_constructor_and_a_class(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    const tunip_doc *docs[TUNIP_DOC__COUNT] = {NULL};
    make_all(d, docs);
    for (int kind = 0; kind < TUNIP_DOC__COUNT; kind++) {
        assert_non_null(docs[kind]);
        assert_int_equal(docs[kind]->kind, kind);
        assert_int_equal(tunip_doc_classify(docs[kind]), class_of(kind));
        bool has_role = kind == TUNIP_DOC_ASSIGN || kind == TUNIP_DOC_EXPR_STMT;
        if (class_of(kind) == TUNIP_CLASS_STMT)
            assert_int_equal(docs[kind]->role, has_role ? TUNIP_ROLE_LET : TUNIP_ROLE_NONE);
        assert_null(docs[kind]->path);
        assert_int_equal(docs[kind]->more_paths, 0);
    }
    assert_int_equal(d->memory.error.code, TUNIP_OK);
}

static void constructors_keep_what_they_are_given(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    const tunip_doc *x = id(d, "x"), *y = id(d, "y"), *z = id(d, "z");
    tunip_docs one = TUNIP_DOCS(d, x), two = TUNIP_DOCS(d, y, z), none = tunip_docs_none();
    const tunip_doc_function *f =
        (const void *)tunip_doc_function_new(d, x, one, two, z, TUNIP_DOCS(d, x, y, z));
    assert_ptr_equal(f->name, x);
    assert_ptr_equal(f->args.items[0], x);
    assert_ptr_equal(f->decorators.items[1], z);
    assert_ptr_equal(f->return_type, z);
    assert_int_equal(f->body.count, 3);
    assert_int_equal(f->stmt.comment.size, 0);
    const tunip_doc_if *branch = (const void *)tunip_doc_if_new(d, x, one, two);
    assert_ptr_equal(branch->predicate, x);
    assert_int_equal(branch->then_branch.count, 1);
    assert_int_equal(branch->else_branch.count, 2);
    const tunip_doc_slice *slice = (const void *)tunip_doc_slice_new(d, x, y, NULL);
    assert_ptr_equal(slice->start, x);
    assert_ptr_equal(slice->stop, y);
    assert_null(slice->step);
    const tunip_doc_assign *assign =
        (const void *)tunip_doc_assign_new(d, TUNIP_ROLE_PARAM, x, NULL, y);
    assert_ptr_equal(assign->lhs, x);
    assert_null(assign->rhs);
    assert_ptr_equal(assign->annotation, y);
    const tunip_doc_call *call = (const void *)tunip_doc_call_new(d, x, two, NULL, none);
    assert_ptr_equal(call->callee, x);
    assert_ptr_equal(call->args.items[0], y);
    assert_int_equal(call->values.count, 0);
    const tunip_doc_operation *op =
        (const void *)tunip_doc_operation_new(d, TUNIP_OP_IF_ELSE, TUNIP_DOCS(d, x, y, z));
    assert_int_equal(op->base.sub, TUNIP_OP_IF_ELSE);
    assert_int_equal(op->operands.count, 3);
    const tunip_doc_comment *comment =
        (const void *)tunip_doc_comment_new(d, (tunip_str)TUNIP_STR("note"));
    assert_true(tunip_str_is(comment->stmt.comment, "note"));
}

static void literals_keep_their_values(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    const tunip_path *path = tunip_path_root(d);
    const tunip_doc_literal *none = (const void *)tunip_doc_none(d, path);
    const tunip_doc_literal *boolean = (const void *)tunip_doc_bool(d, true, path);
    const tunip_doc_literal *integer = (const void *)tunip_doc_int(d, INT64_MIN, path);
    const tunip_doc_literal *real = (const void *)tunip_doc_float(d, 0.1, path);
    const tunip_doc_literal *text = (const void *)tunip_doc_str(d, tunip_str_from("s"), path);
    const tunip_doc_literal *const all[] = {none, boolean, integer, real, text};
    for (size_t i = 0; i < TUNIP_LEN(all); i++) {
        assert_int_equal(all[i]->base.kind, TUNIP_DOC_LITERAL);
        assert_int_equal(all[i]->base.sub, i); /* in the order of tunip_literal */
        assert_ptr_equal(all[i]->base.path, path);
    }
    assert_true(boolean->value.boolean);
    assert_true(integer->value.integer == INT64_MIN);
    assert_true(real->value.real == 0.1);
    assert_true(tunip_str_is(text->value.text, "s"));
}

static void a_name_may_have_its_type(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    const tunip_path *path = tunip_path_root(d);
    const tunip_doc *type = id(d, "t"), *attr = tunip_doc_attr_new(d, type, tunip_str_from("x"));
    const tunip_doc *plain = tunip_doc_id_new(d, tunip_str_from("x"), path);
    const tunip_doc_typed_id *typed = (const void *)tunip_doc_typed_id_new(d, plain, type);
    assert_int_equal(typed->id.base.kind, TUNIP_DOC_ID);
    assert_int_equal(typed->id.base.sub, TUNIP_ID_TYPED);
    assert_ptr_equal(typed->id.base.path, path);
    assert_true(tunip_str_is(typed->id.name, "x"));
    assert_ptr_equal(typed->type, type);
    assert_ptr_equal(tunip_doc_typed_id_new(d, plain, NULL), plain);
    assert_ptr_equal(tunip_doc_typed_id_new(d, attr, type), attr);
    const tunip_doc *again = tn_doc_id_new(d, TUNIP_ID_AGAIN, tunip_str_from("x"), path);
    typed = (const void *)tunip_doc_typed_id_new(d, again, type);
    assert_int_equal(typed->id.base.sub, TUNIP_ID_TYPED); /* the mark is for a report alone */
    d->variables->keeps_released = true;
    assert_ptr_equal(tunip_doc_typed_id_new(d, again, type), again); /* it is needed */
}

static void dtypes_are_strings(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    static const struct {
        tunip_dtype dtype;
        const char *name;
    } cases[] = {
        {{TUNIP_DTYPE_FLOAT, 16, 4}, "float16x4"},
        {{TUNIP_DTYPE_HANDLE, 0, 0}, "void"},
        {{TUNIP_DTYPE_BOOL, 8, 1}, "bool"},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        const tunip_doc_literal *doc = (const void *)tunip_doc_dtype(d, cases[i].dtype, NULL);
        assert_int_equal(doc->base.sub, TUNIP_LITERAL_STR);
        assert_true(tunip_str_is(doc->value.text, cases[i].name));
    }
}

/* ---- paths ---- */

static size_t count_paths(const tunip_docsifier *d, const tunip_doc *doc)
{
    size_t count = doc->path != NULL;
    for (uint32_t at = doc->more_paths; at; at = d->paths->more.items[at].next) count++;
    return count;
}

static bool has_path(const tunip_docsifier *d, const tunip_doc *doc, const tunip_path *path)
{
    bool found = doc->path == path;
    for (uint32_t at = doc->more_paths; at; at = d->paths->more.items[at].next)
        found |= d->paths->more.items[at].path == path;
    return found;
}

static void docs_collect_paths(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    const tunip_path *a = tunip_path_attr(d, tunip_path_root(d), "a");
    const tunip_path *b = tunip_path_attr(d, a, "b");
    const tunip_path *c = tunip_path_attr(d, b, "c");
    const tunip_doc *doc = id(d, "x");
    doc = tunip_doc_at(d, doc, NULL);
    assert_int_equal(count_paths(d, doc), 0);
    doc = tunip_doc_at(d, tunip_doc_at(d, doc, a), a);
    assert_int_equal(count_paths(d, doc), 1);
    assert_ptr_equal(doc->path, a);
    doc = tunip_doc_at(d, tunip_doc_at(d, doc, b), c);
    assert_int_equal(count_paths(d, doc), 3);
    assert_ptr_equal(doc->path, a);
    assert_true(has_path(d, doc, b));
    assert_true(has_path(d, doc, c));
    assert_true(doc_id_is(doc, "x"));
}

/* A Doc does not change when it is used once more. */
static void docs_are_immutable(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    const tunip_path *path = tunip_path_attr(d, tunip_path_root(d), "a");
    const tunip_path *more = tunip_path_attr(d, tunip_path_root(d), "b");
    const tunip_doc *first = id(d, "T");
    const tunip_doc *own = tunip_doc_at(d, first, path);
    const tunip_doc *both = tunip_doc_at(d, own, more);
    assert_true(doc_id_is(own, "T") && doc_id_is(both, "T"));
    assert_int_equal(count_paths(d, first), 0);
    assert_int_equal(count_paths(d, own), 1);
    assert_int_equal(count_paths(d, both), 2);
    const tunip_doc *call = tunip_doc_at(
        d,
        tunip_doc_at(d, tunip_doc_call_new(d, own, tunip_docs_none(), NULL, tunip_docs_none()),
                     path),
        more);
    const tunip_doc *partial = tunip_doc_partial_new(d, call, "key", first);
    assert_int_equal(call->sub, TUNIP_CALL_WHOLE);
    assert_int_equal(partial->sub, TUNIP_CALL_PARTIAL);
    assert_int_equal(count_paths(d, partial), 2);
    assert_ptr_equal(tunip_doc_continued_new(d, call, first), call); /* `first` is not a call */
}

/* ---- lists and text ---- */

static void lists_are_copied(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    const tunip_doc *items[] = {id(d, "x"), id(d, "y")};
    tunip_docs copy = tunip_docs_copy(d, 2, items);
    const tunip_doc *x = items[0];
    items[0] = items[1];
    assert_int_equal(copy.count, 2);
    assert_ptr_equal(copy.items[0], x);
    assert_int_equal(tunip_docs_copy(d, 0, NULL).count, 0);
    assert_int_equal(tunip_docs_view(NULL, 3).count, 0);
    assert_int_equal(tunip_docs_view(items, 2).count, 2);
    assert_null(tunip_docs_new(d, 0));
    assert_int_equal(d->memory.error.code, TUNIP_OK);
}

static void impossible_lists_fail(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    assert_null(tunip_docs_new(d, SIZE_MAX / 2));
    assert_int_equal(d->memory.error.code, TUNIP_ERROR_MEMORY);
    assert_string_equal(d->memory.error.message, "out of memory");
}

static void text_lives_as_long_as_the_job(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    char hint[] = "hint";
    tunip_str copy = tunip_doc_text(d, tunip_str_from(hint));
    tunip_str made = tunip_doc_format(d, "%s[%d]", hint, 3);
    hint[0] = 'X';
    assert_true(tunip_str_is(copy, "hint"));
    assert_true(tunip_str_is(made, "hint[3]"));
}

static void memory_of_the_job_is_zeroed(void **state)
{
    tunip_docsifier *d = &((fixture *)*state)->d;
    for (size_t i = 0; i < 100; i++) {
        unsigned char *at = tunip_job_alloc(d, 100);
        for (size_t k = 0; k < 100; k++) assert_int_equal(at[k], 0);
        memset(at, 0xFF, 100);
    }
}

/* ---- without memory ---- */

/* Without memory, constructors return a Doc that prints, and the job has the error. */
static void without_memory_there_are_placeholders(void **state)
{
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, PLENTY);
    const toy_world world = {.context = toy_context_new(&memory.allocator, NULL)};
    tunip_docsifier d;
    toy_job_open(&world, &d, NULL);
    memory.budget = 0;
    while (tn_arena_alloc(&d.memory.arena, 8)) {}
    const tunip_doc *docs[TUNIP_DOC__COUNT] = {NULL};
    make_all(&d, docs);
    for (size_t i = 0; i < TUNIP_DOC__COUNT; i++) assert_true(doc_id_is(docs[i], "<error>"));
    assert_true(doc_id_is(tunip_doc_at(&d, docs[0], tunip_path_root(&d)), "<error>"));
    assert_null(docs[0]->path);
    assert_null(tunip_doc_text(&d, tunip_str_from("x")).data);
    assert_int_equal(tunip_doc_format(&d, "%d", 1).size, 0);
    assert_null(tunip_job_alloc(&d, 8));
    assert_int_equal(d.memory.error.code, TUNIP_ERROR_MEMORY);
    tn_job_fail(&d, TUNIP_ERROR_RULE, "not the first");
    assert_string_equal(d.memory.error.message, "out of memory");
    tn_job_close(&d);
    tunip_context_free(world.context);
    assert_int_equal(memory.held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        JOB_TEST(every_kind_has_a_constructor_and_a_class),
        JOB_TEST(constructors_keep_what_they_are_given),
        JOB_TEST(literals_keep_their_values),
        JOB_TEST(a_name_may_have_its_type),
        JOB_TEST(dtypes_are_strings),
        JOB_TEST(docs_collect_paths),
        JOB_TEST(docs_are_immutable),
        JOB_TEST(lists_are_copied),
        JOB_TEST(impossible_lists_fail),
        JOB_TEST(text_lives_as_long_as_the_job),
        JOB_TEST(memory_of_the_job_is_zeroed),
        cmocka_unit_test(without_memory_there_are_placeholders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
