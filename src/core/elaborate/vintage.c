/* vintage.c -- finds the version of TVM of a script from its words: T.sblock is a word of v0.26,
 * T.block a word of older versions. The rows that rename words in prints (tunip_renaming) are read
 * in reverse here. */
#include <limits.h>

#include "elaborate.h"

typedef struct renamings {
    const tunip_renaming *rows;
    size_t count;
} renamings;

static renamings renamings_of(const tunip_dialect *dialect)
{
    return (renamings){dialect->renamings, dialect->renaming_count};
}

/* Whether all that was read so far fits a version from `since` on and before `until`. */
static void narrow(tunip_elaborator *e, tunip_str name, unsigned since, unsigned until,
                   const tunip_doc *doc)
{
    bool was_fine = !e->until || e->since < e->until;
    if (since > e->since) e->since = since;
    if (until && (!e->until || until < e->until)) e->until = until;
    if (!was_fine || !e->until || e->since < e->until) return;
    tunip_complain(e, doc, "`%.*s` is of %s v0.%u, and the rest is of %s version", (int)name.size,
                   name.data, since ? "TVM" : "TVM before", since ? since : until,
                   since ? "an older" : "a newer");
}

tunip_str tn_older_name(tunip_elaborator *e, const tunip_dialect *dialect, tunip_str name,
                        const tunip_doc *doc)
{
    renamings all = renamings_of(dialect);
    for (size_t i = 0; i < all.count; i++) {
        const tunip_renaming *row = &all.rows[i];
        bool is_older = tunip_str_is(name, row->name), is_newer = tunip_str_is(name, row->written);
        if (!is_older && !is_newer) continue;
        narrow(e, name, is_newer ? row->since : 0, is_newer ? 0 : row->since, doc);
        return tunip_str_from(row->name);
    }
    return name;
}

/* Whether the dialect describes the word itself, as older versions have it. */
static bool is_described(tunip_elaborator *e, const tunip_vocabulary *script, tunip_str name)
{
    tunip_word row = {.name = NULL};
    return script && script->find_word && script->find_word(e, name, &row) && !row.since;
}

/* A word that only newer versions have. What TVM v0.23 folds is of that version, unless it imports
 * a newer one. */
static const tn_word *find_newer(tunip_elaborator *e, const tn_lexicon *lexicon, tunip_str name,
                                 const tunip_doc *doc)
{
    const tn_word *newer = e->folds && !e->since ? NULL : tn_lexicon_later(lexicon, name, UINT_MAX);
    if (!newer || is_described(e, lexicon->dialect->vocabulary, name)) return NULL;
    narrow(e, name, newer->word.since, 0, doc);
    return newer;
}

static bool has_param(const tn_word *word, tunip_str name)
{
    for (size_t i = 0; i < word->count; i++)
        if (tunip_str_equal(word->params[i].name, name)) return true;
    return false;
}

void tn_note_keyword(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name,
                     tunip_str key, const tunip_doc *doc)
{
    const tn_word *older = tn_lexicon_find(dialect->lexicon, name);
    const tn_word *newer = tn_lexicon_later(dialect->lexicon, name, UINT_MAX);
    key = tn_older_name(e, dialect->lexicon->dialect, key, doc);
    if (older && newer && !has_param(older, key) && has_param(newer, key))
        narrow(e, key, newer->word.since, 0, doc);
}

const tn_word *tn_word_find(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name,
                            const tunip_doc *doc)
{
    name = tn_older_name(e, dialect->lexicon->dialect, name, doc);
    const tn_word *known = e->since ? tn_lexicon_later(dialect->lexicon, name, e->since) : NULL;
    if (!known) known = tn_lexicon_find(dialect->lexicon, name);
    if (!known) known = find_newer(e, dialect->lexicon, name, doc);
    if (known) return known;
    const tunip_vocabulary *script = dialect->lexicon->dialect->vocabulary;
    tunip_word row = {.name = NULL};
    if (!script || !script->find_word || !script->find_word(e, name, &row)) return NULL;
    if (row.since) narrow(e, name, row.since, 0, doc);
    tunip_error error = {0};
    row.name = tn_arena_str(&e->kept, name).data; /* messages end at a NUL */
    known = row.name ? tn_word_compile(&e->kept, dialect->lexicon->dialect, &row, &error) : NULL;
    if (!known) tn_elaborator_fail_memory(e);
    return known;
}

const char *tn_newer_import(const tunip_dialect *dialect, unsigned *since)
{
    renamings all = renamings_of(dialect);
    for (size_t i = 0; dialect->import && i < all.count; i++)
        if (strcmp(all.rows[i].name, dialect->import) == 0) {
            *since = all.rows[i].since;
            return all.rows[i].written;
        }
    return NULL;
}

void tn_note_import(tunip_elaborator *e, const tunip_dialect *dialect, bool is_newer,
                    const tunip_doc *doc)
{
    unsigned since = 0;
    if (!tn_newer_import(dialect, &since)) return;
    narrow(e, tunip_str_from(dialect->name), is_newer ? since : 0, is_newer ? 0 : since, doc);
}

unsigned tunip_elaborator_vintage(const tunip_elaborator *e)
{
    return e->since;
}

void tunip_note_vintage(tunip_elaborator *e, unsigned since, const tunip_doc *doc)
{
    narrow(e, tunip_str_from("this"), since, 0, doc);
}

void tunip_hint_vintage(tunip_elaborator *e, unsigned since)
{
    if (since > e->hinted) e->hinted = since;
}

unsigned tn_script_vintage(const tunip_elaborator *e)
{
    bool is_open = !e->since && !e->until && !e->folds;
    return is_open ? e->hinted : e->since;
}
