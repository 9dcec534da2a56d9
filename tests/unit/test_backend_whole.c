/* test_backend_whole.c -- a backend that writes a program: emit_root, state, reserved names,
 * namespaces of Docs, and whole bodies (TUNIP_BACKEND_WHOLE). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/ext/backend.h>

static const char module[] = TUNIP_DATA_DIR "/golden/script.mixed.json";

/* ---- a backend that writes the functions of a module, each with its number and dialect ---- */

typedef struct program {
    int functions;
    bool saw_text; /* a statement was prerendered */
} program;

static void emit_nothing(tunip_writer *w, const tunip_doc *doc)
{
    (void)w, (void)doc;
}

static void emit_body(tunip_writer *w, tunip_docs body)
{
    program *p = tunip_writer_state(w);
    for (size_t i = 0; i < body.count; i++) {
        p->saw_text |= body.items[i]->kind >= TUNIP_DOC__COUNT;
        tunip_emit(w, body.items[i]);
    }
}

static void emit_block(tunip_writer *w, const tunip_doc *doc)
{
    emit_body(w, ((const tunip_doc_block *)doc)->body);
}

static void emit_class(tunip_writer *w, const tunip_doc *doc)
{
    emit_body(w, ((const tunip_doc_class *)doc)->body);
}

static void emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_str(w, ((const tunip_doc_id *)doc)->name);
}

static void emit_function(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    program *p = tunip_writer_state(w);
    const tunip_namespace *space = tunip_writer_namespace(w, doc);
    tunip_write_int(w, ++p->functions);
    tunip_write_char(w, ' ');
    tunip_write_text(w, space ? space->dialect : "nobody");
    tunip_write_char(w, ' ');
    tunip_emit(w, function->name);
    for (size_t i = 0; i < function->args.count; i++) {
        tunip_write_char(w, ' ');
        tunip_emit(w, ((const tunip_doc_assign *)function->args.items[i])->lhs);
    }
    tunip_write_char(w, ';');
}

static void emit_root(tunip_writer *w, const tunip_doc *doc)
{
    size_t count;
    const tunip_namespace *spaces = tunip_writer_namespaces(w, &count);
    for (size_t i = 0; i < count; i++) {
        if (!spaces[i].used) continue;
        tunip_write_str(w, spaces[i].prefix);
        tunip_write_char(w, ',');
    }
    tunip_write_char(w, '<');
    tunip_emit(w, doc);
    program *p = tunip_writer_state(w);
    tunip_write_text(w, p->saw_text ? "text>" : ">");
}

static void emit_metadata(tunip_writer *w, tunip_str saved)
{
    tunip_write_text(w, saved.size ? "metadata\n" : "");
}

static bool is_reserved(tunip_str name)
{
    return tunip_str_is(name, "x") || tunip_str_is(name, "x_1");
}

static tunip_emit_fn emit[TUNIP_DOC__COUNT];

static const tunip_backend writes_program = {.abi = TUNIP_BACKEND_ABI,
                                             .size = sizeof(tunip_backend),
                                             .name = "program",
                                             .emit = emit,
                                             .kind_count = TUNIP_DOC__COUNT,
                                             .emit_metadata = emit_metadata,
                                             .emit_root = emit_root,
                                             .state_size = sizeof(program),
                                             .is_reserved = is_reserved};

/* The same, with the names of all functions ahead of them. */
static void emit_member(tunip_writer *w, const tunip_doc *around, const tunip_doc *member,
                        tunip_member_part part)
{
    if (part == TUNIP_MEMBER_ITSELF) {
        tunip_emit(w, member);
    } else if (member->kind == TUNIP_DOC_FUNCTION) {
        tunip_emit(w, ((const tunip_doc_class *)around)->name);
        tunip_write_char(w, '.');
        tunip_emit(w, ((const tunip_doc_function *)member)->name);
        tunip_write_newline(w);
    }
}

static void emit_class_in_parts(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_class *parent = (const tunip_doc_class *)doc;
    tunip_write_indent(w);
    tunip_write_newline(w);
    for (int part = 0; part < TUNIP_MEMBER__COUNT; part++)
        for (size_t i = 0; i < parent->body.count; i++)
            tunip_emit_member(w, doc, parent->body.items[i], (tunip_member_part)part);
    tunip_write_dedent(w);
}

/* ---- printing ---- */

static void fill_table(void)
{
    for (size_t i = 0; i < TUNIP_DOC__COUNT; i++) emit[i] = emit_nothing;
    emit[TUNIP_DOC_BLOCK] = emit_block;
    emit[TUNIP_DOC_CLASS] = emit_class;
    emit[TUNIP_DOC_ID] = emit_id;
    emit[TUNIP_DOC_FUNCTION] = emit_function;
}

static void assert_backend_prints(tunip_backend backend, const char *path, const char *expected)
{
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(tunip_context_add_backend(context, &backend, NULL), TUNIP_OK);
    tunip_graph *graph = tunip_read_file(context, path, NULL);
    assert_non_null(graph);
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = "program";
    options.no_source_map = true;
    for (int times = 0; times < 2; times++) { /* each print has new state */
        tunip_printed *printed = NULL;
        assert_int_equal(tunip_print(context, tunip_graph_root(graph), &options, &printed, NULL),
                         TUNIP_OK);
        assert_string_equal(tunip_printed_text(printed).data, expected);
        tunip_printed_free(printed);
    }
    tunip_graph_free(graph);
    tunip_context_free(context);
}

static void assert_prints(const char *path, uint32_t flags, const char *expected)
{
    tunip_backend backend = writes_program;
    fill_table();
    backend.flags = flags;
    assert_backend_prints(backend, path, expected);
}

static void a_program_has_a_frame_names_and_namespaces(void **state)
{
    (void)state;
    assert_prints(module, TUNIP_BACKEND_WHOLE,
                  "I,T,R,<1 tir tir_exp a o;2 relax sub x_2;3 relax main x_2 w;>");
}

/* Prerendered functions are emitted one by one, before the root. */
static void without_the_flag_functions_are_text_already(void **state)
{
    (void)state;
    assert_prints(module, 0, "I,T,R,<1 tir tir_exp a o;2 relax sub x_2;3 relax main x_2 w;text>");
}

static void members_have_their_say_ahead_of_all(void **state)
{
    (void)state;
    tunip_backend backend = writes_program;
    fill_table();
    emit[TUNIP_DOC_CLASS] = emit_class_in_parts;
    backend.emit_member = emit_member;
    for (int whole = 0; whole < 2; whole++) {
        backend.flags = whole ? TUNIP_BACKEND_WHOLE : 0;
        assert_backend_prints(backend, module,
                              "I,T,R,<\n"
                              "    Module.tir_exp\n"
                              "    Module.sub\n"
                              "    Module.main\n"
                              "    1 tir tir_exp a o;2 relax sub x_2;3 relax main x_2 w;>");
    }
}

static void the_section_is_there_where_the_text_needs_it(void **state)
{
    (void)state;
    const char *path = TUNIP_DATA_DIR "/golden/rnd_relax.1001.json";
    assert_prints(path, 0, "R,<1 relax main R_1;>");
    assert_prints(path, TUNIP_BACKEND_METADATA, "metadata\nR,<1 relax main R_1;>");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_has_a_frame_names_and_namespaces),
        cmocka_unit_test(without_the_flag_functions_are_text_already),
        cmocka_unit_test(members_have_their_say_ahead_of_all),
        cmocka_unit_test(the_section_is_there_where_the_text_needs_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
