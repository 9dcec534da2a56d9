/* screen_line.c -- the line that the user types: editing, history, completion. */
#include <glob.h>
#include <stdlib.h>

#include "screen.h"

/* Whether a byte is in a character of UTF-8, but not its first one. */
static bool is_inside(const char *byte)
{
    return ((unsigned char)*byte & 0xC0) == 0x80;
}

/* ======== editing ======== */

void line_begin(screen_line *line, const char *text)
{
    size_t size = strlen(text);
    if (size >= LINE_ROOM) size = LINE_ROOM - 1;
    memcpy(line->text, text, size);
    line->text[size] = '\0';
    line->cursor = size;
    line->history_at = line->history_count;
}

/* Replaces `erased` bytes before the cursor. Leaves the line as it is if there is no room. */
static void replace(screen_line *line, size_t erased, const char *text, size_t size)
{
    size_t rest = strlen(line->text + line->cursor) + 1, begin = line->cursor - erased;
    if (begin + size + rest > LINE_ROOM) return;
    memmove(line->text + begin + size, line->text + line->cursor, rest);
    memcpy(line->text + begin, text, size);
    line->cursor = begin + size;
}

void line_insert(screen_line *line, char c)
{
    replace(line, 0, &c, 1);
}

/* The place of the character before a place, and of the one after it. */
static size_t place_before(const screen_line *line, size_t at)
{
    if (at) at--;
    while (at && is_inside(line->text + at)) at--;
    return at;
}

static size_t place_after(const screen_line *line, size_t at)
{
    if (line->text[at]) at++;
    while (is_inside(line->text + at)) at++;
    return at;
}

void line_erase(screen_line *line)
{
    replace(line, line->cursor - place_before(line, line->cursor), "", 0);
}

void line_erase_word(screen_line *line)
{
    size_t at = line->cursor;
    while (at && line->text[at - 1] == ' ') at--;
    while (at && line->text[at - 1] != ' ') at--;
    replace(line, line->cursor - at, "", 0);
}

void line_move(screen_line *line, int characters)
{
    for (; characters < 0; characters++) line->cursor = place_before(line, line->cursor);
    for (; characters > 0; characters--) line->cursor = place_after(line, line->cursor);
}

/* ======== history ======== */

void line_recall(screen_line *line, int step)
{
    size_t at = line->history_at;
    if (step < 0 ? !at : at >= line->history_count) return;
    at = step < 0 ? at - 1 : at + 1;
    line_begin(line, at < line->history_count ? line->history[at] : "");
    line->history_at = at;
}

void line_remember(screen_line *line)
{
    size_t size = strlen(line->text) + 1, count = line->history_count;
    if (size == 1 || (count && strcmp(line->history[count - 1], line->text) == 0)) return;
    char *copy = malloc(size);
    if (!copy) return;
    memcpy(copy, line->text, size);
    if (count == TUNIP_LEN(line->history)) {
        free(line->history[0]);
        memmove(line->history, line->history + 1, (count - 1) * sizeof *line->history);
        count--;
    }
    line->history[count] = copy;
    line->history_count = count + 1;
}

void line_close(screen_line *line)
{
    for (size_t i = 0; i < line->history_count; i++) free(line->history[i]);
}

/* ======== completion ======== */

/* The candidates that begin with a word: the bytes that all share, and their list. */
typedef struct completion {
    const char *word;
    size_t size;
    char shared[LINE_ROOM];
    size_t shared_size, count;
    tn_text *list;
} completion;

enum { MOST_LISTED = 200 };

static void offer(completion *c, const char *name)
{
    size_t size = strlen(name), same = 0;
    if (size >= LINE_ROOM || strncmp(name, c->word, c->size) != 0) return;
    if (!c->count++) {
        memcpy(c->shared, name, size + 1);
        c->shared_size = size;
    }
    while (same < c->shared_size && name[same] == c->shared[same]) same++;
    while (same && is_inside(&c->shared[same])) same--;
    c->shared_size = same;
    if (c->count > MOST_LISTED) return;
    tn_text_put_visible(c->list, tunip_str_from(c->count == MOST_LISTED ? "..." : name));
    tn_text_say(c->list, "\n");
}

static void offer_files(completion *c)
{
    glob_t found;
    char pattern[LINE_ROOM + 1];
    if (!c->size || strpbrk(c->word, "*?[\\")) return;
    memcpy(pattern, c->word, c->size);
    memcpy(pattern + c->size, "*", 2);
    if (glob(pattern, GLOB_MARK, NULL, &found) != 0) return;
    for (size_t i = 0; i < found.gl_pathc; i++) offer(c, found.gl_pathv[i]);
    globfree(&found);
}

void line_complete(screen_line *line, const tunip_debugger *d, tn_text *candidates)
{
    char word[LINE_ROOM];
    size_t begin = line->cursor;
    while (begin && line->text[begin - 1] != ' ') begin--;
    size_t first = strspn(line->text, " "), size = line->cursor - begin;
    memcpy(word, line->text + begin, size);
    word[size] = '\0';
    completion c = {.word = word, .size = size, .list = candidates};
    for (size_t i = 0; begin <= first && dbg_command_name(i); i++) offer(&c, dbg_command_name(i));
    for (size_t i = 0; begin > first && i < d->plan->node_count; i++)
        offer(&c, d->plan->nodes[i].name.data);
    if (begin > first && !c.count) offer_files(&c);
    if (!c.count) return;
    replace(line, size, c.shared, c.shared_size);
    bool is_folder = c.shared_size && c.shared[c.shared_size - 1] == '/';
    if (c.count == 1 && !is_folder && !line->text[line->cursor]) line_insert(line, ' ');
    if (c.count == 1) candidates->bytes.count = 0;
}
