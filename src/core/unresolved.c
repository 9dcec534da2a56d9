/* unresolved.c -- messages about access paths that do not exist: the failing step, and the content
 * of the IR at that place. */
#include "unresolved.h"

#include "docsify/marks.h"
#include "docsify/paths.h"
#include "ir/follow.h"

static void put_path(tn_text *text, const tunip_path *path)
{
    size_t at = text->bytes.count, size = tunip_path_text(path, NULL, 0);
    tn_text_fill(text, ' ', size + 1); /* and room for a NUL, which is removed below */
    if (text->failed) return;
    tunip_path_text(path, text->bytes.items + at, size + 1);
    text->bytes.count = at + size;
}

static void put_field_names(tn_text *text, const tunip_type *type, bool *any)
{
    if (type->base) put_field_names(text, type->base, any);
    for (size_t i = 0; i < type->field_count; i++) {
        tn_text_put_word(text, *any ? ", " : ": it has ");
        tn_text_put_word(text, type->fields[i].name);
        *any = true;
    }
}

static void put_count(tn_text *text, const char *before, size_t count, const char *after)
{
    tn_text_put_word(text, before);
    tn_text_put_number(text, count, 0);
    tn_text_put_word(text, after);
}

/* Describes the content of the IR in place of the failing step. */
static void put_instead(tn_text *text, const tunip_node *node, const tunip_path *step)
{
    bool any = false;
    if (!node) {
        tn_text_put_word(text, "is not a node and has no fields");
    } else if (tunip_is(node, &tunip_array_type)) {
        put_count(text, "is an array of size ", ((const tunip_array *)node)->count, "");
    } else if (tunip_is(node, &tunip_map_type)) {
        put_count(text, "is a map without this key, of size ", ((const tunip_map *)node)->count,
                  "");
    } else {
        bool field = step->step == TUNIP_STEP_ATTR;
        tn_text_put_word(text, "is a ");
        tn_text_put_word(text, node->type->key);
        tn_text_put_word(text, field ? ", which has no such field" : ", which has no items");
        if (field) put_field_names(text, node->type, &any);
    }
}

void tn_put_unresolved(tn_text *out, const tunip_path *failing, const tunip_node *parent)
{
    put_path(out, failing);
    tn_text_put_word(out, " is not in the module");
    if (!failing->parent) return;
    tn_text_put_word(out, ": ");
    put_path(out, failing->parent);
    tn_text_put_word(out, " ");
    put_instead(out, parent, failing);
}

/* Stands for the contents of a node that is saved as text, whose steps cannot be followed. */
static const tunip_node unknown;

/* A place comes after its parent. */
typedef struct search {
    tn_follower follower;
    bool (*is_printed)(void *user, const tunip_path *place);
    void *user;
    TN_ARRAY(const tunip_node *) nodes; /* the nodes of the places so far */
    bool failed;
} search;

static bool follow(search *s, const tn_path_set *set, uint32_t at, const tunip_node *root)
{
    const tn_path_place *place = &set->places.items[at];
    const tunip_node *node = root;
    bool is_root = place->parent == TN_NO_PLACE;
    if (!is_root) node = s->nodes.items[place->parent];
    tn_step_end end = node ? TN_STEP_NODE : TN_STEP_NOWHERE;
    bool known = node != &unknown;
    if (!is_root && node && known) {
        const tunip_type *type = node->type;
        end = tn_follow_step(&s->follower, node, place->path, &node);
        if (!node && type->codec) node = &unknown;
    }
    if (end == TN_STEP_NOWHERE && s->is_printed(s->user, place->path)) {
        end = TN_STEP_NODE;
        node = &unknown;
    }
    s->failed |= !tn_array_push(&s->nodes, s->follower.allocator, node) || s->follower.failed;
    return end != TN_STEP_NOWHERE && !s->failed;
}

/* Finds the first of the first `count` places that does not exist, and describes it. */
static bool find_unresolved(const tn_path_set *set, size_t count, const tunip_node *root,
                            bool (*is_printed)(void *user, const tunip_path *place), void *user,
                            tn_text *out)
{
    search s = {.is_printed = is_printed, .user = user};
    tn_follower_init(&s.follower, root, out->allocator);
    uint32_t at = 0;
    while (at < count && follow(&s, set, at, root)) at++;
    bool found = at < count && !s.failed;
    if (found) {
        const tn_path_place *place = &set->places.items[at];
        bool is_root = place->parent == TN_NO_PLACE;
        tn_put_unresolved(out, place->path, is_root ? NULL : s.nodes.items[place->parent]);
    }
    out->failed |= s.failed;
    tn_array_free(&s.nodes, out->allocator);
    tn_follower_free(&s.follower);
    return found;
}

/* ---- the marks of a print ---- */

/* Whether a Doc has the path `place` or a longer one. */
static bool is_printed(void *user, const tunip_path *place)
{
    const tunip_printed *p = user;
    const tunip_docsifier *d = &p->docsifier;
    for (size_t i = 0; i < p->render.spans.count; i++) {
        const tunip_doc *doc = p->render.spans.items[i].doc;
        for (tn_path_cursor c = tn_first_printed_path(d, doc); c.path; tn_next_printed_path(d, &c))
            if (tunip_path_is_prefix(place, c.path)) return true;
    }
    return false;
}

tunip_status tn_check_marks(tunip_printed *p, const tunip_node *root, tunip_error *error)
{
    tunip_docsifier *d = &p->docsifier;
    tunip_status status = TUNIP_OK;
    tn_text problem;
    if (!d->marks->checked) return TUNIP_OK;
    tn_text_init(&problem, tn_job_allocator(d));
    if (find_unresolved(&d->marks->paths, d->marks->checked, root, is_printed, p, &problem))
        status = tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%.*s", (int)problem.bytes.count,
                                 problem.bytes.items);
    if (problem.failed || d->marks->paths.failed)
        status = tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    tn_text_free(&problem);
    return status;
}
