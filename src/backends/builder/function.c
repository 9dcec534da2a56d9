/* function.c -- functions and the modules they are in. A module declares all its functions before
 * any body, because they may call each other. */
#include "builder.h"

static const tn_builder_function kinds[] = {
    {"prim_func", "PrimFunc", "func_ret", NULL},
    {"function", "Function.create_empty", "func_ret_struct_info", "func_ret_value"},
};

/* The decorator with the kind of a function: the last one. */
static const tunip_doc *decorator_of(const tunip_doc_function *function)
{
    tunip_docs decorators = function->decorators;
    return decorators.count ? decorators.items[decorators.count - 1] : NULL;
}

static const tn_builder_function *find_function(tunip_writer *w, const tunip_doc *decorator)
{
    tunip_str name = decorator ? tn_builder_word_of(decorator) : (tunip_str){NULL, 0};
    for (size_t i = 0; i < TUNIP_LEN(kinds); i++)
        if (tunip_str_is(name, kinds[i].decorator)) return &kinds[i];
    tunip_writer_fail(w, "a function decorated with %.*s is not in the IRBuilder's API",
                      (int)name.size, name.size ? name.data : "");
    return NULL;
}

/* ---- settings of functions ---- */

static const tunip_doc *setting(const tunip_doc *decorator, const char *key)
{
    if (decorator->kind != TUNIP_DOC_CALL) return NULL;
    return tn_builder_keyword((const tunip_doc_call *)decorator, tunip_str_from(key));
}

/* A nested function is private to its outer function. */
static void write_frame(tunip_writer *w, const tunip_doc *doc, const tunip_doc *decorator,
                        bool is_inner)
{
    const tunip_doc *pure = setting(decorator, "pure");
    const tunip_doc *private = setting(decorator, "private");
    const char *separator = "";
    tn_builder_write_own(w, doc, find_function(w, decorator)->decorator);
    tunip_write_char(w, '(');
    if (pure) {
        tunip_write_text(w, "is_pure=");
        tunip_emit(w, pure);
        separator = ", ";
    }
    if (decorator->kind == TUNIP_DOC_CALL && tn_builder_partial((const tunip_doc_call *)decorator))
        tunip_writer_fail(w, "a function whose attributes are NULL cannot be built");
    if (private || is_inner) {
        tunip_write_text(w, separator);
        tunip_write_text(w, "is_private=");
        if (is_inner)
            tunip_write_text(w, "True");
        else
            tunip_emit(w, private);
    }
    tunip_write_char(w, ')');
}

/* ---- functions ---- */

/* Declares symbols before a declaration, where their names do not matter. */
static void declare_symbols(tunip_writer *w, tunip_docs body)
{
    for (size_t i = 0; i < body.count; i++) {
        const tunip_doc_assign *assign = (const tunip_doc_assign *)body.items[i];
        if (assign->rhs) {
            tunip_emit(w, assign->lhs);
            tunip_write_text(w, " = ");
            tunip_emit(w, assign->rhs);
        } else {
            tn_builder_emit_stmt(w, body.items[i]);
        }
        tunip_write_newline(w);
    }
}

static tunip_str name_of(const tunip_doc_function *function)
{
    return ((const tunip_doc_id *)function->name)->name;
}

static void write_param(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assign *param = (const tunip_doc_assign *)doc;
    tn_builder_write_defined(w, param->lhs);
    tunip_write_text(w, " = ");
    tn_builder_write_own(w, doc, "arg");
    tunip_write_text(w, "(\"");
    tn_builder_write_defined(w, param->lhs);
    tunip_write_text(w, "\", ");
    tn_builder_write_made(w, tn_builder_type_of(param));
    tunip_write_char(w, ')');
}

static void write_params(tunip_writer *w, const tunip_doc_function *function)
{
    for (size_t i = 0; i < function->args.count; i++) {
        tunip_write_newline(w);
        tunip_emit_as(w, function->args.items[i], write_param);
    }
}

/* The type of a result is a type or a struct info. */
static void write_result(tunip_writer *w, const tn_builder_function *kind, const tunip_doc *type)
{
    if (!kind->value && !tn_builder_is_variable_type(w, type))
        tunip_writer_fail(w, "a return type that no variable can have cannot be built");
    tn_builder_write_made(w, type);
    if (!kind->value) tunip_write_text(w, ".type_annotation");
}

static bool holds_function(const tunip_doc *type, int depth)
{
    tunip_docs args = {NULL, 0};
    if (type && type->kind == TUNIP_DOC_CALL) args = ((const tunip_doc_call *)type)->args;
    if (type && tunip_str_is(tn_builder_word_of(type), "Callable")) return true;
    for (size_t i = 0; i < args.count && depth < TN_BUILDER_MOST_NESTED; i++)
        if (holds_function(args.items[i], depth + 1)) return true;
    return false;
}

static void write_signature(tunip_writer *w, const tunip_doc *doc, const tn_builder_function *kind)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    tunip_write_newline(w);
    tn_builder_write_own(w, doc, "func_name");
    tunip_write_char(w, '(');
    tn_builder_write_string(w, name_of(function));
    tunip_write_char(w, ')');
    size_t symbols = tn_builder_count_symbols(function->body);
    tn_builder_write_body(w, tunip_docs_view(function->body.items, symbols));
    if (function->return_type) {
        tunip_write_newline(w);
        tn_builder_write_own(w, doc, kind->result);
        tunip_write_char(w, '(');
        write_result(w, kind, function->return_type);
        tunip_write_char(w, ')');
    }
    write_params(w, function);
    tn_builder_write_body(w, tn_builder_docs_from(function->body, symbols));
}

static void write_function(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    tn_builder_state *state = tn_builder_state_of(w);
    const tn_builder_function *outer = state->function;
    const tunip_doc *decorator = decorator_of(function);
    const tn_builder_function *kind = find_function(w, decorator);
    tn_builder_with with = {.target = NULL};
    tn_builder_facts facts = state->facts;
    if (!kind) return;
    state->function = kind;
    state->facts = (tn_builder_facts){.returns_functions = false};
    state->facts.returns_functions = holds_function(function->return_type, 0);
    tn_python_write_comment_above(w, &function->stmt);
    tn_builder_with_begin(w, &with);
    write_frame(w, doc, decorator, outer != NULL);
    tn_builder_with_body(w, &with);
    write_signature(w, doc, kind);
    tn_builder_with_end(w, &with);
    state->function = outer;
    state->facts = facts;
}

/* A function that is the value of a variable is built by a builder of its own. */
static void write_local_function(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc *name = ((const tunip_doc_function *)doc)->name;
    tn_builder_state *state = tn_builder_state_of(w);
    const tunip_doc_id *outer = state->local;
    tn_builder_with with = {.variable = "ib", .number = ++state->numbers};
    tn_builder_with_begin(w, &with);
    tunip_write_text(w, "IRBuilder()");
    tn_builder_with_body(w, &with);
    tunip_write_newline(w);
    state->local = (const tunip_doc_id *)name;
    write_function(w, doc);
    state->local = outer;
    tn_builder_with_end(w, &with);
    tunip_write_newline(w);
    tunip_emit(w, name);
    tunip_write_text(w, " = ");
    tn_builder_write_own(w, doc, "emit");
    tunip_write_char(w, '(');
    tn_builder_write_variable(w, with.variable, with.number);
    tunip_write_text(w, ".get())");
    tn_builder_write_naming(w, name);
    state->numbers--;
}

/* ---- without a root block ---- */

void tn_builder_write_rootless(tunip_writer *w)
{
    static const char *const lines[] = {"def get(self):", "made = super().get()",
                                        "return made.with_body(made.body.block.body)"};
    tunip_write_text(w, "class Rootless(IRBuilder):");
    for (size_t i = 0; i < TUNIP_LEN(lines); i++) {
        if (i < 2) tunip_write_indent(w);
        tunip_write_newline(w);
        tunip_write_text(w, lines[i]);
    }
    tunip_write_dedent(w);
    tunip_write_dedent(w);
    tunip_write_newline(w);
    tunip_write_newline(w);
}

static bool gets_root(const tunip_doc_function *function)
{
    tunip_str name = tn_builder_word_of(decorator_of(function));
    return tunip_str_is(name, kinds[0].decorator) && tn_builder_gets_root(function->body);
}

bool tn_builder_is_rootless(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_FUNCTION && gets_root((const tunip_doc_function *)doc);
}

/* In a module such a function has a builder of its own, and is put into the module then. */
static void write_rootless_member(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_state *state = tn_builder_state_of(w);
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    tn_builder_with with = {.variable = "ib", .number = ++state->numbers};
    tn_builder_with_begin(w, &with);
    tunip_write_text(w, "IRBuilder()");
    tn_builder_with_body(w, &with);
    tunip_write_newline(w);
    write_function(w, doc);
    tn_builder_with_end(w, &with);
    tunip_write_newline(w);
    tn_builder_write_own(w, state->around, "def_function");
    tunip_write_char(w, '(');
    tn_builder_write_string(w, name_of(function));
    tunip_write_text(w, ", ");
    tn_builder_write_variable(w, with.variable, with.number);
    tunip_write_text(w, ".get().with_body(");
    tn_builder_write_variable(w, with.variable, with.number);
    tunip_write_text(w, ".get().body.block.body))");
    state->numbers--;
}

void tn_builder_emit_function(tunip_writer *w, const tunip_doc *doc)
{
    const tn_builder_state *state = tn_builder_state_of(w);
    if (state->function)
        write_local_function(w, doc);
    else if (state->around && tn_builder_is_rootless(doc))
        write_rootless_member(w, doc);
    else
        write_function(w, doc);
}

/* ---- modules ---- */

/* With its name, because the types of later parameters may use it. */
static void write_declared_param(tunip_writer *w, const tunip_doc *doc,
                                 const tunip_doc_assign *param)
{
    tunip_emit(w, param->lhs);
    tunip_write_text(w, " := ");
    tn_builder_write_home(w, doc, "Var");
    tunip_write_text(w, "(\"");
    tunip_emit(w, param->lhs);
    tunip_write_text(w, "\", ");
    tn_builder_write_made(w, param->annotation);
    tunip_write_char(w, ')');
}

static void write_declared_params(tunip_writer *w, const tn_builder_function *kind,
                                  const tunip_doc_function *function)
{
    tunip_write_char(w, '[');
    for (size_t i = 0; i < function->args.count; i++) {
        const tunip_doc_assign *param = (const tunip_doc_assign *)function->args.items[i];
        if (i) tunip_write_text(w, ", ");
        if (kind->value)
            write_declared_param(w, &function->stmt.base, param);
        else
            tn_builder_write_made(w, tn_builder_type_of(param));
    }
    tunip_write_char(w, ']');
}

/* A function without a body: the declaration of its signature. */
static void write_declared(tunip_writer *w, const tunip_doc *doc, const tn_builder_function *kind)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    const tunip_doc *decorator = decorator_of(function);
    const tunip_doc *pure = setting(decorator, "pure");
    tn_builder_write_home(w, doc, kind->signature);
    tunip_write_char(w, '(');
    write_declared_params(w, kind, function);
    tunip_write_text(w, kind->value ? ", " : ", None");
    if (function->return_type) {
        if (!kind->value) tunip_write_text(w, ", ");
        write_result(w, kind, function->return_type);
    } else if (kind->value) {
        tn_builder_write_home(w, doc, "ObjectStructInfo()");
    }
    if (pure) tunip_write_text(w, ", is_pure=");
    if (pure) tunip_emit(w, pure);
    tunip_write_char(w, ')');
}

/* CLASS.name = PREFIX.decl_function("name", ..., or setattr() for a name that is not a Python
 * name. */
static void begin_declaration(tunip_writer *w, const tunip_doc_class *module, tunip_str name)
{
    bool is_name = tn_builder_is_name(name);
    if (!is_name) tunip_write_text(w, "setattr(");
    tunip_emit(w, module->name);
    tunip_write_text(w, is_name ? "." : ", ");
    if (is_name)
        tunip_write_str(w, name);
    else
        tn_builder_write_string(w, name);
    tunip_write_text(w, is_name ? " = " : ", ");
    tn_builder_write_own(w, &module->stmt.base, "decl_function");
    tunip_write_char(w, '(');
    tn_builder_write_string(w, name);
    tunip_write_text(w, ", ");
}

static void end_declaration(tunip_writer *w, tunip_str name)
{
    tunip_write_text(w, tn_builder_is_name(name) ? ")" : "))");
}

static void declare_function(tunip_writer *w, const tunip_doc_class *module, const tunip_doc *doc)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    const tn_builder_function *kind = find_function(w, decorator_of(function));
    if (!kind) return;
    tunip_docs body = function->body;
    tunip_write_newline(w);
    declare_symbols(w, tunip_docs_view(body.items, tn_builder_count_symbols(body)));
    begin_declaration(w, module, name_of(function));
    write_declared(w, doc, kind);
    end_declaration(w, name_of(function));
}

/* A member that is assigned: a name for an existing value. */
static void define_value(tunip_writer *w, const tunip_doc_class *module, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    if (assign->lhs->kind != TUNIP_DOC_ID || !assign->rhs) {
        tunip_writer_fail(w, "a member of a module without name or value cannot be built");
        return;
    }
    tunip_str name = ((const tunip_doc_id *)assign->lhs)->name;
    tunip_write_newline(w);
    begin_declaration(w, module, name);
    tunip_emit(w, assign->rhs);
    end_declaration(w, name);
}

static void declare(tunip_writer *w, const tunip_doc_class *module, const tunip_doc *member)
{
    if (member->kind == TUNIP_DOC_FUNCTION) declare_function(w, module, member);
    if (member->kind == TUNIP_DOC_ASSIGN) define_value(w, module, member);
}

/* A function may be emitted before the module around it, whose blocks are not there yet. */
void tn_builder_emit_member(tunip_writer *w, const tunip_doc *around, const tunip_doc *member,
                            tunip_member_part part)
{
    enum { MODULE_BLOCKS = 2 };
    tn_builder_state *state = tn_builder_state_of(w);
    size_t blocks = state->blocks;
    if (!blocks) state->blocks = MODULE_BLOCKS;
    state->around = around;
    state->module = tunip_writer_namespace(w, around);
    if (part == TUNIP_MEMBER_AHEAD)
        declare(w, (const tunip_doc_class *)around, member);
    else
        tn_builder_emit_stmt(w, member);
    state->around = NULL;
    state->module = NULL;
    state->blocks = blocks;
}

/* A function may be rendered already. */
static bool is_function(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_FUNCTION || doc->kind >= TUNIP_DOC__COUNT;
}

/* Attributes come first, as they do in the class. */
static void write_rest(tunip_writer *w, const tunip_doc_class *module, bool functions)
{
    for (size_t i = 0; i < module->body.count; i++) {
        const tunip_doc *doc = module->body.items[i];
        if (doc->kind == TUNIP_DOC_ASSIGN || is_function(doc) != functions) continue;
        tunip_write_newline(w);
        tunip_emit_member(w, &module->stmt.base, doc, TUNIP_MEMBER_ITSELF);
    }
}

/* The class only holds the names of the functions. */
static void write_class(tunip_writer *w, const tunip_doc_class *module)
{
    tunip_write_newline(w);
    tunip_write_text(w, "class ");
    tunip_emit(w, module->name);
    tunip_write_char(w, ':');
    tunip_write_indent(w);
    tunip_write_newline(w);
    tunip_write_text(w, "pass");
    tunip_write_dedent(w);
    tunip_write_newline(w);
}

void tn_builder_emit_class(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_class *module = (const tunip_doc_class *)doc;
    tn_builder_with with = {.target = NULL};
    tn_python_write_comment_above(w, &module->stmt);
    tn_builder_with_begin(w, &with);
    tn_builder_write_own(w, doc, "ir_module");
    tunip_write_text(w, "()");
    tn_builder_with_body(w, &with);
    write_class(w, module);
    write_rest(w, module, false);
    for (size_t i = 0; i < module->body.count; i++)
        tunip_emit_member(w, doc, module->body.items[i], TUNIP_MEMBER_AHEAD);
    write_rest(w, module, true);
    tn_builder_with_end(w, &with);
}
