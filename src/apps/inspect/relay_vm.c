/* relay_vm.c -- executables of the virtual machine of Relay, as of v0.19. */
#include <stdio.h>
#include <stdlib.h>

#include "spans.h"
#include "tensor.h"
#include "unordered.h"
#include "vm.h"

/* ---- the parsed form ---- */

typedef struct constant {
    bool is_late; /* bound when the executable is loaded */
    tunip_str name;
    in_tensor tensor;
} constant;

typedef struct executable {
    in_vm vm;
    tunip_str *bodies; /* of each function: its instructions, each with its number of words */
    size_t *order;     /* the globals in the order in which stats() lists them */
    size_t order_count;
    constant *constants;
    size_t constant_count;
    tunip_str *globals, *primitives;
    size_t global_count, primitive_count;
} executable;

/* ---- opcodes ---- */

/* How an instruction is written. In `form`, %0 is its first operand; %L are the operands behind the
 * fixed ones, whose number is in the operand `list`; %I and %O are the inputs and outputs among
 * them; %T is the type in the operands from `type` on; %S the size of a storage. */
typedef struct opcode {
    const char *form;
    int fixed;
    int list; /* -1: no list */
    const char *separator;
    int type;
} opcode;

static const opcode opcodes[] = {
    {"move $%1 $%0", 2, -1, "", 0},
    {"ret $%0", 1, -1, "", 0},
    {"invoke $%2 VMFunc[%0]($%L)", 3, 1, ",$", 0},
    {"invoke_closure $%2 $%0($%L)", 3, 1, ",$", 0},
    {"invoke_packed PackedFunc[%0] (in: $%I, out: $%O)", 3, 1, ", $", 0},
    {"alloc_tensor $%6 $%0 $%1 [%L] %T", 7, 5, ", ", 2},
    {"alloc_tensor_reg $%6 $%0 $%1 $%2 %T", 7, -1, "", 3},
    {"alloc_data $%2 tag(%0) [$%L]", 3, 1, ",$", 0},
    {"alloc_closure $%2 VMFunc[%0]($%L)", 3, 1, ",$", 0},
    {"get_field $%2 $%0[%1]", 3, -1, "", 0},
    {"if $%0 $%1 %2 %3", 4, -1, "", 0},
    {"load_const $%2 Const[%0] %1", 3, -1, "", 0},
    {"goto %0", 1, -1, "", 0},
    {"get_tag $%1 $%0", 2, -1, "", 0},
    {"load_consti $%1 %0", 2, -1, "", 0},
    {"fatal", 0, -1, "", 0},
    {"alloc_storage $%7 %S %D %5", 8, 6, ", ", 2},
    {"shape_of $%1 $%0", 2, -1, "", 0},
    {"reshape_tensor $%2 $%0 $%1", 3, -1, "", 0},
    {"device_copy $%3 $%0 %2 %1", 4, -1, "", 0},
    {"kill_register $%0", 1, -1, "", 0},
};

enum { INVOKE = 2, INVOKE_PACKED = 4 };

/* ---- reading ---- */

static size_t read_names(in_tree *tree, in_reader *r, tunip_str **out, const char *what)
{
    size_t count = in_count(r, 8, what);
    *out = in_alloc(&tree->arena, count + 1, sizeof **out);
    for (size_t i = 0; *out && i < count && !r->trouble; i++) (*out)[i] = in_string(r, what);
    return *out && !r->trouble ? count : 0;
}

static void read_devices(in_tree *tree, in_node *node, in_reader *r)
{
    in_text text = {.data = NULL};
    size_t count = in_count(r, 16, "the number of devices");
    for (size_t i = 0; i < count && !r->trouble; i++) {
        unsigned kind = in_u32(r, "a device"), number = in_u32(r, "a device");
        tunip_str scope = in_string(r, "the memory scope of a device");
        in_say(&text, "VM VirtualDevice[%zu]: device type %d, id %d and mem_scope ", i, (int)kind,
               (int)number);
        in_put(&text, scope);
        in_puts(&text, "\n");
    }
    in_u32(r, "the device of the host");
    in_add(tree, node, IN_PART, tunip_str_from("devices.txt"), "text",
           in_copy(&tree->arena, in_str(&text)));
    in_text_free(&text);
}

static void read_constants(in_tree *tree, in_reader *r, executable *e)
{
    size_t count = in_count(r, 12, "the number of constants");
    e->constants = in_alloc(&tree->arena, count + 1, sizeof *e->constants);
    for (size_t i = 0; e->constants && i < count && !r->trouble; i++) {
        constant *c = &e->constants[i];
        uint32_t tag = in_u32(r, "the kind of a constant");
        if (tag > 1) in_fail(r, "a kind of constant: 0 or 1");
        c->is_late = tag == 1;
        if (c->is_late)
            c->name = in_string(r, "the name of a constant");
        else
            c->tensor = in_read_tensor(r);
        if (!r->trouble) e->constant_count++;
    }
    in_bytes(r, 8 * (uint64_t)in_count(r, 8, "the devices of constants"),
             "the devices of constants");
}

/* The attributes of primitives: a map of maps. */
static void read_attributes(in_tree *tree, in_node *node, in_reader *r)
{
    in_text text = {.data = NULL};
    size_t count = in_count(r, 16, "the attributes of primitives");
    for (size_t i = 0; i < count && !r->trouble; i++) {
        unsigned long long primitive = in_u64(r, "the number of a primitive");
        size_t keys = in_count(r, 16, "the attributes of a primitive");
        for (size_t k = 0; k < keys && !r->trouble; k++) {
            tunip_str key = in_string(r, "the name of an attribute");
            tunip_str value = in_string(r, "the value of an attribute");
            in_say(&text, "%llu ", primitive);
            in_put(&text, key);
            in_puts(&text, " = ");
            in_put(&text, value);
            in_puts(&text, "\n");
        }
    }
    if (text.size)
        in_add(tree, node, IN_PART, tunip_str_from("attributes.txt"), "text",
               in_copy(&tree->arena, in_str(&text)));
    in_text_free(&text);
}

/* A decimal number in a string. */
static int64_t number_of(tunip_str digits, in_reader *r)
{
    char text[24] = "";
    char *end;
    if (digits.size && digits.size < sizeof text) memcpy(text, digits.data, digits.size);
    long long value = strtoll(text, &end, 10);
    if (!*text || end != text + digits.size) in_fail(r, "a number in digits");
    return value;
}

static void read_function(in_reader *r, in_function *f, tunip_str *body)
{
    size_t start = r->at;
    if (in_u64(r, "a function") != 3) in_fail(r, "a function: three strings");
    f->name = in_string(r, "the name of a function");
    f->registers = number_of(in_string(r, "the number of registers"), r);
    f->end = number_of(in_string(r, "the number of instructions"), r);
    f->kind = "vm";
    f->params = in_strings(r, "the parameters of a function");
    f->arguments = (int64_t)in_le(f->params.data, f->params.size ? 8 : 0);
    in_bytes(r, 8 * (uint64_t)in_count(r, 8, "the devices of parameters"), "a device");
    size_t begin = r->at;
    for (int64_t i = 0; i < f->end && !r->trouble; i++)
        if (in_bytes(r, 8 * (uint64_t)in_count(r, 8, "an instruction"), "an instruction").size < 16)
            in_fail(r, "an instruction of two words or more");
    *body = (tunip_str){r->data.data + begin, r->trouble ? 0 : r->at - begin};
    f->bytes = (tunip_str){r->data.data + start, r->at - start};
}

static bool is_global(const executable *e, size_t index, tunip_str name)
{
    return index < e->global_count && tunip_str_equal(e->globals[index], name);
}

/* The place of a function is that of its name among the globals: in all files of TVM, the place
 * that it has anyway. */
static size_t place_of(const executable *e, tunip_str name, size_t otherwise)
{
    enum { MOST = 1000 }; /* a search takes linear time */
    if (is_global(e, otherwise, name) || otherwise >= MOST) return otherwise;
    for (size_t i = 0; i < e->vm.function_count; i++)
        if (is_global(e, i, name)) return e->vm.functions[i].kind ? otherwise : i;
    return otherwise;
}

static void read_functions(in_tree *tree, in_reader *r, executable *e)
{
    size_t count = in_count(r, 48, "the number of functions");
    e->vm.functions = in_alloc(&tree->arena, count + 1, sizeof *e->vm.functions);
    e->bodies = in_alloc(&tree->arena, count + 1, sizeof *e->bodies);
    if (!e->vm.functions || !e->bodies) return;
    e->vm.function_count = count;
    for (size_t i = 0; i < count && !r->trouble; i++) {
        in_function f = {.kind = NULL};
        tunip_str body;
        read_function(r, &f, &body);
        size_t at = place_of(e, f.name, i);
        if (e->vm.functions[at].kind) at = i;
        e->vm.functions[at] = f;
        e->bodies[at] = body;
    }
}

/* ---- bytecode ---- */

typedef struct instruction {
    const opcode *op;
    int64_t code;
    tunip_str operands; /* 64-bit numbers */
    size_t count;
    size_t list; /* the number of operands behind the fixed ones */
} instruction;

static int64_t operand(const instruction *in, size_t index)
{
    return in_i64_at(in->operands, index);
}

/* The next instruction of a body; its operands have a hash and the opcode in front. False if the
 * opcode or the number of operands is wrong. */
static bool next_instruction(in_reader *r, instruction *in)
{
    tunip_str words = in_bytes(r, 8 * (uint64_t)in_count(r, 8, "an instruction"), "it");
    *in = (instruction){.op = NULL};
    if (words.size < 16) return false;
    in->code = in_i64_at(words, 1);
    in->operands = (tunip_str){words.data + 16, words.size - 16};
    in->count = in->operands.size / 8;
    if (in->code < 0 || in->code >= (int64_t)TUNIP_LEN(opcodes)) return false;
    const opcode *op = &opcodes[in->code];
    if (in->count < (size_t)op->fixed) return false;
    int64_t list = op->list < 0 ? 0 : operand(in, (size_t)op->list);
    if (list < 0 || (uint64_t)list != in->count - (size_t)op->fixed) return false;
    if (in->code == INVOKE_PACKED && (operand(in, 2) < 0 || operand(in, 2) > list)) return false;
    in->op = op;
    in->list = (size_t)list;
    return true;
}

static void put_list(in_text *out, const instruction *in, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        in_say(out, "%s%lld", i > begin ? in->op->separator : "",
               (long long)operand(in, (size_t)in->op->fixed + i));
}

/* The bytecode writes the types of tensors without the names that later versions have. */
static void put_type(in_text *out, const instruction *in)
{
    static const char *const names[] = {"int", "uint", "float", "", "bfloat"};
    uint64_t code = (uint8_t)operand(in, (size_t)in->op->type);
    unsigned bits = (uint8_t)operand(in, (size_t)in->op->type + 1);
    unsigned lanes = (uint16_t)operand(in, (size_t)in->op->type + 2);
    in_say(out, "%s%u", code < TUNIP_LEN(names) ? names[code] : "", bits);
    if (lanes != 1) in_say(out, "x%u", lanes);
}

static void put_hint(in_text *out, const instruction *in)
{
    size_t at = (size_t)in->op->type;
    tunip_dtype dtype = {(uint8_t)operand(in, at), (uint8_t)operand(in, at + 1),
                         (int16_t)operand(in, at + 2)};
    if (dtype.bits) in_put_dtype(out, dtype, 19);
}

static void put_storage(in_text *out, const instruction *in)
{
    if (!in->list) {
        in_say(out, "$%lld %lld", (long long)operand(in, 0), (long long)operand(in, 1));
        return;
    }
    in_puts(out, "[");
    put_list(out, in, 0, in->list);
    in_puts(out, "]");
}

static void put_instruction(in_text *out, const instruction *in)
{
    for (const char *c = in->op->form; *c; c++) {
        if (*c != '%') {
            in_put(out, (tunip_str){c, 1});
            continue;
        }
        size_t inputs = in->code == INVOKE_PACKED ? in->list - (size_t)operand(in, 2) : in->list;
        switch (*++c) {
        case 'L':
        case 'I':
            put_list(out, in, 0, inputs);
            break;
        case 'O':
            put_list(out, in, inputs, in->list);
            break;
        case 'T':
            put_type(out, in);
            break;
        case 'D':
            put_hint(out, in);
            break;
        case 'S':
            put_storage(out, in);
            break;
        default:
            in_say(out, "%lld", (long long)operand(in, (size_t)(*c - '0')));
        }
    }
}

static void put_line(in_text *out, size_t number, const instruction *in)
{
    enum { WIDTH = 40 };
    size_t begin = out->size;
    in_say(out, "%2zu: %lld ", number, (long long)in->code);
    for (size_t i = 0; i < in->count; i++) in_say(out, "%lld ", (long long)operand(in, i));
    while (out->size - begin < WIDTH && !out->failed) in_puts(out, " ");
    in_puts(out, "  # ");
    if (in->op)
        put_instruction(out, in);
    else
        in_puts(out, "<damaged>");
}

static void put_params(in_text *out, tunip_str params)
{
    in_reader r = in_reader_of(params);
    uint64_t count = in_u64(&r, "parameters");
    for (uint64_t i = 0; i < count && !r.trouble; i++) {
        if (i) in_puts(out, ", ");
        in_put(out, in_string(&r, "a parameter"));
    }
}

static void show_bytecode(const in_tree *tree, const in_node *node, in_text *out)
{
    const executable *e = node->model;
    (void)tree;
    for (size_t i = 0; i < e->vm.function_count; i++) {
        const in_function *f = &e->vm.functions[i];
        size_t span = in_open_span(out, "function", f->bytes, "functions[%zu]", i);
        in_say(out, "VM Function[%zu]: ", i);
        in_put(out, f->name);
        in_puts(out, "(");
        put_params(out, f->params);
        in_say(out, ")\n# reg file size = %lld\n# instruction count = %lld\n",
               (long long)f->registers, (long long)f->end);
        in_puts(out, "opcode, fields # inst(text):\n");
        in_reader r = in_reader_of(e->bodies[i]);
        instruction in;
        for (size_t k = 0; in_left(&r); k++) {
            size_t begin = r.at;
            next_instruction(&r, &in);
            tunip_str bytes = {r.data.data + begin, r.at - begin};
            size_t line = in_open_span(out, "instruction", bytes, "instructions[%zu]", k);
            put_line(out, k, &in);
            in_close_span(out, line);
            in_puts(out, "\n");
        }
        in_puts(out, "\n");
        in_close_span(out, span);
    }
    in_puts(out, "\n"); /* the text of TVM ends with two empty lines */
}

static void each_call(const in_vm *vm, in_call_fn *each, void *user)
{
    const executable *e = (const executable *)vm;
    for (size_t i = 0; i < vm->function_count; i++) {
        in_reader r = in_reader_of(e->bodies[i]);
        instruction in;
        while (in_left(&r)) {
            if (!next_instruction(&r, &in)) continue;
            uint64_t callee = in.count ? (uint64_t)operand(&in, 0) : 0;
            if (in.code == INVOKE_PACKED && callee < e->primitive_count)
                each(user, vm->functions[i].name, e->primitives[callee]);
            if (in.code == INVOKE && callee < vm->function_count)
                each(user, vm->functions[i].name, vm->functions[callee].name);
        }
    }
}

/* As get_primitives() of TVM. */
static void show_primitives(const in_tree *tree, const in_node *node, in_text *out)
{
    const executable *e = node->model;
    (void)tree;
    for (size_t i = 0; i < e->primitive_count; i++) {
        size_t span = in_open_span(out, "primitive", e->primitives[i], "primitives[%zu]", i);
        in_say(out, "VM PackedFunc[%zu]: ", i);
        in_put(out, e->primitives[i]);
        in_close_span(out, span);
        in_puts(out, "\n");
    }
}

/* ---- statistics ---- */

/* Goes back two bytes, as TVM does, and writes over what was there. */
static void go_back(in_text *out)
{
    if (!out->failed && out->size >= 2) out->size -= 2;
}

static void put_shapes(const executable *e, in_text *out)
{
    for (size_t i = 0; i < e->constant_count; i++) {
        const constant *c = &e->constants[i];
        in_puts(out, c->is_late ? "late, " : c->tensor.ndim ? "[" : "scalar, ");
        for (uint32_t k = 0; k < c->tensor.ndim; k++)
            in_say(out, "%s%lld", k ? ", " : "", (long long)in_i64_at(c->tensor.dims, k));
        if (c->tensor.ndim) in_puts(out, "], \n");
    }
    if (e->constant_count) go_back(out);
}

static void show_stats(const in_tree *tree, const in_node *node, in_text *out)
{
    const executable *e = node->model;
    (void)tree;
    in_puts(out, "Relay VM executable statistics:\n");
    in_say(out, "  Constant shapes (# %zu): [", e->constant_count);
    put_shapes(e, out);
    in_say(out, "]\n  Globals (#%zu): [", e->order_count);
    for (size_t i = 0; i < e->order_count; i++) {
        in_puts(out, "(\"");
        in_put(out, e->globals[e->order[i]]);
        in_say(out, "\", %zu), ", e->order[i]);
    }
    if (e->order_count) go_back(out);
    in_say(out, "]\n  Primitive ops (#%zu): [", e->primitive_count);
    for (size_t i = 0; i < e->primitive_count; i++) {
        in_put(out, e->primitives[i]);
        in_puts(out, ", ");
    }
    if (e->primitive_count) go_back(out);
    in_puts(out, "]\n");
}

/* ---- all together ---- */

bool in_is_relay(tunip_str code)
{
    in_reader r = in_reader_of(code);
    uint64_t magic = in_u64(&r, "the magic number");
    /* the version of TVM: three numbers; that of Relax has two */
    tunip_str version = in_string(&r, "the version");
    size_t dots = 0;
    for (size_t i = 0; i < version.size; i++) dots += version.data[i] == '.';
    return !r.trouble && magic == IN_VM_MAGIC && dots >= 2;
}

static void add_constants(in_tree *tree, in_node *node, const executable *e)
{
    for (size_t i = 0; i < e->constant_count; i++) {
        char name[32];
        size_t size = (size_t)snprintf(name, sizeof name, "constant-%zu", i);
        const constant *c = &e->constants[i];
        if (!c->is_late) in_add_tensor(tree, node, (tunip_str){name, size}, &c->tensor);
    }
}

void in_expand_relay(in_tree *tree, in_node *node, tunip_str code)
{
    executable *e = in_alloc(&tree->arena, 1, sizeof *e);
    if (!e) return;
    in_reader r = in_reader_of(code);
    if (in_u64(&r, "the magic number of an executable") != IN_VM_MAGIC)
        in_fail(&r, "the magic number of an executable");
    tunip_str version = in_string(&r, "the version of an executable");
    node->note = in_format(&tree->arena, "Relay VM %.*s", in_whole(version), version.data);
    read_devices(tree, node, &r);
    e->global_count = read_names(tree, &r, &e->globals, "the names of functions");
    read_constants(tree, &r, e);
    e->primitive_count = read_names(tree, &r, &e->primitives, "the names of primitives");
    read_attributes(tree, node, &r);
    read_functions(tree, &r, e);
    e->order = in_unordered(&tree->arena, e->globals, e->global_count, &e->order_count);
    if (!e->order) tree->arena.failed = true;
    in_complain_reader(tree, node, &r);
    e->vm.each_call = each_call;
    node->vm = &e->vm;
    in_add_view(tree, node, "bytecode.txt", show_bytecode, e);
    in_add_view(tree, node, "stats.txt", show_stats, e);
    in_add_view(tree, node, "primitives.txt", show_primitives, e);
    add_constants(tree, node, e);
}
