/* test_os.c -- files that are whole or not there, folders, names, time. */
#include "render_helper.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/os.h"
#include "util/text.h"

static char folder[TN_TEMPORARY];

static int make_folder(void **state)
{
    (void)state;
    return tn_make_temporary_folder(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return tn_remove_folder(folder) ? 0 : -1; /* fails if a test left a file */
}

static const char *in_folder(const char *name, char out[2 * TN_TEMPORARY])
{
    snprintf(out, 2 * TN_TEMPORARY, "%s/%s", folder, name);
    return out;
}

static void assert_content(const char *path, const char *expected)
{
    size_t room = strlen(expected) + 2;
    char *got = calloc(room, 1);
    int file = tn_os_open(path, TN_READ);
    assert_true(got && file >= 0);
    assert_int_equal(tn_os_read(file, got, room), strlen(expected));
    assert_string_equal(got, expected);
    assert_int_equal(tn_os_read_at(file, 2, got, 1), strlen(expected) > 2);
    assert_int_equal(tn_os_read(file, got, room), 0); /* the place did not move */
    tn_os_close(file);
    free(got);
}

static size_t count_names(void)
{
    size_t count = 0;
    tn_folder *open = tn_folder_open(folder);
    assert_non_null(open);
    while (tn_folder_next(open)) count++;
    tn_folder_close(open);
    return count;
}

static void put(const char *path, const char *text, bool fine, tunip_status expected)
{
    tn_new_file file;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_true(tn_new_file_open(&file, path, &error));
    fputs(text, file.out);
    assert_int_equal(tn_new_file_close(&file, fine, &error), expected);
}

static void a_file_is_whole_or_not_there(void **state)
{
    (void)state;
    char path[2 * TN_TEMPORARY];
    in_folder("\xC3\xA9 a.txt", path);
    put(path, "lost", false, TUNIP_ERROR_IO);
    assert_int_equal(tn_kind_of(path), TN_IS_MISSING);
    put(path, "first", true, TUNIP_OK);
    assert_content(path, "first");
    put(path, "second", false, TUNIP_ERROR_IO);
    assert_content(path, "first");
    put(path, "third\r\n", true, TUNIP_OK);
    assert_content(path, "third\r\n");
    assert_int_equal(count_names(), 1);
    assert_true(tn_remove(path));
}

/* A file that another program makes meanwhile is replaced. */
static void the_last_file_stays(void **state)
{
    (void)state;
    tn_new_file slow;
    tunip_error error = TUNIP_ERROR_INIT;
    char path[2 * TN_TEMPORARY], text[40000];
    memset(text, 's', sizeof text);
    text[sizeof text - 1] = '\0';
    in_folder("both", path);
    assert_true(tn_new_file_open(&slow, path, &error));
    fputs(text, slow.out);
    assert_int_equal(tn_kind_of(path), TN_IS_MISSING);
    put(path, "fast", true, TUNIP_OK);
    assert_content(path, "fast");
    assert_int_equal(tn_new_file_close(&slow, true, &error), TUNIP_OK);
    assert_content(path, text);
    assert_int_equal(count_names(), 1);
    assert_true(tn_remove(path));
}

static void a_message_names_the_file(void **state)
{
    (void)state;
    tn_new_file file;
    tunip_error error = TUNIP_ERROR_INIT;
    char path[2 * TN_TEMPORARY];
    assert_false(tn_new_file_open(&file, in_folder("no/file", path), &error));
    assert_int_equal(error.code, TUNIP_ERROR_IO);
    assert_non_null(strstr(error.message, ": cannot open: No such file or directory"));
    char name[400];
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    assert_false(tn_new_file_open(&file, name, &error)); /* before anything is computed for it */
    assert_non_null(strstr(error.message, ": cannot open: "));
    assert_false(tn_new_file_open(&file, "", &error));
    assert_non_null(strstr(error.message, ": cannot open: "));
}

static void a_new_file_replaces_none(void **state)
{
    (void)state;
    char path[2 * TN_TEMPORARY];
    tn_folder *open = tn_folder_open(folder);
    int file = tn_folder_open_file(open, "new", TN_NEW | TN_PRIVATE);
    assert_true(file >= 0);
    assert_true(tn_os_write(file, "abc", 3));
    assert_true(tn_os_close_written(file));
    assert_true(tn_folder_open_file(open, "new", TN_NEW) < 0);
    assert_int_equal(errno, EEXIST);
    assert_content(in_folder("new", path), "abc");
    assert_true(tn_folder_make(open, "sub"));
    tn_folder *below = tn_folder_enter(open, "sub");
    assert_non_null(below);
    assert_null(tn_folder_next(below));
    assert_null(tn_folder_enter(open, "new"));
    tn_folder_close(below);
    assert_true(tn_folder_remove(open, "sub", true));
    assert_true(tn_folder_remove(open, "new", false));
    tn_folder_close(open);
    assert_true(tn_make_folders(in_folder("x/y", path)));
    assert_true(tn_make_folders(path));
    assert_true(tn_remove_folder(path) && tn_remove_folder(in_folder("x", path)));
}

static void a_path_has_a_base(void **state)
{
    (void)state;
    assert_string_equal(tn_base_name("a/b.py"), "b.py");
    assert_string_equal(tn_base_name("b.py"), "b.py");
    assert_string_equal(tn_base_name("a/"), "");
    assert_true(tn_path_is_absolute("/a"));
    assert_false(tn_path_is_absolute("a/b"));
}

static void a_pattern_fits_a_whole_name(void **state)
{
    static const struct {
        const char *pattern, *name;
        bool fits;
    } rows[] = {
        {"", "", true},         {"", "a", false},
        {"a", "a", true},       {"a", "ab", false},
        {"a?c", "abc", true},   {"?", "", false},
        {"*", "", true},        {"*", "a/b", true},
        {"*b", "aab", true},    {"a*b*c", "a1b2bc", true},
        {"a*b", "abc", false},  {"**b", "b", true},
        {"[a-c]x", "bx", true}, {"[a-c]x", "dx", false},
        {"[!a]", "b", true},    {"[!a]", "a", false},
        {"[]]", "]", true},     {"[a", "[a", true},
        {"\\*", "*", true},     {"\\*", "a", false},
        {"[\\]]", "]", true},   {"*.[ch]", "x.h", true},
        {"\\", "\\", true},
    };
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (tn_name_fits(rows[i].pattern, rows[i].name) != rows[i].fits)
            fail_msg("%s and %s", rows[i].pattern, rows[i].name);
}

static void time_goes_on(void **state)
{
    (void)state;
    double before = tn_os_now();
    assert_true(tn_os_now() >= before);
    assert_true(tn_os_processors() >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_whole_or_not_there),
        cmocka_unit_test(the_last_file_stays),
        cmocka_unit_test(a_message_names_the_file),
        cmocka_unit_test(a_new_file_replaces_none),
        cmocka_unit_test(a_path_has_a_base),
        cmocka_unit_test(a_pattern_fits_a_whole_name),
        cmocka_unit_test(time_goes_on),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
