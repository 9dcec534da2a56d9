/* fuzz.c -- the parts that the fuzz targets share. */
#include "fuzz.h"

#include <tunip/tvm/ir.h>

#include <stdio.h>
#include <stdlib.h>

void fuzz_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}

uint8_t fuzz_byte(fuzz_input *in)
{
    return in->at < in->end ? *in->at++ : 0;
}

size_t fuzz_choice(fuzz_input *in, size_t count)
{
    return fuzz_byte(in) % count;
}

tunip_str fuzz_text(fuzz_input *in)
{
    size_t rest = (size_t)(in->end - in->at);
    const uint8_t *nul = rest ? memchr(in->at, 0, rest) : NULL;
    tunip_str text = {(const char *)in->at, nul ? (size_t)(nul - in->at) : rest};
    in->at += text.size + (nul != NULL);
    return text;
}

const char *fuzz_word(fuzz_input *in, char *out, size_t size)
{
    tunip_str text = fuzz_text(in);
    size_t kept = text.size < size ? text.size : size - 1;
    if (kept) memcpy(out, text.data, kept);
    out[kept] = '\0';
    return out;
}

tunip_context *fuzz_context(void)
{
    static tunip_context *context;
    if (!context) context = tunip_context_new(NULL, NULL);
    FUZZ_CHECK(context);
    return context;
}

tunip_graph *fuzz_read(tunip_str text)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = tunip_read(fuzz_context(), text, &error);
    FUZZ_CHECK(graph || (error.message[0] && error.offset <= text.size));
    return graph;
}

/* ---- sizes ---- */

typedef struct count {
    size_t nodes;
} count;

enum { MOST_NODES = 20000 };

static tunip_walk_action count_node(const tunip_node *node, void *user)
{
    count *c = user;
    (void)node;
    return ++c->nodes > MOST_NODES ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

bool fuzz_is_small(const tunip_node *root)
{
    count c = {0};
    const tunip_walker walker = {.enter = count_node, .user = &c};
    return tunip_walk(root, &walker) == TUNIP_WALK_DONE;
}

/* ---- comparisons ---- */

bool fuzz_is_key_of_its_own(const tunip_comparison *comparison)
{
    static const tunip_type *const values[] = {&tunip_string_type, &tunip_int_type,
                                               &tunip_float_type, &tunip_bool_type};
    const tunip_path *path = comparison->lhs_path;
    bool is_key = path && path->parent &&
                  (path->step == TUNIP_STEP_KEY || path->step == TUNIP_STEP_KEY_MISSING);
    const tunip_node *key = is_key ? path->at.key : NULL;
    for (size_t i = 0; key && i < TUNIP_LEN(values); i++)
        if (key->type == values[i]) return false;
    return key != NULL;
}

static bool is_odd_entry(const tunip_map_entry *entry)
{
    const tunip_ir_global_var *var = TUNIP_AS(tunip_ir_global_var, entry->value);
    const tunip_string *name = TUNIP_AS(tunip_string, entry->key);
    return !var || !tunip_str_equal(tunip_string_value(name), tunip_string_value(var->name_hint));
}

static tunip_walk_action find_odd_names(const tunip_node *node, void *user)
{
    const tunip_ir_module *module = TUNIP_AS(tunip_ir_module, node);
    const tunip_map *names = module ? module->global_var_map : NULL;
    for (size_t i = 0; i < tunip_map_count(names); i++)
        if (is_odd_entry(&names->entries[i])) *(bool *)user = true;
    return TUNIP_WALK_ON;
}

bool fuzz_has_odd_names(const tunip_node *root)
{
    bool found = false;
    tunip_walk(root, &(tunip_walker){.enter = find_odd_names, .user = &found});
    return found;
}

/* ---- output ---- */

static volatile unsigned char seen; /* reads all bytes, so that sanitizers check them */

int fuzz_drop(const char *data, size_t size, void *user)
{
    (void)user;
    for (size_t i = 0; i < size; i++) seen ^= (unsigned char)data[i];
    return 0;
}
