/* ahead.c -- a worker parses functions before elaborate asks for them: first the signatures with a
 * return type, to declare the functions, and then each signature and the body after it. Most
 * functions without a return type are declared without their signature.
 *
 * If a signature or a body has an error or a warning, the caller's thread reads it itself, so that
 * messages are the same with and without a worker. */
#include "defer.h"

enum {
    BATCHES = 8,
    BATCH = 4 << 10, /* bytes of text. Its Docs stay in the processor's cache, and take far less
                        memory than the graph of a text that is worth a thread */
    LEAST = 64 << 10
};

/* A function whose signature was skipped, or a body. */
typedef struct item {
    const tn_py_function *function; /* NULL for a body */
    const tn_py_unread *unread;
} item;

/* The Docs of an item. */
typedef struct docs {
    const tunip_doc *function;
    tunip_docs body;
    bool is_silent; /* false: it has an error or a warning */
} docs;

/* The Docs of items that follow one another. */
typedef struct batch {
    tn_python_ahead *ahead;
    tn_arena arena;
    tn_arena_mark empty;
    size_t first; /* the number of its first item */
    TN_ARRAY(docs) docs;
    bool is_last;
    size_t job; /* that fills it */
} batch;

struct tn_py_ahead {
    tn_worker *worker;
    batch batches[BATCHES]; /* the batch n of the text is at n % BATCHES */
    size_t current;         /* the batch whose Docs are in use; the signature that belongs to its
                               first body may be in the batch before it */
    size_t posted;          /* jobs fill the batches before this one */
    /* The worker's: */
    tn_py parser;
    tn_arena names; /* of the parser */
    item *items;
    size_t count, next; /* of the items, and the first one that has not been read */
};

static size_t size_of(const tn_py_unread *unread)
{
    tn_script_place place = tn_doc_place(&unread->stmt.stmt.base);
    return place.end - place.begin;
}

/* ---- the worker's side ---- */

static docs read_item(tn_python_ahead *a, tn_arena *arena, const item *next)
{
    tn_py *p = &a->parser;
    docs read = {.function = NULL};
    size_t before = tunip_diagnostics_count(p->diagnostics);
    p->error_count = 0;
    p->is_full = false;
    if (next->function)
        read.function = tn_py_read_function(p, arena, next->function);
    else
        read.body = tn_py_read_body(p, arena, next->unread);
    read.is_silent = tunip_diagnostics_count(p->diagnostics) == before;
    return read;
}

/* Parses the next items. Stops if memory ends, and if there are many messages that nobody reads. */
static void fill(void *opaque)
{
    enum { SIGNATURE = 200 /* about so many bytes */, MOST_MESSAGES = 1000 };
    batch *b = opaque;
    tn_python_ahead *a = b->ahead;
    const tunip_diagnostics *messages = a->parser.diagnostics;
    tn_arena_rewind(&b->arena, b->empty);
    b->docs.count = 0;
    b->first = a->next;
    for (size_t size = 0; size < BATCH && a->next < a->count; a->next++) {
        const item *next = &a->items[a->next];
        docs read = read_item(a, &b->arena, next);
        if (b->arena.failed || tunip_diagnostics_count(messages) > MOST_MESSAGES ||
            !tn_array_push(&b->docs, &b->arena.allocator, read))
            a->count = a->next; /* stop here */
        size += next->function ? SIGNATURE : size_of(next->unread);
    }
    b->is_last = a->next >= a->count;
}

/* ---- opening and closing ---- */

bool tn_python_is_long(const tn_python *p)
{
    size_t size = 0;
    for (size_t i = 0; i < p->unread.count && size < LEAST; i++)
        size += size_of(p->unread.items[i]);
    return size >= LEAST;
}

/* Lists the items in the order in which the caller asks for them. */
static bool list_items(tn_python_ahead *a, const tn_py *heads)
{
    size_t functions = heads->functions.count, bodies = heads->unread.count, f = 0, b = 0;
    item *at = a->items = tn_arena_alloc(&a->names, (2 * functions + bodies) * sizeof *a->items);
    if (!at) return false;
    for (size_t i = 0; i < functions; i++) {
        tn_py_function *function = heads->functions.items[i];
        if (!function->doc.return_type) continue;
        function->to_declare = (size_t)(at - a->items);
        *at++ = (item){function, NULL};
    }
    while (f < functions || b < bodies) {
        tn_py_function *function = f < functions ? heads->functions.items[f] : NULL;
        tn_py_unread *body = b < bodies ? heads->unread.items[b] : NULL;
        bool is_function = function && (!body || function->signature < body->line);
        *(is_function ? &function->in_order : &body->in_order) = (size_t)(at - a->items);
        *at++ = is_function ? (item){function, NULL} : (item){NULL, body};
        f += is_function;
        b += !is_function;
    }
    a->count = (size_t)(at - a->items);
    return true;
}

static bool open(tn_python_ahead *a, const tn_py *heads)
{
    const tunip_allocator *allocator = &heads->names_arena->allocator;
    tn_py *p = &a->parser;
    tunip_str text = {heads->lexer.begin, (size_t)(heads->lexer.limit - heads->lexer.begin)};
    *p = (tn_py){.arena = &a->names,
                 .names_arena = &a->names,
                 .parse = heads->parse,
                 .options = heads->options,
                 .source = heads->source};
    tn_arena_init(&a->names, allocator);
    for (size_t i = 0; i < BATCHES; i++) {
        batch *b = &a->batches[i];
        b->ahead = a;
        tn_arena_init(&b->arena, allocator);
        b->empty = tn_arena_here(&b->arena);
    }
    tn_py_names_init(&p->names, allocator);
    p->diagnostics = tunip_diagnostics_new(allocator, NULL);
    return p->diagnostics && list_items(a, heads) && tn_py_lexer_init(&p->lexer, text, allocator);
}

tn_python_ahead *tn_python_ahead_new(tn_python *python, tn_worker *worker)
{
    tn_python_ahead *a = tn_arena_zalloc(python->arena, sizeof *a);
    if (!a) return NULL;
    a->worker = worker;
    if (open(a, python)) return a;
    tn_python_ahead_free(a);
    return NULL;
}

void tn_python_ahead_free(tn_python_ahead *a)
{
    if (!a) return;
    for (size_t i = 0; i < BATCHES; i++) {
        tn_array_free(&a->batches[i].docs, &a->names.allocator);
        tn_arena_free(&a->batches[i].arena);
    }
    tunip_diagnostics_free(a->parser.diagnostics);
    tn_python_close(&a->parser);
    tn_arena_free(&a->names);
}

/* ---- the caller's side ---- */

/* Posts jobs once half of the batches are free, because waking a thread for each batch would cost
 * more. */
static void post(tn_python_ahead *a)
{
    if (a->posted > a->current + BATCHES / 2) return;
    for (; a->posted + 1 < a->current + BATCHES; a->posted++) {
        batch *b = &a->batches[a->posted % BATCHES];
        b->job = tn_worker_post(a->worker, fill, b);
        if (!b->job) break;
    }
}

/* The Docs of the item `number`; NULL if the caller's thread has to read it. After too many errors,
 * the parser of that thread reads nothing more. */
static const docs *find(tn_python_ahead *a, const tn_py *python, size_t number)
{
    if (!a || python->is_full) return NULL;
    for (;; a->current++) {
        post(a);
        if (a->current == a->posted) return NULL;
        const batch *b = &a->batches[a->current % BATCHES];
        tn_worker_wait(a->worker, b->job);
        if (number < b->first) return NULL;
        const docs *found =
            number - b->first < b->docs.count ? &b->docs.items[number - b->first] : NULL;
        if (found) return found->is_silent ? found : NULL;
        if (b->is_last) return NULL;
    }
}

const tunip_doc *tn_python_function_ahead(tn_python *python, tn_python_ahead *ahead,
                                          tn_arena *arena, const tunip_doc *doc, bool declares)
{
    tn_py_function *f = (tn_py_function *)(uintptr_t)doc;
    size_t number = declares ? f->to_declare : f->in_order;
    const docs *found = number == TN_PY_NOT_AHEAD ? NULL : find(ahead, python, number);
    if (!found) return tn_python_read_function(python, arena, doc);
    f->is_read = true;
    return found->function;
}

tunip_docs tn_python_body_ahead(tn_python *python, tn_python_ahead *ahead, tn_arena *arena,
                                const tunip_doc *doc)
{
    tn_py_unread *unread = (tn_py_unread *)(uintptr_t)doc;
    const docs *found = find(ahead, python, unread->in_order);
    if (!found) return tn_python_read_body(python, arena, doc);
    unread->is_read = true;
    return found->body;
}
