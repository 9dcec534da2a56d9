/* names.c -- names, scopes and new expressions, for the other files of this folder. */
#include <tunip/tvm/ir.h>

#include "read.h"

static relay_reading *reading(tunip_elaborator *e)
{
    return tunip_elaborator_state(e, &tunip_dialect_relay);
}

/* Room is a power of two. */
static relay_known *find_slot(relay_known *known, size_t room, tunip_str name)
{
    size_t at = relay_hash_text(name) & (room - 1);
    while (known[at].node && !tunip_str_equal(known[at].name, name)) at = (at + 1) & (room - 1);
    return &known[at];
}

static bool grow(tunip_elaborator *e, relay_reading *r)
{
    size_t room = r->room ? r->room * 4 : 256;
    relay_known *known = tunip_elaborator_alloc(e, room * sizeof *known);
    if (!known) return false;
    for (size_t i = 0; i < r->room; i++)
        if (r->known[i].node) *find_slot(known, room, r->known[i].name) = r->known[i];
    r->known = known;
    r->room = room;
    return true;
}

tunip_node *relay_known_get(tunip_elaborator *e, tunip_str name)
{
    relay_reading *r = reading(e);
    return r && r->room ? find_slot(r->known, r->room, name)->node : NULL;
}

void relay_known_set(tunip_elaborator *e, tunip_str name, void *node)
{
    relay_reading *r = reading(e);
    if (!r || !node || (r->count * 2 >= r->room && !grow(e, r))) return;
    relay_known *slot = find_slot(r->known, r->room, name);
    if (slot->node) return;
    *slot = (relay_known){name, node};
    r->count++;
}

tunip_str relay_marked(tunip_elaborator *e, char mark, tunip_str name)
{
    char *text = tunip_elaborator_alloc(e, name.size + 1);
    if (!text) return (tunip_str){"", 0};
    *text = mark;
    if (name.size) memcpy(text + 1, name.data, name.size);
    return (tunip_str){text, name.size + 1};
}

tunip_str relay_id_name(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_ID ? ((const tunip_doc_id *)doc)->name : (tunip_str){"", 0};
}

/* ---- new expressions ---- */

tunip_relay_virtual_device *relay_no_device(tunip_elaborator *e)
{
    relay_reading *r = reading(e);
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (!r || r->device) return r ? r->device : NULL;
    r->device = tunip_node_new(graph, &tunip_relay_virtual_device_type);
    if (!r->device) return NULL;
    r->device->device_type_int = r->device->virtual_device_id = -1;
    r->device->memory_scope = tunip_string_new(graph, "");
    return r->device;
}

void *relay_new(tunip_elaborator *e, const tunip_type *type)
{
    tunip_relay_expr *made = tunip_node_new(tunip_elaborator_graph(e), type);
    if (made) made->virtual_device = relay_no_device(e);
    return made;
}

tunip_node *relay_read_expr(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_value value = tunip_elaborate(e, doc);
    bool is_expr = value.kind != TUNIP_VALUE_NODE ||
                   (tunip_is_a(value.node, &tunip_ir_base_expr_type) &&
                    !tunip_is_a(value.node, &tunip_ir_prim_expr_type));
    if (!is_expr) value = tunip_complain_instead(e, &value, "an expression");
    return value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
}

/* ---- scopes ---- */

static void *leave_scope(tunip_elaborator *e, tunip_scope *scope)
{
    (void)e;
    (void)scope;
    return NULL;
}

static const tunip_scope_kind scope_kind = {
    .name = "a scope", .dialect = &tunip_dialect_relay, .leave = leave_scope};

void relay_enter(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_scope *scope = tunip_scope_new(e, &scope_kind, sizeof *scope, doc);
    if (scope) tunip_scope_enter(e, scope);
}

void relay_leave(tunip_elaborator *e)
{
    if (tunip_scope_top(e)) tunip_scope_leave(e, tunip_scope_top(e));
}
