/* ahead.c -- other threads read the next dumps of a log while this one adds the steps of those that
 * were read.
 *
 * The list has the next dumps whose texts are new, in the order of the log. Each is read by the
 * first thread that is free, and this thread also reads, instead of waiting. A dump with warnings
 * or errors is read again when its turn comes, for its messages. */
#include <stdlib.h>

#include "../util/threads.h"
#include "cli.h"

/* The list has at most so many dumps and bytes, and none farther ahead. */
enum { ROOM = 64, MOST_BYTES = 16 << 20, FARTHEST = 16 * ROOM, MOST_READERS = 15 };

typedef enum state { WAITING, IN_HAND, READ } state;

/* A dump to be read. */
typedef struct slot {
    size_t number;
    tunip_text_key key;
    tunip_graph *graph; /* NULL when it is read: there were messages */
    state state;
} slot;

struct cli_ahead {
    const cli_inputs *in; /* NULL: no log is read, and there are no readers */
    const cli_loads *loads;
    tn_mutex lock; /* of the members below */
    tn_condition changed;
    slot slots[ROOM]; /* a ring: those from `first` up to `end` are in use */
    size_t first, end, bytes;
    bool ends;
    tn_thread readers[MOST_READERS];
    size_t reader_count;
    size_t next; /* the next dump that may go to the list; only this thread knows */
};

static slot *slot_at(struct cli_ahead *a, size_t i)
{
    return &a->slots[i % ROOM];
}

/* The first dump that no thread has in hand; NULL: none. */
static slot *find_waiting(struct cli_ahead *a)
{
    for (size_t i = a->first; i < a->end; i++)
        if (slot_at(a, i)->state == WAITING) return slot_at(a, i);
    return NULL;
}

/* Reads a dump. The lock is held before and afterwards. */
static void read_slot(struct cli_ahead *a, slot *s)
{
    s->state = IN_HAND;
    tn_mutex_unlock(&a->lock);
    tunip_graph *graph = cli_log_read_quietly(a->in->log, s->number, a->loads);
    tn_mutex_lock(&a->lock);
    s->graph = graph;
    s->state = READ;
    tn_condition_wake(&a->changed);
}

static void read_dumps(void *arg)
{
    struct cli_ahead *a = arg;
    tn_mutex_lock(&a->lock);
    while (!a->ends) {
        slot *s = find_waiting(a);
        if (s)
            read_slot(a, s);
        else
            tn_condition_wait(&a->changed, &a->lock);
    }
    tn_mutex_unlock(&a->lock);
}

static size_t size_of(const struct cli_ahead *a, const slot *s)
{
    return tunip_log_get(a->in->log, s->number)->text.size;
}

/* Takes the first dump from the list. The lock is held. */
static tunip_graph *take_first(struct cli_ahead *a)
{
    slot *s = slot_at(a, a->first);
    a->bytes -= size_of(a, s);
    a->first++;
    return s->graph;
}

/* Whether the text of a dump is new: not that of a step, or of a dump in the list. */
static bool is_new(const cli_steps *self, const tunip_text_key *key)
{
    struct cli_ahead *a = self->ahead;
    if (tunip_history_recall(self->history, key)) return false;
    for (size_t i = a->first; i < a->end; i++)
        if (tunip_text_key_equal(&slot_at(a, i)->key, key)) return false;
    return true;
}

/* Adds dumps to the list while there is room. */
static void fill(cli_steps *self, size_t index)
{
    struct cli_ahead *a = self->ahead;
    size_t end = tunip_log_count(a->in->log);
    if (end > index + FARTHEST) end = index + FARTHEST;
    if (a->next < index) a->next = index;
    for (; a->next < end && a->end - a->first < ROOM && a->bytes < MOST_BYTES; a->next++) {
        const tunip_text_key key = tunip_text_key_of(tunip_log_get(a->in->log, a->next)->text);
        if (!is_new(self, &key)) continue;
        slot made = {a->next, key, NULL, WAITING};
        tn_mutex_lock(&a->lock);
        *slot_at(a, a->end++) = made;
        a->bytes += size_of(a, &made);
        tn_condition_wake(&a->changed);
        tn_mutex_unlock(&a->lock);
    }
}

static bool begin(cli_steps *self, const cli_inputs *in)
{
    struct cli_ahead *a = self->ahead;
    if (!a) a = self->ahead = calloc(1, sizeof *a);
    if (!a || a->in) return a != NULL;
    *a = (struct cli_ahead){.in = in, .loads = &self->loads, .next = in->index};
    tn_mutex_init(&a->lock);
    tn_condition_init(&a->changed);
    while (a->reader_count < MOST_READERS && a->reader_count + 1 < self->threads &&
           tn_thread_start(&a->readers[a->reader_count], TN_THREAD_STACK, read_dumps, a))
        a->reader_count++;
    return true;
}

tunip_graph *cli_ahead_read(cli_steps *self, const cli_inputs *in)
{
    tunip_graph *graph = NULL;
    bool found = false;
    if (!begin(self, in)) return NULL;
    struct cli_ahead *a = self->ahead;
    fill(self, in->index);
    tn_mutex_lock(&a->lock);
    while (!found && a->first < a->end && slot_at(a, a->first)->number <= in->index) {
        slot *s = slot_at(a, a->first), *other = find_waiting(a);
        if (s->state == READ) {
            found = s->number == in->index;
            graph = take_first(a);
            if (!found) tunip_graph_free(graph);
        } else if (other) {
            read_slot(a, other);
        } else {
            tn_condition_wait(&a->changed, &a->lock);
        }
    }
    tn_mutex_unlock(&a->lock);
    return found ? graph : NULL;
}

void cli_ahead_end(cli_steps *self)
{
    struct cli_ahead *a = self->ahead;
    if (!a || !a->in) return;
    tn_mutex_lock(&a->lock);
    a->ends = true;
    tn_condition_wake(&a->changed);
    tn_mutex_unlock(&a->lock);
    for (size_t i = 0; i < a->reader_count; i++) tn_thread_join(&a->readers[i]);
    while (a->first < a->end) tunip_graph_free(take_first(a));
    tn_condition_destroy(&a->changed);
    tn_mutex_destroy(&a->lock);
    a->in = NULL;
}
