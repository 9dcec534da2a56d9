/* functions.c -- all functions of a file, grouped by the module that has them, and what they call.
 * */
#include <stdlib.h>
#include <tunip/json.h>

#include "module.h"
#include "report.h"
#include "show.h"
#include "spans.h"
#include "tensor.h"
#include "vm.h"

typedef struct listing {
    const in_tree *tree;
    in_text *out;
} listing;

/* ---- where a called function is ---- */

static int compare_symbol(const void *key, const void *element)
{
    const tunip_str *name = key;
    const in_symbol *symbol = element;
    size_t size = name->size < symbol->name.size ? name->size : symbol->name.size;
    int order = memcmp(name->data, symbol->name.data, size);
    return order ? order : (name->size > symbol->name.size) - (name->size < symbol->name.size);
}

static bool has_symbol(const in_tree *tree, tunip_str name)
{
    const in_symbols *all = &tree->symbols;
    return all->count && bsearch(&name, all->items, all->count, sizeof *all->items, compare_symbol);
}

/* v0.23 puts a prefix in front of the names of functions. */
static bool is_native(const in_tree *tree, tunip_str name)
{
    char room[512];
    static const char prefix[] = "__tvm_ffi_";
    if (has_symbol(tree, name)) return true;
    if (name.size > sizeof room - sizeof prefix) return false;
    memcpy(room, prefix, sizeof prefix - 1);
    memcpy(room + sizeof prefix - 1, name.data, name.size);
    return has_symbol(tree, (tunip_str){room, sizeof prefix - 1 + name.size});
}

static bool has_kernel(const in_node *module, tunip_str name)
{
    const in_kernels *kernels = in_module_kernels(module);
    for (size_t i = 0; kernels && i < kernels->count; i++)
        if (tunip_str_equal(kernels->items[i].name, name)) return true;
    return false;
}

static bool has_bytecode(const in_node *module, tunip_str name)
{
    enum { MOST = 4096 }; /* each call asks: a damaged file may have very many functions */
    const in_vm *vm = module->vm;
    for (size_t i = 0; vm && i < vm->function_count && i < MOST; i++) {
        const in_function *f = &vm->functions[i];
        if (f->end > f->begin && tunip_str_equal(f->name, name)) return true;
    }
    return false;
}

static bool begins_with(tunip_str text, const char *prefix)
{
    size_t size = strlen(prefix);
    return text.size >= size && memcmp(text.data, prefix, size) == 0;
}

static tunip_str home_of(const in_tree *tree, tunip_str name)
{
    for (size_t i = 0; i < tree->module_count; i++) {
        const in_node *module = tree->modules[i];
        if (has_bytecode(module, name) || has_kernel(module, name)) return module->name;
    }
    if (is_native(tree, name)) return tunip_str_from("the library");
    if (begins_with(name, "vm.builtin.")) return tunip_str_from("the runtime");
    return (tunip_str){"", 0};
}

/* ---- calls ---- */

static void put_call(void *user, tunip_str caller, tunip_str callee)
{
    listing *l = user;
    tunip_str home = home_of(l->tree, callee);
    in_puts(l->out, "  ");
    in_put_name(l->out, caller);
    in_puts(l->out, " calls ");
    in_put_name(l->out, callee);
    if (home.size) in_puts(l->out, " of ");
    in_put_name(l->out, home);
    in_puts(l->out, "\n");
}

/* The functions that the nodes of a graph name in "func_name". */
static void each_graph_call(tunip_str graph, listing *l)
{
    in_text copy = {.data = NULL};
    in_put(&copy, graph);
    in_put(&copy, (tunip_str){"", 1}); /* the scanner needs a NUL at the end */
    if (copy.failed) {
        in_text_free(&copy);
        return;
    }
    tunip_json json;
    tunip_json_init(&json, (tunip_str){copy.data, copy.size - 1});
    tunip_str name = {"", 0};
    bool is_key = false;
    for (tunip_json_token t; (t = tunip_json_next(&json)) != TUNIP_JSON_END;) {
        if (t >= TUNIP_JSON_OPEN_STRING) break;
        tunip_str text = tunip_json_text(&json);
        if (t == TUNIP_JSON_STRING && is_key) name = (tunip_str){text.data + 1, text.size - 2};
        if (t == TUNIP_JSON_STRING && is_key) put_call(l, tunip_str_from("graph"), name);
        if (t != TUNIP_JSON_COLON) is_key = tunip_str_is(text, "\"func_name\"");
    }
    in_text_free(&copy);
}

/* ---- functions ---- */

static void put_params(listing *l, tunip_str params)
{
    in_reader r = in_reader_of(params);
    for (uint64_t left = params.size ? in_u64(&r, "parameters") : 0, i = 0; i < left; i++) {
        tunip_str name = in_string(&r, "a parameter");
        if (r.trouble) break;
        if (i) in_puts(l->out, ", ");
        in_put_name(l->out, name);
    }
}

static void put_vm(listing *l, const in_vm *vm)
{
    for (size_t i = 0; i < vm->function_count; i++) {
        const in_function *f = &vm->functions[i];
        in_puts(l->out, "  ");
        size_t span = in_open_span(l->out, "function", f->bytes, "functions[%zu]", i);
        in_put_name(l->out, f->name);
        in_puts(l->out, "(");
        put_params(l, f->params);
        in_say(l->out, ")  %s", f->kind ? f->kind : "damaged");
        if (f->end > f->begin)
            in_say(l->out, ", %llu instructions, %lld registers",
                   (unsigned long long)f->end - (unsigned long long)f->begin,
                   (long long)f->registers);
        in_close_span(l->out, span);
        in_puts(l->out, "\n");
    }
    vm->each_call(vm, put_call, l);
}

static void put_kernels(listing *l, const in_kernels *kernels)
{
    for (size_t i = 0; i < kernels->count; i++) {
        in_reader types = in_reader_of(kernels->items[i].types);
        in_puts(l->out, "  ");
        size_t span = in_open_span(l->out, "kernel", kernels->items[i].name, "kernels[%zu]", i);
        in_put_name(l->out, kernels->items[i].name);
        in_puts(l->out, "(");
        uint64_t count = in_u64(&types, "types");
        for (uint64_t k = 0; k < count && in_left(&types); k++) {
            if (k) in_puts(l->out, ", ");
            in_put_dtype(l->out, in_read_dtype(&types), l->tree->vintage);
        }
        in_puts(l->out, ")  kernel");
        in_close_span(l->out, span);
        in_puts(l->out, "\n");
    }
}

/* The graph of the graph executor, in a module or in a file of its own, as the Model Library Format
 * has it. */
static const in_node *graph_of(const in_node *node)
{
    static const char *const ends[] = {"graph.json", ".graph"};
    bool is_file = node->role == IN_CONTAINER && tunip_str_is(node->kind, "json");
    for (size_t i = 0; is_file && i < TUNIP_LEN(ends); i++) {
        size_t size = strlen(ends[i]), from = node->name.size - size;
        if (node->name.size >= size && memcmp(node->name.data + from, ends[i], size) == 0)
            return node;
    }
    return in_child(node, "graph.json");
}

static void put_node(listing *l, const in_node *node)
{
    const in_kernels *kernels = in_module_kernels(node);
    const in_node *graph = graph_of(node);
    if (!node->vm && !kernels && !graph) return;
    in_text path = {.data = NULL};
    in_put_path(&path, node);
    size_t span = in_open_span(l->out, "module", node->data, "%.*s", in_whole(in_str(&path)),
                               path.size ? path.data : "");
    in_put_name(l->out, in_str(&path));
    in_text_free(&path);
    in_puts(l->out, ":\n");
    if (node->vm) put_vm(l, node->vm);
    if (kernels) put_kernels(l, kernels);
    if (graph) each_graph_call(graph->data, l);
    in_close_span(l->out, span);
}

static void put_symbols(listing *l, const in_node *node)
{
    in_text path = {.data = NULL};
    if (!node->symbols || !node->symbols->count) return;
    in_put_path(&path, node);
    in_puts(l->out, path.size ? "symbols of " : "symbols");
    in_put_name(l->out, in_str(&path));
    in_puts(l->out, ":\n");
    if (path.size) in_puts(&path, "/");
    for (size_t i = 0; i < node->symbols->count; i++) {
        const in_symbol *s = &node->symbols->items[i];
        if (!tunip_str_is(tunip_str_from(s->kind), "function")) continue;
        in_puts(l->out, "  ");
        size_t span = in_open_span(l->out, "symbol", s->content, "%.*ssymbols[%zu]",
                                   in_whole(in_str(&path)), path.size ? path.data : "", i);
        in_put_name(l->out, s->name);
        in_say(l->out, "  native, %llu bytes", (unsigned long long)s->size);
        in_close_span(l->out, span);
        in_puts(l->out, "\n");
    }
    in_text_free(&path);
}

void in_put_functions(in_text *out, const in_tree *tree)
{
    listing l = {tree, out};
    const in_node *node = NULL;
    while ((node = in_walk(tree, node))) put_node(&l, node);
    while ((node = in_walk(tree, node))) put_symbols(&l, node);
}

tunip_status tunip_inspection_write_functions(const tunip_inspection *inspection,
                                              tunip_write_fn write, void *user, tunip_error *error)
{
    in_text out = {.data = NULL};
    in_put_functions(&out, &inspection->tree);
    tunip_status status = in_text_write(&out, write, user, error);
    in_text_free(&out);
    return status;
}
