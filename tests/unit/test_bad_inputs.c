/* test_bad_inputs.c -- every <case>.json of a folder (tests/bad, or the argument) is refused with
 * the message in <case>.err: `LINE:COLUMN: text`, or ` text` of the whole. The same holds for input
 * from memory and from the file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <dirent.h>
#include <tunip.h>

enum { PATH_SIZE = 512, MESSAGE_SIZE = 512 };

typedef struct bad_run {
    const char *folder;
    tunip_context *context;
    size_t cases, failures;
} bad_run;

/* The bytes of a file on the heap. */
static tunip_str contents(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("there is no %s", path);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, size, file), size);
    fclose(file);
    bytes[size] = '\0';
    return (tunip_str){bytes, size};
}

/* The offset that belongs to a line and a column. */
static size_t offset_of(tunip_str text, size_t line, size_t column)
{
    size_t at = 0;
    while (line > 1) line -= text.data[at++] == '\n';
    return at + column - 1;
}

static void message_of(const tunip_error *error, char *out)
{
    if (error->line)
        snprintf(out, MESSAGE_SIZE, "%zu:%zu: %s\n", error->line, error->column, error->message);
    else
        snprintf(out, MESSAGE_SIZE, " %s\n", error->message);
}

static void check(bad_run *run, const char *name, const tunip_error *error, tunip_str expected)
{
    char got[MESSAGE_SIZE];
    message_of(error, got);
    if (tunip_str_is(expected, got)) return;
    print_error("%s\n  got      %s  expected %s", name, got, expected.data);
    run->failures++;
}

static void run_case(bad_run *run, const char *stem)
{
    char path[PATH_SIZE], expectation[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s.json", run->folder, stem);
    snprintf(expectation, sizeof expectation, "%s/%s.err", run->folder, stem);
    tunip_str text = contents(path), expected = contents(expectation);
    tunip_error memory = TUNIP_ERROR_INIT, file = TUNIP_ERROR_INIT;
    assert_null(tunip_read(run->context, text, &memory));
    assert_null(tunip_read_file(run->context, path, &file));
    check(run, stem, &memory, expected);
    check(run, stem, &file, expected);
    assert_int_equal(memory.code, file.code);
    if (memory.line)
        assert_int_equal(memory.offset, offset_of(text, memory.line, memory.column));
    run->cases++;
    free((void *)(uintptr_t)text.data);
    free((void *)(uintptr_t)expected.data);
}

static void all_are_refused_with_their_message(void **state)
{
    bad_run *run = *state;
    DIR *folder = opendir(run->folder);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char *end = strrchr(entry->d_name, '.');
        if (!end || strcmp(end, ".json") != 0) continue;
        *end = '\0';
        run_case(run, entry->d_name);
    }
    closedir(folder);
    assert_true(run->cases > 0);
    assert_int_equal(run->failures, 0);
}

int main(int argc, char **argv)
{
    bad_run run = {.folder = argc > 1 ? argv[1] : TUNIP_DATA_DIR "/bad",
                   .context = tunip_context_new(NULL, NULL)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(all_are_refused_with_their_message, &run)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tunip_context_free(run.context);
    return failed;
}
