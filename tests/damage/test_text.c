/* test_text.c -- damaged saved graphs: each value and name of golden/ is removed, becomes another
 * kind of value, or another number (a reference to another node). The reader refuses it with a
 * message and a place, or it prints. */
#include "damage.h"

/* ---- files ---- */

static tunip_str read_bytes(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    assert_true(size > 0);
    rewind(file);
    char *data = malloc((size_t)size);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, (size_t)size, file), size);
    fclose(file);
    return (tunip_str){data, (size_t)size};
}

/* ---- values ---- */

static size_t skip_string(tunip_str text, size_t at)
{
    for (at++; text.data[at] != '"'; at++)
        if (text.data[at] == '\\') at++;
    return at + 1;
}

static bool is_word(char letter)
{
    return letter && strchr("+-.0123456789EIaeflnrstuyN", letter);
}

/* The position after the value at `at`. The text is valid JSON. */
static size_t skip_value(tunip_str text, size_t at)
{
    size_t depth = 0;
    do {
        char letter = text.data[at];
        if (letter == '"') {
            at = skip_string(text, at);
            continue;
        }
        if (letter == '[' || letter == '{') depth++;
        if (letter == ']' || letter == '}') depth--;
        at++;
        while (depth == 0 && is_word(letter) && at < text.size && is_word(text.data[at])) at++;
    } while (depth);
    return at;
}

static bool is_value_start(tunip_str text, size_t at)
{
    char letter = text.data[at];
    return letter == '"' || letter == '[' || letter == '{' ||
           (is_word(letter) && !is_word(text.data[at - 1]));
}

/* ---- damages ---- */

typedef struct damage {
    tunip_context *context;
    const char *path;
    tunip_str text;
    char *damaged; /* room for the damaged text */
    size_t count;  /* the number of places */
    size_t read, refused;
} damage;

#define MOST_PLACES test_count(1000) /* of one file */

enum { MOST_INSERTED = 64 };

static void check_message(const damage *g, const tunip_error *error, const char *what, size_t at)
{
    if (!error->message[0] || !error->line || !error->column || error->offset > g->text.size + 64)
        fail_msg("%s: %s at %zu: refused without saying why and where", g->path, what, at);
}

static void read_and_print(damage *g, size_t size, const char *what, size_t at)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = tunip_read(g->context, (tunip_str){g->damaged, size}, &error);
    if (!graph) check_message(g, &error, what, at);
    g->read += graph != NULL;
    g->refused += !graph;
    for (size_t i = 0; graph && i < TUNIP_LEN(damage_options); i++) {
        if (!damage_prints(g->context, tunip_graph_root(graph), i, &error))
            fail_msg("%s: %s at %zu: %s", g->path, what, at, error.message);
    }
    tunip_graph_free(graph);
}

/* Tries `instead` in place of the bytes from `begin` to `end`. */
static void try_instead(damage *g, size_t begin, size_t end, const char *instead, const char *what)
{
    size_t inserted = strlen(instead), rest = g->text.size - end;
    assert_true(inserted <= MOST_INSERTED);
    memcpy(g->damaged, g->text.data, begin);
    memcpy(g->damaged + begin, instead, inserted);
    memcpy(g->damaged + begin + inserted, g->text.data + end, rest);
    read_and_print(g, begin + inserted + rest, what, begin);
}

/* Tries the text without a value (or member) and one comma. */
static void try_without(damage *g, size_t begin, size_t end)
{
    const char *data = g->text.data;
    if (data[end] == ':') {
        while (data[end] == ':' || data[end] == ' ') end++;
        end = skip_value(g->text, end);
    }
    if (data[end] == ',') {
        end++;
    } else {
        while (begin && data[begin - 1] == ' ') begin--;
        if (begin && data[begin - 1] == ',') begin--;
    }
    try_instead(g, begin, end, "", "something left out");
}

static void try_numbers(damage *g, size_t begin, size_t end)
{
    static const int steps[] = {-10, -2, -1, 1, 2};
    char other[MOST_INSERTED];
    long long value = strtoll(g->text.data + begin, NULL, 10);
    for (size_t i = 0; i < TUNIP_LEN(steps); i++) {
        snprintf(other, sizeof other, "%lld",
                 (long long)((unsigned long long)value + (unsigned long long)steps[i]));
        try_instead(g, begin, end, other, "another number");
    }
}

static void try_place(damage *g, size_t begin)
{
    static const char *const others[] = {"null",          "0",  "3", "true", "0.5",
                                         "\"x.Unknown\"", "[]", "{}"};
    size_t end = skip_value(g->text, begin);
    try_without(g, begin, end);
    for (size_t i = 0; i < TUNIP_LEN(others); i++) try_instead(g, begin, end, others[i], others[i]);
    char first = g->text.data[begin];
    if (first == '-' || (first >= '0' && first <= '9')) try_numbers(g, begin, end);
}

static size_t each_place(damage *g, bool tries)
{
    size_t count = 0;
    for (size_t at = 1; at < g->text.size; at++) {
        if (!is_value_start(g->text, at)) continue;
        if (tries && damage_is_tried(count, g->count, MOST_PLACES)) try_place(g, at);
        count++;
        if (g->text.data[at] == '"') at = skip_string(g->text, at) - 1;
    }
    return count;
}

static void damage_file(tunip_context *context, const char *path)
{
    damage g = {.context = context, .path = path, .text = read_bytes(path)};
    g.damaged = malloc(g.text.size + MOST_INSERTED);
    assert_non_null(g.damaged);
    g.count = each_place(&g, false);
    each_place(&g, true);
    assert_true(g.read > 0 && g.refused > 0);
    free(g.damaged);
    free((char *)(uintptr_t)g.text.data);
}

static void whatever_is_saved_is_refused_or_prints(void **state)
{
    (void)state;
    damage_each_golden(damage_file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_is_saved_is_refused_or_prints),
    };
    test_name_skipped("nine of ten damages of tests/damage");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
