/* packed.c -- packs and unpacks the source maps of units.
 *
 * Numbers are in base 128, least significant digit first; a set high bit means that another digit
 * follows. The paths of a print have numbers from 1 in the order in which they are packed; 0 is the
 * root. A packed path is its number minus that of its parent, its step, and the value of the step:
 * a number or a pointer. A packed span is
 *
 *     kind sub dialect flags     one byte each
 *     begin size inside          begin: after the begin of the previous span
 *     path                       with HAS_PATH: after the last path
 *     count, and each part       with HAS_PARTS: spans from the Doc to its part
 *     count, and each path       with HAS_MORE_PATHS
 */
#include "print.h"

#include <tunip/ext/dialect.h>

#include "doc.h"
#include "paths.h"

enum { HAS_PATH = 1, HAS_MORE_PATHS = 2, HAS_PARTS = 4 };

/* Of a number, and of a span without paths. */
enum { MOST_BYTES = 10, HEAD_BYTES = 4 + 5 * MOST_BYTES };

/* The packed paths of one unit. */
struct tn_packed_paths {
    tn_packed_paths *next;
    size_t count;
    uint8_t bytes[];
};

void tn_packed_init(tn_packed *packed, const tunip_allocator *allocator)
{
    *packed = (tn_packed){.unit_count = 0};
    tn_arena_init(&packed->arena, allocator);
    tn_arena_init(&packed->units, allocator);
    tn_mutex_init(&packed->lock);
}

void tn_packed_free(tn_packed *packed)
{
    tn_array_free(&packed->paths, &packed->arena.allocator);
    tn_array_free(&packed->bytes, &packed->arena.allocator);
    tn_array_free(&packed->chain, &packed->arena.allocator);
    tn_arena_free(&packed->arena);
    tn_arena_free(&packed->units);
    tn_mutex_destroy(&packed->lock);
}

static inline uint8_t *put_number(uint8_t *to, uint64_t number)
{
    for (; number >= 128; number >>= 7) *to++ = (uint8_t)(number | 128);
    *to++ = (uint8_t)number;
    return to;
}

static inline uint64_t take_number(const uint8_t **at)
{
    uint64_t number = *(*at)++;
    if (number < 128) return number;
    number &= 127;
    for (unsigned shift = 7;; shift += 7) {
        uint8_t digit = *(*at)++;
        number |= (uint64_t)(digit & 127) << shift;
        if (digit < 128) return number;
    }
}

/* ---- packing paths ---- */

static inline uint32_t *number_of(const tunip_path *path)
{
    return &((tn_numbered_path *)(uintptr_t)path)->number;
}

static inline bool is_counted(const tunip_path *path)
{
    return !path->depth || ((path->mark & TN_PATH_NUMBERED) && *number_of(path));
}

static inline bool is_item(const tunip_path *step)
{
    return step->step == TUNIP_STEP_ITEM || step->step == TUNIP_STEP_ITEM_MISSING;
}

/* Names of fields may be in memory of the unit; then it copies them. Names met lately need no
 * search. */
static tn_pack_end own_name(tn_packed *p, const tunip_docsifier *d, const tunip_path *step,
                            const char **name)
{
    const char **known = &p->names[((uintptr_t)*name >> 3) % TUNIP_LEN(p->names)];
    if (*known == *name) return TN_PACK_DONE;
    if (!tn_arena_search(&d->memory.arena, *name)) {
        *known = *name;
        return TN_PACK_DONE;
    }
    if (step->step != TUNIP_STEP_ATTR && step->step != TUNIP_STEP_ATTR_MISSING)
        return TN_PACK_KEEPS;
    *name = tn_arena_str(&p->arena, tunip_str_from(*name)).data;
    return *name ? TN_PACK_DONE : TN_PACK_NO_MEMORY;
}

/* Packs a path whose parent has the number `parent`. */
static tn_pack_end pack_step(tn_packed *p, const tunip_docsifier *d, const tunip_path *path,
                             uint32_t parent)
{
    const char *name = path->at.attr;
    tn_pack_end end = is_item(path) ? TN_PACK_DONE : own_name(p, d, path, &name);
    if (end != TN_PACK_DONE) return end;
    if (p->path_count == UINT32_MAX ||
        !tn_array_reserve(&p->paths, &p->arena.allocator, 1 + 2 * MOST_BYTES))
        return TN_PACK_NO_MEMORY;
    uint32_t number = ++p->path_count;
    uint8_t *to = put_number(p->paths.items + p->paths.count, number - parent);
    *to++ = path->step;
    if (is_item(path)) {
        to = put_number(to, (uint64_t)path->at.index);
    } else {
        memcpy(to, &name, sizeof name);
        to += sizeof name;
    }
    p->paths.count = (size_t)(to - p->paths.items);
    *number_of(path) = number;
    return TN_PACK_DONE;
}

/* Packs a path and its ancestors, unless they are packed already. */
static tn_pack_end pack_chain(tn_packed *p, const tunip_docsifier *d, const tunip_path *path)
{
    tn_pack_end end = TN_PACK_DONE;
    p->chain.count = 0;
    for (; !is_counted(path); path = path->parent) {
        if (!(path->mark & TN_PATH_NUMBERED)) return TN_PACK_KEEPS;
        if (!tn_array_push(&p->chain, &p->arena.allocator, path)) return TN_PACK_NO_MEMORY;
    }
    uint32_t parent = path->depth ? *number_of(path) : 0;
    while (p->chain.count && end == TN_PACK_DONE) {
        end = pack_step(p, d, p->chain.items[--p->chain.count], parent);
        parent = p->path_count;
    }
    return end;
}

/* Packs a path that is not the root, unless it is packed already. */
static inline tn_pack_end pack_path(tn_packed *p, const tunip_docsifier *d, const tunip_path *path)
{
    if (!(path->mark & TN_PATH_NUMBERED)) return TN_PACK_KEEPS;
    if (*number_of(path)) return TN_PACK_DONE;
    const tunip_path *parent = path->parent;
    bool is_step = (parent->mark & TN_PATH_NUMBERED) && *number_of(parent);
    return is_step ? pack_step(p, d, path, *number_of(parent)) : pack_chain(p, d, path);
}

/* Paths keep their numbers, so their bytes are kept even if packing fails. */
static tn_pack_end keep_paths(tn_packed *p, uint32_t before, tn_pack_end end)
{
    if (p->path_count == before) return end;
    tn_packed_paths *paths = tn_arena_alloc(&p->units, sizeof *paths + p->paths.count);
    if (!paths) return TN_PACK_NO_MEMORY;
    paths->next = NULL;
    paths->count = p->path_count - before;
    memcpy(paths->bytes, p->paths.items, p->paths.count);
    if (p->last)
        p->last->next = paths;
    else
        p->first = paths;
    p->last = paths;
    return end;
}

/* ---- packing spans ---- */

static inline bool reserve(tn_packed *p, size_t numbers)
{
    return tn_array_reserve(&p->bytes, &p->arena.allocator, HEAD_BYTES + numbers * MOST_BYTES);
}

static void put(tn_packed *p, uint64_t number)
{
    p->bytes.count = (size_t)(put_number(p->bytes.items + p->bytes.count, number) - p->bytes.items);
}

/* The distance to the span of a part of the Doc; 0 if it has none. */
static size_t find_part(const tunip_span *span, const tunip_doc *part)
{
    for (size_t i = 1; i <= span->inside; i += 1 + span[i].inside)
        if (span[i].doc == part) return i;
    return 0;
}

/* The parts of a Doc that queries need: the callee of a call, or the name and the decorators of a
 * definition. Other Docs have no `first`, and calls no decorators. */
typedef struct doc_parts {
    const tunip_doc **first;
    tunip_docs *decorators;
} doc_parts;

static inline doc_parts parts_of(const tunip_doc *doc)
{
    void *any = (void *)(uintptr_t)doc;
    if (doc->kind == TUNIP_DOC_CALL) return (doc_parts){&((tunip_doc_call *)any)->callee, NULL};
    if (doc->kind == TUNIP_DOC_FUNCTION) {
        tunip_doc_function *function = any;
        return (doc_parts){&function->name, &function->decorators};
    }
    if (doc->kind == TUNIP_DOC_CLASS) {
        tunip_doc_class *class_ = any;
        return (doc_parts){&class_->name, &class_->decorators};
    }
    return (doc_parts){NULL, NULL};
}

static bool pack_parts(tn_packed *p, const tunip_span *span, doc_parts parts)
{
    size_t count = parts.decorators ? parts.decorators->count : 0;
    if (!reserve(p, 2 + count)) return false;
    put(p, 1 + count);
    put(p, find_part(span, *parts.first));
    for (size_t i = 0; i < count; i++) put(p, find_part(span, parts.decorators->items[i]));
    return true;
}

/* The distance of a path from the last one, by their numbers. Odd numbers are backward. */
static inline uint64_t far_from(const tunip_path *path, uint32_t *last)
{
    uint32_t number = path->depth ? *number_of(path) : 0, before = *last;
    *last = number;
    return number >= before ? (uint64_t)(number - before) << 1
                            : (uint64_t)(before - number) << 1 | 1;
}

static tn_pack_end pack_more_paths(tn_packed *p, const tunip_docsifier *d, const tunip_doc *doc,
                                   uint32_t *last)
{
    tn_pack_end end = TN_PACK_DONE;
    size_t count = 0;
    tn_path_cursor more = tn_first_path(doc);
    tn_next_path(d, &more);
    for (tn_path_cursor c = more; c.path; tn_next_path(d, &c), count++) {
        if (c.path->depth) end = pack_path(p, d, c.path);
        if (end != TN_PACK_DONE) return end;
    }
    if (!reserve(p, 1 + count)) return TN_PACK_NO_MEMORY;
    put(p, count);
    for (tn_path_cursor c = more; c.path; tn_next_path(d, &c)) put(p, far_from(c.path, last));
    return TN_PACK_DONE;
}

static inline tn_pack_end pack_span(tn_packed *p, const tunip_docsifier *d, const tunip_span *span,
                                    size_t begin, uint32_t *last)
{
    const tunip_doc *doc = span->doc;
    const tunip_path *path = doc->path;
    tn_pack_end end = path && path->depth ? pack_path(p, d, path) : TN_PACK_DONE;
    if (end != TN_PACK_DONE) return end;
    if (!reserve(p, 0)) return TN_PACK_NO_MEMORY;
    int flags = (path ? HAS_PATH : 0) | (doc->more_paths ? HAS_MORE_PATHS : 0);
    doc_parts parts = parts_of(doc);
    if (parts.first) flags |= HAS_PARTS;
    uint8_t *to = p->bytes.items + p->bytes.count;
    *to++ = doc->kind;
    *to++ = doc->sub;
    *to++ = doc->dialect;
    *to++ = (uint8_t)flags;
    to = put_number(to, begin);
    to = put_number(to, span->end - span->begin);
    to = put_number(to, span->inside);
    if (path) to = put_number(to, far_from(path, last));
    p->bytes.count = (size_t)(to - p->bytes.items);
    if (parts.first && !pack_parts(p, span, parts)) return TN_PACK_NO_MEMORY;
    return flags & HAS_MORE_PATHS ? pack_more_paths(p, d, doc, last) : TN_PACK_DONE;
}

static tn_pack_end keep_spans(tn_packed *p, size_t count, tn_prerendered *stmt)
{
    uint8_t *kept = tn_arena_alloc(&p->units, p->bytes.count);
    if (!kept) return TN_PACK_NO_MEMORY;
    memcpy(kept, p->bytes.items, p->bytes.count);
    stmt->packed = kept;
    stmt->span_count = count;
    stmt->next = p->stmts;
    p->stmts = stmt;
    p->span_count += count;
    p->unit_count++;
    p->is_used = true;
    return TN_PACK_DONE;
}

tn_pack_end tn_pack_unit(tn_packed *p, const tunip_docsifier *d, const tn_spans *spans,
                         tn_prerendered *stmt)
{
    uint32_t before = p->path_count, last = before;
    size_t begin = stmt->parts[TUNIP_MEMBER_ITSELF].begin;
    tn_pack_end end = TN_PACK_DONE;
    p->bytes.count = p->paths.count = 0;
    stmt->path_count = before;
    for (size_t i = 0; i < spans->count && end == TN_PACK_DONE; i++) {
        const tunip_span *span = &spans->items[i];
        end = pack_span(p, d, span, span->begin - begin, &last);
        begin = span->begin;
    }
    end = keep_paths(p, before, end);
    return end == TN_PACK_DONE ? keep_spans(p, spans->count, stmt) : end;
}

/* ---- unpacking ---- */

/* A part of a Doc whose own Doc is not unpacked yet. */
typedef struct link {
    size_t span, part; /* of the Doc and of its part */
    size_t nth;
} link;

typedef struct unpacker {
    tn_packed *packed;
    tunip_docsifier *d;
    const tn_render *render;
    tn_arena *arena;
    tunip_path *paths; /* by number */
    tn_spans spans;
    uint32_t last;        /* the number of the last path */
    TN_ARRAY(link) links; /* of the current unit */
} unpacker;

static void unpack_paths(unpacker *u)
{
    uint32_t number = 0;
    u->paths[0] = *tunip_path_root(u->d);
    for (const tn_packed_paths *paths = u->packed->first; paths; paths = paths->next) {
        const uint8_t *at = paths->bytes;
        for (size_t i = 0; i < paths->count; i++) {
            tunip_path *path = &u->paths[++number];
            const tunip_path *parent = path - take_number(&at);
            *path = (tunip_path){.parent = parent, .depth = parent->depth + 1, .step = *at++};
            if (is_item(path)) {
                path->at.index = (int64_t)take_number(&at);
            } else {
                memcpy(&path->at.key, at, sizeof path->at.key);
                at += sizeof path->at.key;
            }
        }
    }
}

static tunip_doc *unpack_doc(unpacker *u, const uint8_t **at)
{
    const tunip_doc head = {.kind = (*at)[0], .sub = (*at)[1], .dialect = (*at)[2]};
    tunip_doc *doc = tn_arena_zalloc(u->arena, tn_doc_size(&head));
    if (doc) *doc = head;
    *at += 3;
    return doc;
}

static bool unpack_parts(unpacker *u, const uint8_t **at, tunip_doc *doc)
{
    size_t count = (size_t)take_number(at), span = u->spans.count;
    if (count > 1) {
        const tunip_doc **items = tn_arena_zalloc(u->arena, (count - 1) * sizeof *items);
        if (!items) return false;
        *parts_of(doc).decorators = (tunip_docs){items, count - 1};
    }
    for (size_t nth = 0; nth < count; nth++) {
        size_t distance = (size_t)take_number(at);
        link l = {span, span + distance, nth};
        if (distance && !tn_array_push(&u->links, &u->arena->allocator, l)) return false;
    }
    return true;
}

static const tunip_path *take_path(unpacker *u, const uint8_t **at)
{
    uint64_t far = take_number(at);
    u->last += far & 1 ? -(uint32_t)(far >> 1) : (uint32_t)(far >> 1);
    return &u->paths[u->last];
}

/* A Doc with several paths refers to a list of the others. */
static bool unpack_more_paths(unpacker *u, const uint8_t **at, tunip_doc *doc)
{
    tn_paths *paths = u->d->paths;
    const tunip_allocator *a = &u->arena->allocator;
    size_t count = (size_t)take_number(at);
    if (!paths->more.count && !tn_array_push(&paths->more, a, (tn_more_path){0})) return false;
    if (!tn_array_reserve(&paths->more, a, count)) return false;
    if (count) doc->more_paths = (uint32_t)paths->more.count;
    for (size_t i = 0; i < count; i++) {
        uint32_t next = i + 1 < count ? (uint32_t)paths->more.count + 1 : 0;
        paths->more.items[paths->more.count++] = (tn_more_path){take_path(u, at), next};
    }
    return true;
}

/* The text of a unit in the text of the print: its lines are indented. */
typedef struct unit {
    const tunip_span *around; /* the span of the unit */
    const tn_prerendered *stmt;
    const size_t *lines, *lines_end; /* starts of lines in the text of the unit */
} unit;

/* The new offset of the byte at `offset`. `line` becomes the first line that starts after it; it
 * does not start after it before. */
static size_t moved(const unit *in, const size_t **line, size_t offset)
{
    const size_t *low = *line, *high = in->lines_end;
    if (low<high && * low> offset) high = low;
    while (low < high) {
        const size_t *middle = low + (high - low) / 2;
        if (*middle <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    *line = low;
    size_t indents = (size_t)(low - in->lines) * (in->stmt->indent - in->stmt->made_indent);
    size_t at = in->around->begin + (offset - in->stmt->parts[TUNIP_MEMBER_ITSELF].begin) + indents;
    return at < in->around->end ? at : in->around->end;
}

static bool unpack_span(unpacker *u, const unit *in, const uint8_t **at, size_t *last,
                        const size_t **line)
{
    tunip_doc *doc = unpack_doc(u, at);
    if (!doc) return false;
    uint8_t flags = *(*at)++;
    size_t begin = *last + (size_t)take_number(at), end = begin + (size_t)take_number(at);
    tunip_span span = {.inside = (size_t)take_number(at), .doc = doc};
    span.begin = moved(in, line, begin);
    const size_t *end_line = *line;
    span.end = moved(in, &end_line, end);
    *last = begin;
    if (flags & HAS_PATH) doc->path = take_path(u, at);
    if ((flags & HAS_PARTS) && !unpack_parts(u, at, doc)) return false;
    if ((flags & HAS_MORE_PATHS) && !unpack_more_paths(u, at, doc)) return false;
    u->spans.items[u->spans.count++] = span;
    return true;
}

static void connect(unpacker *u)
{
    for (size_t i = 0; i < u->links.count; i++) {
        const link *l = &u->links.items[i];
        doc_parts parts = parts_of(u->spans.items[l->span].doc);
        const tunip_doc **part = parts.first;
        if (l->nth) part = (const tunip_doc **)(uintptr_t)&parts.decorators->items[l->nth - 1];
        *part = u->spans.items[l->part].doc;
    }
    u->links.count = 0;
}

static bool unpack_unit(unpacker *u, const tunip_span *around, const tn_prerendered *stmt)
{
    const tn_prerendered_part *part = &stmt->parts[TUNIP_MEMBER_ITSELF];
    const size_t *lines = stmt->from->counted.items;
    const unit in = {around, stmt, lines + part->line, lines + part->line_end};
    const uint8_t *at = stmt->packed;
    size_t last = part->begin;
    const size_t *line = in.lines;
    u->last = stmt->path_count;
    for (size_t i = 0; i < stmt->span_count; i++)
        if (!unpack_span(u, &in, &at, &last, &line)) return false;
    connect(u);
    return true;
}

static const tn_prerendered *packed_unit(const tunip_span *span)
{
    const tn_prerendered *stmt = (const tn_prerendered *)span->doc;
    return span->doc->kind == TN_DOC_PRERENDERED && stmt->packed ? stmt : NULL;
}

/* Corrects the counts of spans inside of spans around units. */
static bool unpack_spans(unpacker *u)
{
    const tn_spans *old = &u->render->spans;
    const tunip_allocator *a = &u->arena->allocator;
    TN_ARRAY(size_t) open = {NULL, 0, 0}; /* pairs: old and new index of a span around units */
    bool fine = true;
    for (size_t i = 0; i < old->count && fine; i++) {
        const tunip_span *span = &old->items[i];
        const tn_prerendered *stmt = packed_unit(span);
        /* there is too little room if a backend emitted a unit twice */
        fine = tn_array_reserve(&u->spans, a, stmt ? stmt->span_count : 1) &&
               (stmt ? unpack_unit(u, span, stmt) : tn_array_reserve(&open, a, 2));
        if (!fine) break;
        if (!stmt) {
            open.items[open.count++] = i + span->inside;
            open.items[open.count++] = u->spans.count;
            u->spans.items[u->spans.count++] = *span;
        }
        for (; open.count && open.items[open.count - 2] == i; open.count -= 2) {
            size_t at = open.items[open.count - 1];
            u->spans.items[at].inside = u->spans.count - 1 - at;
        }
    }
    tn_array_free(&open, a);
    return fine;
}

/* Turns units into their statements, because Docs around them have them in their bodies. A backend
 * may have left out a unit: it becomes an empty block. */
static void replace_units(unpacker *u)
{
    const tn_spans *old = &u->render->spans;
    for (tn_prerendered *stmt = u->packed->stmts; stmt; stmt = stmt->next)
        stmt->block = (tunip_doc_block){.stmt.base.kind = TUNIP_DOC_BLOCK};
    u->packed->stmts = NULL;
    for (size_t i = 0, k = 0; i < old->count; i++, k++) {
        tunip_span *span = &u->spans.items[k];
        if (span->doc == old->items[i].doc) continue;
        tn_prerendered *stmt = (tn_prerendered *)(uintptr_t)old->items[i].doc;
        if (span->doc->kind == TUNIP_DOC_FUNCTION)
            stmt->function = *(const tunip_doc_function *)span->doc;
        else
            stmt->expr_stmt = *(const tunip_doc_expr_stmt *)span->doc;
        span->doc = &stmt->base;
        k += span->inside;
    }
}

bool tn_unpack(tn_packed *packed, tunip_docsifier *d, tn_render *render)
{
    const tunip_allocator *a = &packed->arena.allocator;
    if (!packed->unit_count) return true;
    unpacker u = {.packed = packed, .d = d, .render = render, .arena = &packed->arena};
    size_t count = render->spans.count - packed->unit_count + packed->span_count;
    size_t more = d->paths->more.count;
    tn_arena_mark mark = tn_arena_here(&packed->arena);
    u.paths = tn_arena_alloc(u.arena, ((size_t)packed->path_count + 1) * sizeof *u.paths);
    bool fine = u.paths && tn_array_reserve(&u.spans, a, count);
    if (fine) unpack_paths(&u);
    fine = fine && unpack_spans(&u);
    tn_array_free(&u.links, a);
    if (!fine) {
        d->paths->more.count = more;
        tn_array_free(&u.spans, a);
        tn_arena_rewind(&packed->arena, mark);
        return false;
    }
    replace_units(&u);
    tn_array_free(&render->spans, a);
    render->spans = u.spans;
    packed->unit_count = 0;
    tn_arena_free(&packed->units);
    return true;
}
