/* sized.c -- completes descriptions that were compiled with a shorter struct. The size of a struct
 * is in the struct; the size of a row is in the dialect whose table has it. */
#include "sized.h"

/* The members up to `member`, which every version has. */
#define LEAST(type, member) (offsetof(type, member) + sizeof(((type *)0)->member))

static bool is_zero(const void *bytes, size_t from, size_t size)
{
    for (const char *at = bytes; from < size; from++)
        if (at[from]) return false;
    return true;
}

/* A larger value cannot be a size. */
enum { LARGEST = 4096 };

/* Whether `given` of `size` bytes has `least` of them, and nothing that is unknown here. */
static bool fits(const void *given, size_t size, size_t least, size_t here)
{
    return size >= least && size <= LARGEST && size % sizeof(void *) == 0 &&
           is_zero(given, here, size);
}

static void take(void *out, size_t here, const void *given, size_t size)
{
    memset(out, 0, here);
    memcpy(out, given, size < here ? size : here);
}

/* ---- tables ---- */

/* A table of a dialect: where it is in the struct, and the sizes of its rows. */
typedef struct table {
    size_t rows, count; /* the offsets of the members */
    size_t given;       /* the offset of the size in the dialect */
    size_t least, here;
} table;

#define TABLE(member, count, size, type, last)                                                     \
    {                                                                                              \
        offsetof(tunip_dialect, member), offsetof(tunip_dialect, count),                           \
            offsetof(tunip_dialect, row_sizes.size), LEAST(type, last), sizeof(type)               \
    }

static const table tables[] = {
    TABLE(rules, rule_count, rule, tunip_rule, fields),
    TABLE(roots, root_count, root, tunip_root, token),
    TABLE(accounts, account_count, account, tunip_account, implied),
};

static const void *rows_of(const tunip_dialect *dialect, const table *t)
{
    const void *rows;
    memcpy(&rows, (const char *)dialect + t->rows, sizeof rows);
    return rows;
}

static size_t count_of(const tunip_dialect *dialect, const table *t)
{
    return *(const size_t *)(const void *)((const char *)dialect + t->count);
}

static size_t row_size(const tunip_dialect *dialect, const table *t)
{
    return *(const uint16_t *)(const void *)((const char *)dialect + t->given);
}

/* Whether a dialect of `size` bytes has the table, and rows in it. */
static bool has_rows(const tunip_dialect *dialect, const table *t)
{
    return dialect->size >= t->count + sizeof(size_t) && count_of(dialect, t) &&
           rows_of(dialect, t);
}

static bool rows_fit(const tunip_dialect *dialect, const table *t)
{
    const char *rows = rows_of(dialect, t);
    size_t size = row_size(dialect, t);
    for (size_t i = 0; i < count_of(dialect, t); i++)
        if (!fits(rows + i * size, size, t->least, t->here)) return false;
    return true;
}

static bool widen(tn_arena *arena, tunip_dialect *whole, const table *t)
{
    const char *rows = rows_of(whole, t);
    size_t size = row_size(whole, t), count = count_of(whole, t);
    if (count > SIZE_MAX / t->here) return false;
    char *out = tn_arena_alloc(arena, count * t->here);
    if (!out) return false;
    for (size_t i = 0; i < count; i++) take(out + i * t->here, t->here, rows + i * size, size);
    memcpy((char *)whole + t->rows, &out, sizeof out);
    return true;
}

/* ---- dialects and backends ---- */

bool tn_dialect_fits(const tunip_dialect *dialect)
{
    enum { EVERY = LEAST(tunip_dialect, rule_count) };
    if (!fits(dialect, dialect->size, EVERY, sizeof *dialect)) return false;
    for (size_t i = 0; i < TUNIP_LEN(tables); i++)
        if (has_rows(dialect, &tables[i]) && !rows_fit(dialect, &tables[i])) return false;
    return true;
}

const tunip_dialect *tn_whole_dialect(tn_arena *arena, const tunip_dialect *dialect)
{
    bool is_whole = dialect->size == sizeof *dialect;
    for (size_t i = 0; i < TUNIP_LEN(tables); i++)
        is_whole &=
            !has_rows(dialect, &tables[i]) || row_size(dialect, &tables[i]) == tables[i].here;
    if (is_whole) return dialect;
    tunip_dialect *whole = tn_arena_alloc(arena, sizeof *whole);
    if (!whole) return NULL;
    take(whole, sizeof *whole, dialect, dialect->size);
    whole->size = sizeof *whole;
    for (size_t i = 0; i < TUNIP_LEN(tables); i++)
        if (has_rows(whole, &tables[i]) && !widen(arena, whole, &tables[i])) return NULL;
    whole->row_sizes = (tunip_row_sizes)TUNIP_ROW_SIZES;
    return whole;
}

bool tn_backend_fits(const tunip_backend *backend)
{
    enum { EVERY = LEAST(tunip_backend, emit_metadata) };
    return fits(backend, backend->size, EVERY, sizeof *backend);
}

tunip_backend *tn_whole_backend(tn_arena *arena, const tunip_backend *backend)
{
    tunip_backend *whole = tn_arena_alloc(arena, sizeof *whole);
    if (!whole) return NULL;
    take(whole, sizeof *whole, backend, backend->size);
    whole->size = sizeof *whole;
    return whole;
}
