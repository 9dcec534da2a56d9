/* npu.c -- the IR of a small accelerator, as a plugin for tunip. docs/writing-a-dialect.md walks
 * through it.
 *
 * A kernel works on tensors in named memories. It moves tiles between memories (Dma), multiplies
 * tiles in fast memory (Matmul), and repeats both in loops whose steps overlap (Loop). */
#include <tunip/ext/elaborate.h>
#include <tunip/ext/ir_rules.h>
#include <tunip/ext/plugin.h>
#include <tunip/tvm/tir.h>

/* ---- the nodes: any structs whose first member is (in the end) a tunip_node ---- */

/* npu.Memory: the memory of a tensor. Saved as its name: "sram". */
typedef struct npu_memory {
    tunip_node base;
    tunip_string *name;
} npu_memory;

/* npu.Tensor: a variable. */
typedef struct npu_tensor {
    tunip_node base;
    tunip_string *name;
    tunip_array *shape; /* of expressions, as TIR has them */
    tunip_dtype dtype;
    npu_memory *memory;
} npu_tensor;

/* npu.Alloc: makes a tensor. */
typedef struct npu_alloc {
    tunip_node base;
    npu_tensor *tensor;
} npu_alloc;

/* npu.Dma: copies the tile of `from` that begins at `offsets` to `to`, or back. */
typedef struct npu_dma {
    tunip_node base;
    npu_tensor *from;
    npu_tensor *to;
    tunip_array *offsets; /* one for each dimension; none for the whole tensor */
} npu_dma;

/* npu.Matmul: into += lhs @ rhs. */
typedef struct npu_matmul {
    tunip_node base;
    npu_tensor *lhs;
    npu_tensor *rhs;
    npu_tensor *into;
} npu_matmul;

/* npu.Loop: repeats its body, `stages` steps at a time. */
typedef struct npu_loop {
    tunip_node base;
    tunip_tir_var *var;
    tunip_node *count;
    int64_t stages;
    tunip_array *body;
} npu_loop;

/* npu.Kernel: a function of a module. */
typedef struct npu_kernel {
    tunip_ir_base_func base;
    tunip_array *params; /* of tensors */
    tunip_array *body;
} npu_kernel;

/* ---- the types: tables for reading, equality, hash, diff and paths ---- */

static tunip_status memory_from_text(tunip_graph *graph, tunip_str text, tunip_node *out,
                                     tunip_error *error)
{
    npu_memory *memory = (npu_memory *)out;
    if (!text.size) return tunip_error_set(error, TUNIP_ERROR_FORMAT, "a memory has a name");
    memory->name = tunip_string_new_view(graph, text);
    return memory->name ? TUNIP_OK : tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
}

static tunip_str memory_to_text(tunip_graph *graph, const tunip_node *node)
{
    (void)graph;
    return tunip_string_value(((const npu_memory *)node)->name);
}

static const tunip_codec memory_codec = {.from_text = memory_from_text, .to_text = memory_to_text};

/* clang-format off */
static const tunip_field npu_memory_fields[] = {
    TUNIP_FIELD_NODE(npu_memory, name, tunip_string, 0),
};
static TUNIP_TYPE(npu_memory, "npu.Memory", NULL, TREE, 0, &memory_codec);

static const tunip_field npu_tensor_fields[] = {
    TUNIP_FIELD_NODE(npu_tensor, name, tunip_string, TUNIP_FLAG_IGNORE),
    TUNIP_FIELD_ARRAY(npu_tensor, shape, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_DTYPE(npu_tensor, dtype, 0),
    TUNIP_FIELD_NODE(npu_tensor, memory, npu_memory, 0),
};
static TUNIP_TYPE(npu_tensor, "npu.Tensor", NULL, FREE_VAR, TUNIP_TYPE_VARIABLE, NULL);

static const tunip_field npu_alloc_fields[] = {
    TUNIP_FIELD_NODE(npu_alloc, tensor, npu_tensor, TUNIP_FLAG_DEF),
};
static TUNIP_TYPE(npu_alloc, "npu.Alloc", NULL, TREE, 0, NULL);

static const tunip_field npu_dma_fields[] = {
    TUNIP_FIELD_NODE(npu_dma, from, npu_tensor, 0),
    TUNIP_FIELD_NODE(npu_dma, to, npu_tensor, 0),
    TUNIP_FIELD_ARRAY(npu_dma, offsets, tunip_ir_prim_expr, 0),
};
static TUNIP_TYPE(npu_dma, "npu.Dma", NULL, TREE, 0, NULL);

static const tunip_field npu_matmul_fields[] = {
    TUNIP_FIELD_NODE(npu_matmul, lhs, npu_tensor, 0),
    TUNIP_FIELD_NODE(npu_matmul, rhs, npu_tensor, 0),
    TUNIP_FIELD_NODE(npu_matmul, into, npu_tensor, 0),
};
static TUNIP_TYPE(npu_matmul, "npu.Matmul", NULL, TREE, 0, NULL);

static const tunip_field npu_loop_fields[] = {
    TUNIP_FIELD_NODE(npu_loop, var, tunip_tir_var, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ABSTRACT(npu_loop, count, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_INT(npu_loop, stages, 0),
    TUNIP_FIELD_ARRAY(npu_loop, body, tunip_any, 0),
};
static TUNIP_TYPE(npu_loop, "npu.Loop", NULL, TREE, 0, NULL);

static const tunip_field npu_kernel_fields[] = {
    TUNIP_FIELD_ARRAY(npu_kernel, params, npu_tensor, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ARRAY(npu_kernel, body, tunip_any, 0),
};
static TUNIP_TYPE(npu_kernel, "npu.Kernel", &tunip_ir_base_func_type, TREE, 0, NULL);
/* clang-format on */

/* ---- the rules: how nodes become Docs ---- */

static const tunip_dialect npu_dialect;

/* NPU.Tensor((64, 64), "float16", "sram") */
static const tunip_doc *describe(tunip_docsifier *d, const npu_tensor *tensor, const char *callee,
                                 const tunip_path *path)
{
    const tunip_path *shape_path = tunip_path_attr(d, path, "shape");
    tunip_docs dims = tunip_docsify_items(d, tensor->shape, shape_path);
    const tunip_doc *shape = tunip_doc_at(d, tunip_doc_tuple_new(d, dims), shape_path);
    const tunip_doc *dtype = tunip_doc_dtype(d, tensor->dtype, tunip_path_attr(d, path, "dtype"));
    const tunip_doc *memory = TUNIP_CHILD(d, tensor, memory, path);
    return tunip_prefixed_call(d, &npu_dialect, callee, TUNIP_DOCS(d, shape, dtype, memory));
}

static const tunip_doc *define(tunip_docsifier *d, tunip_frame *frame, const npu_tensor *tensor,
                               const tunip_path *path)
{
    tunip_str name = tunip_string_value(tensor->name);
    return tunip_doc_at(d, tunip_define(d, frame, tensor, name), path);
}

static const tunip_doc *docsify_memory(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    return tunip_doc_str(d, tunip_string_value(((const npu_memory *)node)->name), path);
}

/* A use of a tensor that is not defined: reports this and declares it in the current frame. */
static const tunip_doc *docsify_tensor(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    const npu_tensor *tensor = (const npu_tensor *)node;
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "tensor %s is not defined",
                 tensor->name ? tensor->name->value.data : "");
    tunip_frame *frame = tunip_frame_top(d);
    tunip_str name = tunip_string_value(tensor->name);
    const tunip_doc *id = tunip_define_ahead(d, frame, tensor, name);
    const tunip_doc *made = describe(d, tensor, "Tensor", path);
    tunip_frame_add(d, frame, tunip_doc_assign_new(d, TUNIP_ROLE_DEFINE, id, made, NULL));
    return tunip_variable(d, node);
}

static const tunip_doc *docsify_alloc(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const npu_tensor *tensor = ((const npu_alloc *)node)->tensor;
    const tunip_path *at = tunip_path_attr(d, path, "tensor");
    if (!tensor) return tunip_docsify_child(d, tensor, at);
    const tunip_doc *made = describe(d, tensor, "alloc", at);
    const tunip_doc *id = define(d, tunip_frame_top(d), tensor, at);
    return tunip_doc_assign_new(d, TUNIP_ROLE_ALLOC, id, made, NULL);
}

/* Each item of a body becomes a statement of the frame. */
static void add_body(tunip_docsifier *d, tunip_frame *frame, const tunip_array *body,
                     const tunip_path *path)
{
    for (size_t i = 0; i < tunip_array_count(body); i++) {
        const tunip_doc *doc = tunip_docsify_child(d, body->items[i], tunip_path_item(d, path, i));
        if (tunip_doc_classify(doc) == TUNIP_CLASS_EXPR)
            doc = tunip_doc_expr_stmt_new(d, TUNIP_ROLE_EFFECT, doc);
        tunip_frame_add(d, frame, doc);
    }
}

/* Sugar: a loop whose steps do not overlap prints with Python's range(). */
static const tunip_doc *write_range(tunip_docsifier *d, const npu_loop *loop,
                                    const tunip_path *path)
{
    const tunip_doc *count = TUNIP_CHILD(d, loop, count, path);
    if (loop->stages == 1 && !tunip_job_options(d)->no_syntax_sugar) {
        const tunip_doc *range = tunip_doc_id_new(d, (tunip_str)TUNIP_STR("range"), NULL);
        return tunip_doc_call_new(d, range, TUNIP_DOCS(d, count), NULL, tunip_docs_none());
    }
    static const tunip_str key = TUNIP_STR("stages");
    const tunip_doc *stages = tunip_doc_int(d, loop->stages, tunip_path_attr(d, path, "stages"));
    return tunip_doc_call_new(d, tunip_prefixed(d, &npu_dialect, "pipeline"), TUNIP_DOCS(d, count),
                              &key, TUNIP_DOCS(d, stages));
}

/* The body is a frame, so that variables defined inside are not visible after the loop. */
static const tunip_doc *docsify_loop(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    const npu_loop *loop = (const npu_loop *)node;
    const tunip_doc *range = write_range(d, loop, path);
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &npu_dialect, node);
    tunip_str hint = loop->var ? tunip_string_value(loop->var->name) : tunip_str_from("i");
    const tunip_doc *var =
        tunip_doc_at(d, tunip_define(d, &frame, loop->var, hint), tunip_path_attr(d, path, "var"));
    add_body(d, &frame, loop->body, tunip_path_attr(d, path, "body"));
    const tunip_doc *doc = tunip_doc_for_new(d, var, range, tunip_frame_body(d, &frame, NULL));
    tunip_frame_leave(d, &frame);
    return doc;
}

static tunip_docs write_params(tunip_docsifier *d, tunip_frame *frame, const npu_kernel *kernel,
                               const tunip_path *path)
{
    size_t count = tunip_array_count(kernel->params);
    const tunip_doc **docs = tunip_docs_new(d, count);
    for (size_t i = 0; docs && i < count; i++) {
        const npu_tensor *tensor = TUNIP_AS(npu_tensor, kernel->params->items[i]);
        const tunip_path *at = tunip_path_item(d, path, i);
        const tunip_doc *type = tensor ? describe(d, tensor, "Tensor", at) : NULL;
        const tunip_doc *id =
            tensor ? define(d, frame, tensor, at) : tunip_docsify_child(d, NULL, at);
        docs[i] = tensor ? tunip_doc_assign_new(d, TUNIP_ROLE_PARAM, id, NULL, type) : id;
    }
    return tunip_docs_view(docs, count);
}

/* tunip_with_header() adds the import lines of the used dialects, unless the kernel is in a
 * module. */
static const tunip_doc *docsify_kernel(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    const npu_kernel *kernel = (const npu_kernel *)node;
    tunip_str name = tunip_ir_function_name(d, &kernel->base);
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &npu_dialect, node);
    tunip_frame_token(d, &frame, "npu");
    const tunip_doc *decorator = tunip_prefixed(d, &npu_dialect, "kernel");
    tunip_docs params = write_params(d, &frame, kernel, tunip_path_attr(d, path, "params"));
    add_body(d, &frame, kernel->body, tunip_path_attr(d, path, "body"));
    tunip_str shown = name.data ? tunip_name_text(d, name, path) : tunip_str_from("main");
    const tunip_doc *doc =
        tunip_doc_function_new(d, tunip_doc_id_new(d, shown, NULL), params,
                               TUNIP_DOCS(d, decorator), NULL, tunip_frame_body(d, &frame, NULL));
    tunip_frame_leave(d, &frame);
    return tunip_with_header(d, tunip_doc_at(d, doc, path));
}

/* Inside a kernel, integers print as plain numbers, without their dtype. */
static const tunip_doc *docsify_int(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    return tunip_doc_int(d, ((const tunip_ir_int_imm *)node)->value, path);
}

static const tunip_rule rules[] = {
    {&npu_memory_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_memory},
    {&npu_tensor_type, "", TUNIP_RULE_VARIABLE, NULL, NULL, docsify_tensor},
    {&npu_alloc_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_alloc},
    {&npu_dma_type, "", TUNIP_RULE_CALL, "dma", "from to offsets", NULL},
    {&npu_matmul_type, "", TUNIP_RULE_CALL, "matmul", "lhs rhs into=into", NULL},
    {&npu_loop_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_loop},
    {&npu_kernel_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_kernel},
    {&tunip_ir_int_imm_type, "npu", TUNIP_RULE_CONSTANT, NULL, NULL, docsify_int},
};

/* The text shows only the global symbol, as the name of the kernel: a reader infers that there are
 * no other attributes. */
static const char *lost_in_kernel(tunip_docsifier *d, const tunip_node *node)
{
    const npu_kernel *kernel = (const npu_kernel *)node;
    const tunip_map_entry *symbol = tunip_ir_global_symbol(&kernel->base);
    if (!symbol) return "attrs";
    return tunip_ir_shown_attrs(d, &kernel->base, tunip_string_value(symbol->value)) ? "attrs"
                                                                                     : NULL;
}

/* The fields that the text shows, and the fields that a reader infers. */
static const tunip_account accounts[] = {
    {&npu_memory_type, "name", NULL, NULL},
    {&npu_tensor_type, "name shape dtype memory", NULL, NULL},
    {&npu_alloc_type, "tensor", NULL, NULL},
    {&npu_dma_type, "from to offsets", NULL, NULL},
    {&npu_matmul_type, "lhs rhs into", NULL, NULL},
    {&npu_loop_type, "var count stages body", NULL, NULL},
    {&npu_kernel_type, "params body", "attrs", lost_in_kernel},
};

static const tunip_root roots[] = {
    {&npu_kernel_type, "npu", true, NULL},
    {&npu_loop_type, "npu", true, NULL},
};

/* ---- the vocabulary: how scripts become nodes again ---- */

/* The calls of rules[] are words already: NPU.dma and NPU.matmul need nothing here. */

static void *body_of(tunip_elaborator *e)
{
    size_t count;
    tunip_node **nodes = tunip_scope_nodes(e, &count);
    return tunip_array_new(tunip_elaborator_graph(e), count, (void **)nodes);
}

/* NPU.Tensor((64, 64), "float16", "sram"), and the same for NPU.alloc, whose target is a tensor. */
static tunip_value read_tensor(tunip_elaborator *e, const tunip_word_call *call)
{
    npu_tensor *tensor = tunip_node_new(tunip_elaborator_graph(e), &npu_tensor_type);
    if (!tensor) return tunip_value_wrong(call->doc);
    tensor->shape = tunip_value_to_array(e, &call->args[0], &tunip_ir_prim_expr_type);
    tensor->dtype = tunip_value_to_dtype(e, &call->args[1], tensor->dtype);
    tensor->memory = tunip_value_to_node(e, &call->args[2], &npu_memory_type);
    if (!tensor->memory) return tunip_value_wrong(call->doc);
    return tunip_value_node(tensor, call->doc);
}

static tunip_value read_alloc(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_value tensor = read_tensor(e, call);
    npu_alloc *alloc = tunip_node_new(tunip_elaborator_graph(e), &npu_alloc_type);
    if (tensor.kind != TUNIP_VALUE_NODE || !alloc) return tunip_value_wrong(call->doc);
    alloc->tensor = (npu_tensor *)tensor.node;
    return tunip_value_node(alloc, call->doc);
}

/* A loop: a scope, whose statements are its body. */
typedef struct loop_reader {
    tunip_scope scope;
    npu_loop *loop;
} loop_reader;

static void *leave_loop(tunip_elaborator *e, tunip_scope *scope)
{
    npu_loop *loop = ((loop_reader *)scope)->loop;
    loop->body = body_of(e);
    return loop;
}

static const tunip_scope_kind loop_scope = {
    .name = "a loop", .dialect = &npu_dialect, .leave = leave_loop, .is_loop = true};

/* range(2) and NPU.pipeline(4, stages=2) */
static tunip_value read_loop(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    loop_reader *r = tunip_scope_new(e, &loop_scope, sizeof *r, call->doc);
    npu_loop *loop = tunip_node_new(graph, &npu_loop_type);
    if (!r || !loop) return tunip_value_wrong(call->doc);
    r->loop = loop;
    loop->count = tunip_value_to_node(e, &call->args[0], &tunip_ir_prim_expr_type);
    loop->stages = call->word->data ? call->word->data : tunip_value_to_int(e, &call->args[1], 1);
    if (!loop->count) return tunip_value_wrong(call->doc);
    tunip_dtype dtype = ((tunip_ir_prim_expr *)loop->count)->dtype;
    loop->var = tunip_tir_var_new(graph, "i", dtype);
    r->scope.as = tunip_value_node(loop->var, call->doc);
    return tunip_value_scope(r, call->doc);
}

/* A kernel: a function. */
typedef struct kernel_reader {
    tunip_scope scope;
    npu_kernel *kernel;
} kernel_reader;

static void *leave_kernel(tunip_elaborator *e, tunip_scope *scope)
{
    npu_kernel *kernel = ((kernel_reader *)scope)->kernel;
    kernel->body = body_of(e);
    return kernel;
}

static const tunip_scope_kind kernel_scope = {
    .name = "a kernel", .dialect = &npu_dialect, .leave = leave_kernel};

/* The name of a tensor or of a loop's variable is the one that the script gives it. */
static void give_name(tunip_elaborator *e, const tunip_value *value, tunip_str name)
{
    tunip_string *text = tunip_string_new_view(tunip_elaborator_graph(e), name);
    if (value->kind != TUNIP_VALUE_NODE) return;
    if (tunip_is(value->node, &npu_tensor_type)) ((npu_tensor *)value->node)->name = text;
    if (tunip_is(value->node, &tunip_tir_var_type)) ((tunip_tir_var *)value->node)->name = text;
}

static void *read_param(tunip_elaborator *e, const tunip_doc_assign *param)
{
    tunip_value type = tunip_elaborate(e, param->annotation);
    npu_tensor *tensor = tunip_value_to_node(e, &type, &npu_tensor_type);
    if (!tensor) return NULL;
    tunip_value value = tunip_value_node(tensor, param->lhs);
    tunip_str name = ((const tunip_doc_id *)param->lhs)->name;
    give_name(e, &value, name);
    tunip_name_set(e, name, value);
    return tensor;
}

static tunip_value read_kernel(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    kernel_reader *r = tunip_scope_new(e, &kernel_scope, sizeof *r, call->target);
    npu_kernel *kernel = tunip_node_new(graph, &npu_kernel_type);
    tunip_ir_dict_attrs *attrs = tunip_node_new(graph, &tunip_ir_dict_attrs_type);
    if (!call->target || call->target->kind != TUNIP_DOC_FUNCTION)
        return tunip_complain(e, call->doc, "this decorates functions only");
    if (!r || !kernel || !attrs) return tunip_value_wrong(call->doc);
    const tunip_doc_function *doc = (const tunip_doc_function *)call->target;
    tunip_str name = ((const tunip_doc_id *)doc->name)->name;
    attrs->dict = tunip_map_new(graph, 0, NULL);
    tunip_ir_put(e, attrs->dict, tunip_string_new(graph, "global_symbol"),
                 tunip_string_new_view(graph, name));
    kernel->base.attrs = attrs;
    kernel->params = tunip_array_new(graph, 0, NULL);
    r->kernel = kernel;
    tunip_scope_enter(e, &r->scope);
    for (size_t i = 0; i < doc->args.count; i++) {
        const tunip_doc_assign *param = (const tunip_doc_assign *)doc->args.items[i];
        if (param->stmt.base.kind != TUNIP_DOC_ASSIGN || !param->annotation)
            tunip_complain(e, &param->stmt.base, "a parameter needs a name and a type");
        else
            tunip_ir_append(e, kernel->params, read_param(e, param));
    }
    tunip_elaborate_body(e, doc->body);
    return tunip_scope_result(e, &r->scope, call->target);
}

/* x = NPU.alloc(...) is a statement, and x its tensor; x = NPU.Tensor(...) only gives a name. */
static void read_assign(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    tunip_value value = tunip_elaborate(e, stmt->rhs);
    if (value.kind == TUNIP_VALUE_WRONG) return;
    bool is_alloc = value.kind == TUNIP_VALUE_NODE && tunip_is(value.node, &npu_alloc_type);
    npu_alloc *alloc = is_alloc ? (npu_alloc *)value.node : NULL;
    tunip_scope_add(e, alloc);
    if (alloc) value = tunip_value_node(alloc->tensor, value.doc);
    npu_tensor *tensor = tunip_value_to_node(e, &value, &npu_tensor_type);
    if (tensor) tunip_elaborate_target(e, stmt->lhs, tunip_value_node(tensor, value.doc));
}

static void read_effect(tunip_elaborator *e, tunip_value value)
{
    tunip_scope_add(e, tunip_value_to_node(e, &value, NULL));
}

static tunip_node *convert(tunip_elaborator *e, const tunip_value *value, const tunip_type *type)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    static const tunip_dtype int32 = {.code = TUNIP_DTYPE_INT, .bits = 32, .lanes = 1};
    if (value->kind == TUNIP_VALUE_INT && type != &npu_memory_type)
        return (tunip_node *)tunip_ir_int(graph, int32, value->integer);
    npu_memory *memory = value->kind == TUNIP_VALUE_STR && type == &npu_memory_type
                             ? tunip_node_new(graph, &npu_memory_type)
                             : NULL;
    if (memory) memory->name = tunip_string_new_view(graph, value->text);
    return (tunip_node *)memory;
}

static const tunip_word words[] = {
    {.name = "kernel", .params = "", .read = read_kernel},
    {.name = "Tensor", .params = "shape dtype memory", .read = read_tensor},
    {.name = "alloc", .params = "shape dtype memory", .read = read_alloc},
    {.name = "pipeline", .params = "count stages=", .read = read_loop},
    {.name = "=range", .params = "count", .read = read_loop, .data = 1},
};

static const tunip_vocabulary vocabulary = {
    .size = sizeof(tunip_vocabulary),
    .words = words,
    .word_count = TUNIP_LEN(words),
    .assign = read_assign,
    .evaluate = read_effect,
    .name = give_name,
    .convert = convert,
};

/* ---- the dialect and its plugin ---- */

static tunip_type *const types[] = {
    &npu_memory_type, &npu_tensor_type, &npu_alloc_type,  &npu_dma_type,
    &npu_matmul_type, &npu_loop_type,   &npu_kernel_type,
};

static const tunip_dialect npu_dialect = {
    TUNIP_DIALECT_HEAD,
    .name = "npu",
    .prefix = "NPU",
    .import = "from npu.script import npu as %s",
    .types = types,
    .type_count = TUNIP_LEN(types),
    .rules = rules,
    .rule_count = TUNIP_LEN(rules),
    .roots = roots,
    .root_count = TUNIP_LEN(roots),
    .accounts = accounts,
    .account_count = TUNIP_LEN(accounts),
    .vocabulary = &vocabulary,
};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_dialect(context, &npu_dialect, error);
}

TUNIP_PLUGIN(.name = "npu", .version = "0.1", .add = add);
