/* line_diff.c -- the differences of two texts by lines: the shortest edit script by E. Myers,
 * "An O(ND) Difference Algorithm and Its Variations" (1986), between the equal lines at the begin
 * and at the end. */
#include "line_diff.h"

#include <stdlib.h>
#include <string.h>

enum { CONTEXT = 3, MOST_EDITS = 1500 };

typedef struct lines {
    tunip_str *items;
    size_t count;
} lines;

typedef struct hunks {
    tn_text *out;
    const tn_line_diff_options *options;
    lines left, right;
    bool *removed, *added; /* of each line */
} hunks;

/* Lines have their ends only if these count. */
static bool split(tunip_str text, bool tells_end, lines *out)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++) count += text.data[i] == '\n';
    out->items = calloc(count + 1, sizeof *out->items);
    if (!out->items) return false;
    while (text.size) {
        const char *newline = memchr(text.data, '\n', text.size);
        size_t size = newline ? (size_t)(newline - text.data) : text.size;
        size_t taken = newline ? size + 1 : size;
        out->items[out->count++] = (tunip_str){text.data, tells_end ? taken : size};
        text.data += taken;
        text.size -= taken;
    }
    return true;
}

/* ---- the shortest edit script ---- */

/* The furthest points of all paths with `edits` edits, from those with one less. Returns the
 * diagonal on which a path reaches the end, or INT_MAX. */
static int advance(const hunks *h, size_t from, const size_t ends[2], int edits, int *reach)
{
    enum { NONE = 0x7FFFFFFF };
    const tunip_str *a = h->left.items + from, *b = h->right.items + from;
    int n = (int)(ends[0] - from), m = (int)(ends[1] - from);
    for (int k = -edits; k <= edits; k += 2) {
        bool down = k == -edits || (k != edits && reach[k - 1] < reach[k + 1]);
        int x = down ? reach[k + 1] : reach[k - 1] + 1;
        int y = x - k;
        while (x < n && y < m && y >= 0 && tunip_str_equal(a[x], b[y])) {
            x++;
            y++;
        }
        reach[k] = x;
        if (x >= n && y >= m) return k;
    }
    return NONE;
}

/* Walks back from the end and marks the lines. `trace` has the reach before each step. */
static void mark(hunks *h, size_t from, int edits, int diagonal, int *const *trace)
{
    int k = diagonal;
    for (int step = edits; step > 0; step--) {
        const int *reach = trace[step];
        bool down = k == -step || (k != step && reach[k - 1] < reach[k + 1]);
        int before = down ? k + 1 : k - 1;
        int x = reach[before];
        if (down)
            h->added[from + (size_t)(x - before)] = true;
        else
            h->removed[from + (size_t)x] = true;
        k = before;
    }
}

/* False if there are too many edits. */
static bool find_edits(hunks *h, size_t from, const size_t ends[2])
{
    enum { ROOM = MOST_EDITS + 2 };
    int *room = calloc(2 * ROOM + 1, sizeof *room);
    int **copies = calloc(ROOM, sizeof *copies), **trace = calloc(ROOM, sizeof *trace);
    bool found = false;
    for (int d = 0; room && copies && trace && d <= MOST_EDITS && !found; d++) {
        size_t width = 2 * (size_t)d + 3;
        copies[d] = malloc(width * sizeof(int));
        if (!copies[d]) break;
        memcpy(copies[d], room + ROOM - d - 1, width * sizeof(int));
        trace[d] = copies[d] + d + 1;
        int diagonal = advance(h, from, ends, d, room + ROOM);
        found = diagonal >= -d && diagonal <= d;
        if (found) mark(h, from, d, diagonal, trace);
    }
    for (int d = 0; copies && d < ROOM; d++) free(copies[d]);
    free(copies);
    free(trace);
    free(room);
    return found;
}

static void find_changes(hunks *h)
{
    size_t from = 0, ends[2] = {h->left.count, h->right.count};
    while (from < ends[0] && from < ends[1] &&
           tunip_str_equal(h->left.items[from], h->right.items[from]))
        from++;
    while (ends[0] > from && ends[1] > from &&
           tunip_str_equal(h->left.items[ends[0] - 1], h->right.items[ends[1] - 1])) {
        ends[0]--;
        ends[1]--;
    }
    if (find_edits(h, from, ends)) return;
    for (size_t i = from; i < ends[0]; i++) h->removed[i] = true;
    for (size_t i = from; i < ends[1]; i++) h->added[i] = true;
}

/* ---- hunks ---- */

/* One mark for each line of the merged texts: '-', '+' or ' '. */
static size_t merge(const hunks *h, char *marks)
{
    size_t l = 0, r = 0, count = 0;
    while (l < h->left.count || r < h->right.count) {
        bool removed = l < h->left.count && h->removed[l];
        bool added = !removed && r < h->right.count && h->added[r];
        marks[count++] = removed ? '-' : added ? '+' : ' ';
        l += !added;
        r += !removed;
    }
    return count;
}

/* Behind the last changed line of a hunk whose first one is at `at`, with the context. */
static size_t end_of_hunk(const char *marks, size_t count, size_t at)
{
    size_t last = at;
    for (size_t i = at; i < count && i - last <= 2 * CONTEXT + 1; i++)
        if (marks[i] != ' ') last = i;
    return count - last > CONTEXT ? last + CONTEXT + 1 : count;
}

static void put_line(const hunks *h, char mark, tunip_str line)
{
    const char *colour = mark == '-' ? "\x1b[31m" : mark == '+' ? "\x1b[32m" : NULL;
    bool is_ended = line.size && line.data[line.size - 1] == '\n';
    line.size -= is_ended;
    if (h->options->colour && colour) tn_text_put_word(h->out, colour);
    tn_text_put(h->out, &mark, 1);
    tn_text_put_str(h->out, line);
    if (h->options->colour && colour) tn_text_put_word(h->out, "\x1b[0m");
    tn_text_put_word(h->out, "\n");
    if (h->options->tells_end && !is_ended)
        tn_text_put_word(h->out, "\\ No newline at end of file\n");
}

static void put_hunk(const hunks *h, const char *marks, size_t begin, size_t end, size_t at[2])
{
    size_t counts[2] = {0, 0};
    for (size_t i = begin; i < end; i++) {
        counts[0] += marks[i] != '+';
        counts[1] += marks[i] != '-';
    }
    tn_text_say(h->out, "@@ -%zu,%zu +%zu,%zu @@\n", at[0] + !!counts[0], counts[0],
                at[1] + !!counts[1], counts[1]);
    for (size_t i = begin; i < end; i++) {
        tunip_str line = marks[i] == '+' ? h->right.items[at[1]] : h->left.items[at[0]];
        put_line(h, marks[i], line);
        at[0] += marks[i] != '+';
        at[1] += marks[i] != '-';
    }
}

void tn_line_diff(tn_text *out, tunip_str left, tunip_str right,
                  const tn_line_diff_options *options)
{
    hunks h = {.out = out, .options = options};
    bool fine =
        split(left, options->tells_end, &h.left) && split(right, options->tells_end, &h.right);
    h.removed = calloc(h.left.count + 1, sizeof *h.removed);
    h.added = calloc(h.right.count + 1, sizeof *h.added);
    char *marks = calloc(h.left.count + h.right.count + 1, 1);
    if (fine && h.removed && h.added && marks) {
        find_changes(&h);
        size_t count = merge(&h, marks), printed = 0, at[2] = {0, 0};
        for (size_t i = 0; i < count;) {
            if (marks[i] == ' ') {
                i++;
                at[0]++;
                at[1]++;
                continue;
            }
            size_t back = i - printed < CONTEXT ? i - printed : CONTEXT;
            size_t end = end_of_hunk(marks, count, i);
            at[0] -= back;
            at[1] -= back;
            put_hunk(&h, marks, i - back, end, at);
            i = printed = end;
        }
    } else {
        out->failed = true;
    }
    free(h.left.items);
    free(h.right.items);
    free(h.removed);
    free(h.added);
    free(marks);
}
