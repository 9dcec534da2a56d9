/* costs.c -- estimators of costs, and what plugins add. */
#include "costs.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../src/util/os.h"
#include "../child/child.h"
#include "expr.h"
#include "rule.h"
#include "tunip_collage.h"

/* ======== mock ======== */

/* Costs by the number of operators. */

static bool estimate(void *user, const cg_function *function, const cg_spec *spec, double *out,
                     tunip_error *error)
{
    cg_mock *mock = user;
    size_t count, row = 0;
    while (row < mock->count && !tunip_str_equal(mock->prices[row].target, spec->target)) row++;
    if (row == mock->count) {
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "there is no cost for the target %.*s",
                        (int)spec->target.size, spec->target.data);
        return false;
    }
    if (mock->most && mock->used >= mock->most) {
        tunip_error_set(error, TUNIP_ERROR_LIMIT, "more than %zu costs are needed", mock->most);
        return false;
    }
    mock->used++;
    *out = 0;
    if (!cg_count_operators(function->function, &count)) return false;
    for (size_t i = 0; i < count; i++) *out += mock->prices[row].cost * pow(0.9, (double)i);
    return true;
}

cg_estimator cg_mock_estimator(cg_mock *mock)
{
    return (cg_estimator){estimate, mock};
}

/* ======== roofline ======== */

/* An analytic model of cost. */

cg_machine cg_machine_default(tunip_str kind)
{
    static const cg_machine processor = {1e11, 2e10, 1e-6}, accelerator = {1e13, 5e11, 5e-6};
    bool is_processor = tunip_str_is(kind, "llvm") || tunip_str_is(kind, "c");
    return is_processor ? processor : accelerator;
}

double cg_roofline(const cg_machine *machine, const cg_work *work)
{
    return fmax(work->flops / machine->flops, work->bytes / machine->bandwidth) + machine->launch;
}

/* ---- shapes ---- */

static double dim_at(const tunip_node *type, size_t at)
{
    const tunip_relay_tensor_type *tensor = TUNIP_AS(tunip_relay_tensor_type, type);
    bool is_there = tensor && at < tunip_array_count(tensor->shape);
    const tunip_ir_int_imm *dim =
        TUNIP_AS(tunip_ir_int_imm, is_there ? tensor->shape->items[at] : NULL);
    return dim ? (double)dim->value : 1; /* a dynamic dimension counts as 1 */
}

static size_t rank_of(const tunip_node *type)
{
    const tunip_relay_tensor_type *tensor = TUNIP_AS(tunip_relay_tensor_type, type);
    return tensor ? tunip_array_count(tensor->shape) : 0;
}

/* The elements of a tensor, or its bytes; 0 for other types. */
static double size_of_tensor(const tunip_node *type, bool in_bytes)
{
    const tunip_relay_tensor_type *tensor = TUNIP_AS(tunip_relay_tensor_type, type);
    double size = tensor && in_bytes ? ceil(tensor->dtype.bits / 8.0) : tensor != NULL;
    for (size_t i = 0; i < rank_of(type); i++) size *= dim_at(type, i);
    return size;
}

static double size_of(const tunip_node *type, bool in_bytes)
{
    tn_arena memory = {.chunks = NULL};
    cg_exprs types = {NULL, 0};
    double size = 0;
    if (!tunip_is(type, &tunip_ir_tuple_type_type)) return size_of_tensor(type, in_bytes);
    cg_flatten_type(&memory, type, &types);
    for (size_t i = 0; i < types.count; i++) size += size_of_tensor(types.items[i], in_bytes);
    tn_arena_free(&memory);
    return size;
}

static double elements_of(const tunip_node *type)
{
    return size_of(type, false);
}

static double bytes_of(const tunip_node *type)
{
    return size_of(type, true);
}

static const tunip_node *type_of_arg(const tunip_relay_call *call, size_t at)
{
    return at < tunip_array_count(call->args) ? cg_type_of(call->args->items[at]) : NULL;
}

/* ---- operators ---- */

/* Each element of the result sums products over the weights of its channel. */
static double conv_flops(const tunip_relay_call *call)
{
    const tunip_node *weight = type_of_arg(call, 1);
    double channels = dim_at(weight, 0);
    return 2 * elements_of(call->base.checked_type) * elements_of(weight) / fmax(channels, 1);
}

/* Each element of the data goes into the sums of all weights of its channel. */
static double transposed_flops(const tunip_relay_call *call)
{
    const tunip_node *weight = type_of_arg(call, 1);
    double channels = dim_at(weight, 0);
    return 2 * elements_of(type_of_arg(call, 0)) * elements_of(weight) / fmax(channels, 1);
}

static double product_flops(const tunip_relay_call *call)
{
    const tunip_node *data = type_of_arg(call, 0);
    size_t rank = rank_of(data);
    return 2 * elements_of(call->base.checked_type) * (rank ? dim_at(data, rank - 1) : 1);
}

static double softmax_flops(const tunip_relay_call *call)
{
    return 5 * elements_of(call->base.checked_type);
}

static const struct {
    const char *prefix; /* of the name of the operator */
    double (*flops)(const tunip_relay_call *call);
} rows[] = {
    {"nn.conv1d_transpose", transposed_flops},
    {"nn.conv2d_transpose", transposed_flops},
    {"nn.conv3d_transpose", transposed_flops},
    {"nn.conv", conv_flops},
    {"nn.contrib_conv", conv_flops},
    {"qnn.conv", conv_flops},
    {"nn.dense", product_flops},
    {"nn.matmul", product_flops},
    {"nn.batch_matmul", product_flops},
    {"qnn.dense", product_flops},
    {"nn.softmax", softmax_flops},
    {"nn.log_softmax", softmax_flops},
};

/* Other operators: one operation for each element of the result, or of the data if it is greater;
 * moving data is no operation. */
static double flops_of(const tunip_relay_call *call)
{
    tunip_str name = cg_operator_name(call->op);
    cg_kind kind = CG_O;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        size_t size = strlen(rows[i].prefix);
        if (name.size >= size && memcmp(name.data, rows[i].prefix, size) == 0)
            return rows[i].flops(call);
    }
    if (cg_operator_kind(name, &kind) && kind == CG_I) return 0;
    return fmax(elements_of(call->base.checked_type), elements_of(type_of_arg(call, 0)));
}

static tunip_walk_action add_call(const tunip_node *node, void *user)
{
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, node);
    if (call && tunip_is(call->op, &tunip_ir_op_type)) *(double *)user += flops_of(call);
    return tunip_is_a(node, &tunip_ir_type_type) ? TUNIP_WALK_SKIP : TUNIP_WALK_ON;
}

bool cg_work_of(const tunip_relay_function *function, cg_work *out)
{
    tunip_walker walker = {.enter = add_call, .user = &out->flops, .skip = TUNIP_FLAG_IGNORE};
    *out = (cg_work){0, bytes_of(function->ret_type)};
    for (size_t i = 0; i < tunip_array_count(function->params); i++)
        out->bytes += bytes_of(cg_type_of(function->params->items[i]));
    return tunip_walk_once(&function->base.base.base.base.base, &walker) != TUNIP_WALK_NO_MEMORY;
}

/* ======== command ======== */

/* Runs a command for each cost. */

/* ---- the cache: a file of one line for each function, target and command ---- */

static uint64_t hash_text(uint64_t hash, tunip_str text)
{
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(0x100000001B3);
    return hash;
}

static tunip_str cache_path(tn_arena *memory, const cg_command *c, const cg_function *function,
                            tunip_str target)
{
    uint64_t hash = hash_text(function->hash ^ UINT64_C(0xCBF29CE484222325), target);
    hash = hash_text(hash, tunip_str_from(c->command));
    return tn_arena_say(memory, "%s/%016llx%016llx", c->cache, (unsigned long long)function->hash,
                        (unsigned long long)hash);
}

/* "1e-6", "inf", "nan", with blanks around it. A NUL, which follows `text`, is no part of it. */
static bool parse_seconds(tunip_str text, double *out)
{
    char *end;
    *out = strtod(text.data, &end);
    if (end == text.data) return false;
    while (*end && strchr(" \t\r\n", *end)) end++;
    return end == text.data + text.size && !(*out < 0);
}

static bool find_kept(const char *path, double *out)
{
    char line[64] = "";
    FILE *file = tn_fopen(path, "rb");
    if (!file) return false;
    size_t size = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[size] = '\0';
    return size + 1 < sizeof line && parse_seconds((tunip_str){line, size}, out);
}

static bool keep(const cg_command *c, const char *path, double cost)
{
    tn_new_file file;
    tn_make_folder(c->cache); /* if it is missing */
    if (!tn_new_file_open(&file, path, NULL)) return false;
    char line[64];
    size_t size = (size_t)snprintf(line, sizeof line, "%.17g\n", cost);
    bool fine = fwrite(line, 1, size, file.out) == size;
    return tn_new_file_close(&file, fine, NULL) == TUNIP_OK;
}

/* ---- the request ---- */

static bool write_request(tn_arena *memory, const cg_command *c, const cg_function *function,
                          tunip_str target, tunip_str *out, tunip_error *error)
{
    tunip_print_options print = TUNIP_PRINT_OPTIONS_INIT;
    const tunip_node *node = &function->function->base.base.base.base.base;
    tn_text text = {.failed = false}, request = {.failed = false};
    print.backend = "relay";
    print.show_meta = true;
    tunip_status status =
        tunip_print_stream(c->context, node, &print, tn_text_put_chunk, &text, error);
    tunip_str printed = cg_taken(&text, memory);
    if (status != TUNIP_OK) return false;
    tunip_json_writer *w = tunip_json_writer_new(NULL, NULL, tn_text_put_chunk, &request, error);
    const struct {
        const char *key;
        tunip_str value;
    } members[] = {{"target", target},
                   {"name", cg_function_name(memory, function)},
                   {"label", function->label},
                   {"text", printed}};
    tunip_json_open(w, '{');
    for (size_t i = 0; i < TUNIP_LEN(members); i++) {
        tunip_json_key(w, members[i].key);
        tunip_json_put_string(w, members[i].value);
    }
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    status = tunip_json_writer_end(w, error);
    *out = cg_taken(&request, memory);
    return status == TUNIP_OK;
}

/* ---- the process ---- */

static bool fail_command(child_result how, const char *answer, tunip_error *error)
{
    char why[TN_OS_REASON];
    if (how.end == CHILD_FAILED || how.end == CHILD_MISSING)
        tunip_error_set(error, TUNIP_ERROR_IO, "cannot start a command: %s",
                        tn_os_reason(errno, why));
    else if (how.end == CHILD_KILLED)
        tunip_error_set(error, TUNIP_ERROR_IO, "signal %d ended the command", how.number);
    else if (how.number != 0)
        tunip_error_set(error, TUNIP_ERROR_IO, "the command ended with status %d", how.number);
    else
        tunip_error_set(error, TUNIP_ERROR_FORMAT, "expected seconds from the command, got `%.80s`",
                        answer);
    return false;
}

static bool run(cg_command *c, tunip_str request, double *out, tunip_error *error)
{
    char answer[256] = "";
    size_t size;
    child_result how =
        child_ask(c->command, request.data, request.size, c->timeout, answer, sizeof answer, &size);
    if (how.end == CHILD_FAILED || how.end == CHILD_MISSING)
        return fail_command(how, answer, error);
    c->run_count++;
    c->late_count += how.end == CHILD_LATE;
    *out = INFINITY;
    if (how.end == CHILD_LATE || (how.end == CHILD_EXITED && how.number == 1)) return true;
    bool is_answer = how.end == CHILD_EXITED && how.number == 0 && size < sizeof answer &&
                     parse_seconds((tunip_str){answer, size}, out);
    return is_answer || fail_command(how, answer, error);
}

/* ---- costs ---- */

bool cg_command_cost(cg_command *c, const cg_function *function, tunip_str target, double *out,
                     tunip_error *error)
{
    tn_arena memory = {.chunks = NULL};
    tunip_str request, path = {NULL, 0};
    if (c->cache) path = cache_path(&memory, c, function, target);
    bool is_kept = path.data && find_kept(path.data, out), fine = true;
    size_t late_count = c->late_count;
    c->kept_count += is_kept;
    if (!is_kept)
        fine = write_request(&memory, c, function, target, &request, error) &&
               run(c, request, out, error);
    bool is_late = c->late_count > late_count; /* no answer: a later run may wait for longer */
    if (fine && !is_kept && !is_late && path.data) c->lost_count += !keep(c, path.data, *out);
    tn_arena_free(&memory);
    return fine;
}

/* ======== added ======== */

/* Lists of the predicates and estimators of plugins. */

enum { MOST_ADDED = 200 };

/* Both structs begin with a size and a name. */
typedef struct head {
    size_t size;
    const char *name;
} head;

typedef struct list {
    const void *items[MOST_ADDED];
    size_t count;
} list;

static list predicates, estimators;

static const void *find_added(const list *of, tunip_str name)
{
    for (size_t i = 0; i < of->count; i++)
        if (tunip_str_is(name, ((const head *)of->items[i])->name)) return of->items[i];
    return NULL;
}

static tunip_status add_to_list(list *to, const void *item, size_t size, bool is_whole,
                                tunip_error *error)
{
    const head *h = item;
    if (h->size != size || !h->name || !is_whole)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "needs its size, a name and a function");
    const void *known = find_added(to, tunip_str_from(h->name));
    if (known == item) return TUNIP_OK;
    if (known)
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "there are two with the name %s",
                               h->name);
    if (to->count == MOST_ADDED)
        return tunip_error_set(error, TUNIP_ERROR_LIMIT, "there are more than %d", MOST_ADDED);
    to->items[to->count++] = item;
    return TUNIP_OK;
}

tunip_status tunip_collage_predicate_add(const tunip_collage_predicate *p, tunip_error *error)
{
    return add_to_list(&predicates, p, sizeof *p, p->ask != NULL, error);
}

tunip_status tunip_collage_estimator_add(const tunip_collage_estimator *e, tunip_error *error)
{
    return add_to_list(&estimators, e, sizeof *e, e->ask != NULL, error);
}

/* ---- answers ---- */

static bool fail_added(tunip_error *error, tunip_status status, const char *kind, const char *name)
{
    char message[sizeof error->message] = "it failed without a message";
    if (error->code != TUNIP_OK) memcpy(message, error->message, sizeof message);
    error->code = TUNIP_OK;
    tunip_error_set(error, (unsigned)status > TUNIP_ERROR_RULE ? TUNIP_ERROR_ARGUMENT : status,
                    "%s %.60s: %.200s", kind, name, message);
    return false;
}

static bool holds(void *user, const cg_predicate *p, cg_finder *finder, uint32_t index,
                  bool *answer)
{
    const tunip_collage_predicate *added = user;
    const tunip_relay_call *call = cg_condition_call(finder, index);
    tunip_collage_match match = {.context = finder->context,
                                 .target = p->compiler,
                                 .label = p->name,
                                 .expr = finder->graph->nodes[index].expr,
                                 .call = call ? &call->base.base.base.base.base : NULL};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status = added->ask(&match, answer, &error);
    if (status == TUNIP_OK) return true;
    fail_added(&error, status, "predicate", added->name);
    tunip_error_set(finder->error, error.code, "%s", error.message);
    return false;
}

cg_predicate *cg_added_predicate(tn_arena *memory, tunip_str name, tunip_str target,
                                 tunip_str label)
{
    const void *added = find_added(&predicates, name);
    cg_predicate *made = added ? CG_NEW(memory, cg_predicate, 1) : NULL;
    if (made) *made = (cg_predicate){.holds = holds, .compiler = target, .name = label};
    if (made) made->user = (void *)(uintptr_t)added;
    return made;
}

bool cg_added_cost(tunip_context *context, const cg_function *function, tunip_str target,
                   double *out, tunip_error *error)
{
    tn_arena scratch = {.chunks = NULL};
    tunip_collage_candidate candidate = {.context = context,
                                         .function = &function->function->base.base.base.base.base,
                                         .target = target,
                                         .label = function->label};
    bool fine = true;
    *out = NAN;
    if (estimators.count) candidate.name = cg_function_name(&scratch, function);
    for (size_t i = 0; i < estimators.count && isnan(*out) && fine; i++) {
        const tunip_collage_estimator *e = estimators.items[i];
        tunip_error own = TUNIP_ERROR_INIT;
        tunip_status status = e->ask(&candidate, out, &own);
        if (status == TUNIP_OK && *out < 0)
            status = tunip_error_set(&own, TUNIP_ERROR_ARGUMENT,
                                     "%g cannot be a cost: it is less than 0", *out);
        if (status == TUNIP_OK) continue;
        fail_added(&own, status, "estimator", e->name);
        tunip_error_set(error, own.code, "%s", own.message);
        fine = false;
    }
    tn_arena_free(&scratch);
    return fine;
}
