/* test_set.c -- sets of artifacts: order, names, what is saved and read again, and the loading of a
 * set whose native artifacts are linked into one library. */
#include <dlfcn.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "tunip_inspect.h"

static tunip_artifact make(const char *codegen, const char *loader, const char *name,
                           const char *content)
{
    return (tunip_artifact){.codegen_id = tunip_str_from(codegen),
                            .loader = tunip_str_from(loader),
                            .file_name = tunip_str_from(name),
                            .content = tunip_str_from(content),
                            .in_memory = content == NULL};
}

static tunip_artifact_set *some_set(void)
{
    tunip_artifact_set *set = tunip_artifact_set_new("llvm -mcpu=native");
    const tunip_artifact rows[] = {
        make("c", "native", "b.c", "int twice(int);\nint four(void) { return twice(2); }\n"),
        make("c", "native", "a/a.c", "int twice(int x) { return x + x; }\n"),
        make("opencl", "opencl", "k.cl", "__kernel void k() {}\n"),
        make("npu", "npu", "handle", NULL),
        make("", "metadata", "about.json", "{}"),
        make("c", "native", "empty.c", ""),
    };
    assert_non_null(set);
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        assert_int_equal(tunip_artifact_set_add(set, &rows[i], NULL), TUNIP_OK);
    return set;
}

static void artifacts_are_sorted_and_found(void **state)
{
    (void)state;
    static const char *const order[] = {"about.json", "a/a.c", "b.c", "empty.c", "handle", "k.cl"};
    tunip_artifact_set *set = some_set();
    assert_int_equal(tunip_artifact_set_count(set), TUNIP_LEN(order));
    for (size_t i = 0; i < TUNIP_LEN(order); i++)
        assert_true(tunip_str_is(tunip_artifact_set_get(set, i)->file_name, order[i]));
    assert_non_null(tunip_artifact_set_find(set, "opencl", "k.cl"));
    assert_null(tunip_artifact_set_find(set, "c", "k.cl"));
    assert_true(tunip_str_is(tunip_artifact_set_target_key(set), "llvm -mcpu=native"));
    tunip_artifact_set_free(set);
}

static bool list_loaders(void *user, const tunip_artifact *artifact)
{
    char *at = user;
    strncat(at, artifact->loader.data, artifact->loader.size);
    strcat(at, " ");
    return true;
}

static void artifacts_are_grouped_by_loader(void **state)
{
    (void)state;
    char list[100] = "";
    tunip_artifact_set *set = some_set();
    assert_true(tunip_artifact_set_each_by_loader(set, list_loaders, list));
    assert_string_equal(list, "metadata native native native npu opencl ");
    tunip_artifact_set_free(set);
}

static void contents_are_not_copied(void **state)
{
    (void)state;
    static const char content[] = "int x;\n";
    char file[] = P_tmpdir "/tunip-file-XXXXXX";
    int made = mkstemp(file);
    assert_int_equal(write(made, "from a file", 11), 11);
    close(made);
    tunip_artifact_set *set = tunip_artifact_set_new(NULL);
    const tunip_artifact memory = make("c", "native", "memory.c", content);
    const tunip_artifact mapped = make("c", "native", "file.c", "");
    assert_int_equal(tunip_artifact_set_add(set, &memory, NULL), TUNIP_OK);
    assert_int_equal(tunip_artifact_set_add_file(set, &mapped, file, NULL), TUNIP_OK);
    assert_ptr_equal(tunip_artifact_set_find(set, "c", "memory.c")->content.data, content);
    assert_true(tunip_str_is(tunip_artifact_set_find(set, "c", "file.c")->content, "from a file"));
    /* a name that is taken, and a file that is missing */
    assert_int_equal(tunip_artifact_set_add_file(set, &mapped, file, NULL), TUNIP_ERROR_CONFLICT);
    unlink(file);
    const tunip_artifact missing = make("c", "native", "missing.c", "");
    assert_int_equal(tunip_artifact_set_add_file(set, &missing, file, NULL), TUNIP_ERROR_IO);
    assert_int_equal(tunip_artifact_set_count(set), 2);
    tunip_artifact_set_free(set);
}

static void names_are_checked(void **state)
{
    (void)state;
    tunip_artifact_set *set = some_set();
    const tunip_artifact twice = make("c", "native", "b.c", "");
    assert_int_equal(tunip_artifact_set_add(set, &twice, NULL), TUNIP_ERROR_CONFLICT);
    static const char *const bad[] = {"",   "/etc/passwd", "../a", "a/../../b", "a\\b", "a\nb",
                                      "a/", "a\xff",       "./a",  "a/./b",     "a//b", "."};
    for (size_t i = 0; i < TUNIP_LEN(bad); i++) {
        const tunip_artifact a = make("c", "native", bad[i], "");
        tunip_error error = TUNIP_ERROR_INIT;
        assert_int_equal(tunip_artifact_set_add(set, &a, &error), TUNIP_ERROR_ARGUMENT);
        assert_null(strchr(error.message, '\n')); /* a name with a newline is escaped */
        assert_true(error.message[0]);
    }
    const tunip_artifact no_loader = make("c", "", "x", ""), folder = make("a/b", "l", "x", "");
    assert_int_equal(tunip_artifact_set_add(set, &no_loader, NULL), TUNIP_ERROR_ARGUMENT);
    assert_int_equal(tunip_artifact_set_add(set, &folder, NULL), TUNIP_ERROR_ARGUMENT);
    tunip_artifact_set_free(set);
}

/* ---- on disk ---- */

static void check_same(const tunip_artifact_set *a, const tunip_artifact_set *b)
{
    assert_int_equal(tunip_artifact_set_count(a), tunip_artifact_set_count(b));
    assert_true(
        tunip_str_equal(tunip_artifact_set_target_key(a), tunip_artifact_set_target_key(b)));
    for (size_t i = 0; i < tunip_artifact_set_count(a); i++) {
        const tunip_artifact *l = tunip_artifact_set_get(a, i), *r = tunip_artifact_set_get(b, i);
        assert_true(tunip_str_equal(l->codegen_id, r->codegen_id));
        assert_true(tunip_str_equal(l->loader, r->loader));
        assert_true(tunip_str_equal(l->file_name, r->file_name));
        assert_true(tunip_str_equal(l->content, r->content));
        assert_int_equal(l->in_memory, r->in_memory);
    }
}

static void run(const char *command, const char *folder)
{
    char line[256];
    snprintf(line, sizeof line, command, folder);
    assert_int_equal(system(line), 0);
}

static void forms_keep_everything(void **state)
{
    (void)state;
    char folder[] = P_tmpdir "/tunip-set-XXXXXX", path[sizeof folder + 8];
    assert_non_null(mkdtemp(folder));
    static const char *const names[] = {"dir", "a.tar", "a.bin"}; /* ORDER tunip_artifact_form */
    for (int form = TUNIP_ARTIFACT_FOLDER; form <= TUNIP_ARTIFACT_BLOB; form++) {
        size_t left_out = 0;
        tunip_error error = TUNIP_ERROR_INIT;
        tunip_artifact_set *set = some_set();
        snprintf(path, sizeof path, "%s/%s", folder, names[form]);
        assert_int_equal(
            tunip_artifact_set_export(set, path, (tunip_artifact_form)form, &left_out, &error),
            TUNIP_OK);
        assert_int_equal(left_out, 1);
        /* nothing is replaced */
        assert_int_equal(
            tunip_artifact_set_export(set, path, (tunip_artifact_form)form, NULL, &error),
            TUNIP_ERROR_IO);
        tunip_artifact_set *again = tunip_artifact_set_load(path, NULL);
        assert_non_null(again);
        check_same(set, again);
        tunip_artifact_set_free(again);
        tunip_artifact_set_free(set);
    }
    run("rm -rf %s", folder);
}

static void changed_contents_are_refused(void **state)
{
    (void)state;
    char folder[] = P_tmpdir "/tunip-set-XXXXXX", path[sizeof folder + 8];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/dir", folder);
    tunip_artifact_set *set = some_set();
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_artifact_set_export(set, path, TUNIP_ARTIFACT_FOLDER, NULL, NULL), 0);
    run("echo changed > %s/dir/c/b.c", folder);
    assert_null(tunip_artifact_set_load(path, &error));
    assert_non_null(strstr(error.message, "`c/b.c` is not what was saved"));
    error = (tunip_error)TUNIP_ERROR_INIT;
    run("rm %1$s/dir/c/b.c && ln -s about.json %1$s/dir/c/b.c", folder);
    assert_null(tunip_artifact_set_load(path, &error)); /* no link is followed */
    tunip_artifact_set_free(set);
    run("rm -rf %s", folder);
}

static void a_damaged_set_is_recovered(void **state)
{
    (void)state;
    char folder[] = P_tmpdir "/tunip-set-XXXXXX", path[sizeof folder + 8];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/dir", folder);
    tunip_artifact_set *set = some_set();
    assert_int_equal(tunip_artifact_set_export(set, path, TUNIP_ARTIFACT_FOLDER, NULL, NULL), 0);
    tunip_artifact_set *whole = tunip_artifact_set_recover(path, NULL);
    check_same(set, whole);
    assert_null(tunip_artifact_set_problem(whole, 0));
    tunip_artifact_set_free(whole);
    run("echo changed > %1$s/dir/c/b.c && rm %1$s/dir/opencl/k.cl", folder);
    tunip_artifact_set *rest = tunip_artifact_set_recover(path, NULL);
    assert_non_null(rest);
    assert_int_equal(tunip_artifact_set_count(rest), tunip_artifact_set_count(set) - 1);
    assert_null(tunip_artifact_set_find(rest, "opencl", "k.cl"));
    assert_true(tunip_str_is(tunip_artifact_set_find(rest, "c", "b.c")->content, "changed\n"));
    assert_string_equal(tunip_artifact_set_problem(rest, 0),
                        "`c/b.c` is not what was saved: it has 8 bytes instead of 52");
    assert_non_null(strstr(tunip_artifact_set_problem(rest, 1), "k.cl: No such file"));
    assert_null(tunip_artifact_set_problem(rest, 2));
    tunip_artifact_set_free(rest);
    run("echo [] > %s/dir/artifacts.json", folder); /* without a list, nothing is recovered */
    tunip_error error = TUNIP_ERROR_INIT;
    assert_null(tunip_artifact_set_recover(path, &error));
    assert_non_null(strstr(error.message, "expected an object"));
    tunip_artifact_set_free(set);
    run("rm -rf %s", folder);
}

/* ---- loading ---- */

typedef struct trace {
    char text[1024];
    size_t size;
} trace;

static int add(const char *data, size_t size, void *user)
{
    trace *t = user;
    assert_true(t->size + size < sizeof t->text);
    memcpy(t->text + t->size, data, size);
    t->size += size;
    return 0;
}

static tunip_status note(void *user, const tunip_artifact *const *artifacts, size_t count,
                         void *module, tunip_error *error)
{
    (void)error;
    assert_true(count > 0);
    add(artifacts[0]->loader.data, artifacts[0]->loader.size, user);
    add(module ? "+ " : "- ", 2, user);
    return TUNIP_OK;
}

static void a_dry_run_says_what_would_be_loaded(void **state)
{
    (void)state;
    trace plan = {.size = 0}, loaded = {.size = 0};
    const tunip_artifact_loader loaders[] = {{"metadata", note, &loaded}};
    tunip_load_options how = TUNIP_LOAD_OPTIONS_INIT;
    how.loaders = loaders;
    how.loader_count = 1;
    how.dry_run = how.link = true;
    how.write = add;
    how.write_user = &plan;
    tunip_artifact_set *set = some_set();
    assert_int_equal(tunip_artifact_set_open(set, &how, NULL, NULL), TUNIP_OK);
    assert_string_equal(plan.text, "metadata: about.json\n"
                                   "native (linked into one library): c/a/a.c c/b.c c/empty.c\n"
                                   "npu (no loader): npu/handle (in memory)\n"
                                   "opencl (no loader): opencl/k.cl\n");
    assert_int_equal(loaded.size, 0);
    /* without a loader for each, nothing is loaded */
    how.dry_run = false;
    assert_int_equal(tunip_artifact_set_open(set, &how, NULL, NULL), TUNIP_ERROR_NOT_FOUND);
    assert_int_equal(loaded.size, 0);
    tunip_artifact_set_free(set);
}

static int call_four(void *library)
{
    int (*four)(void);
    void *symbol = dlsym(library, "four");
    assert_non_null(symbol);
    memcpy(&four, &symbol, sizeof four);
    return four();
}

static void native_artifacts_are_linked_loaded_and_called(void **state)
{
    (void)state;
    trace loaded = {.size = 0};
    const tunip_artifact_loader loaders[] = {
        {"opencl", note, &loaded}, {"npu", note, &loaded}, {"metadata", note, &loaded}};
    tunip_load_options how = TUNIP_LOAD_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    void *library = NULL;
    how.loaders = loaders;
    how.loader_count = TUNIP_LEN(loaders);
    how.link = true;
    tunip_artifact_set *set = some_set();
    if (tunip_artifact_set_open(set, &how, &library, &error) != TUNIP_OK)
        fail_msg("%s", error.message);
    assert_int_equal(call_four(library), 4);
    assert_string_equal(loaded.text, "metadata- npu+ opencl+ ");
    dlclose(library);
    how.compiler = "no-such-compiler";
    assert_int_equal(tunip_artifact_set_open(set, &how, &library, NULL), TUNIP_ERROR_NOT_FOUND);
    assert_null(library);
    how.compiler = "false";
    assert_int_equal(tunip_artifact_set_open(set, &how, &library, NULL), TUNIP_ERROR_FORMAT);
    tunip_artifact_set_free(set);
}

/* ---- the library of TVM as the host module ---- */

static void the_library_is_the_host_module_without_native_artifacts(void **state)
{
    (void)state;
    static char bytes[1 << 16];
    char folder[] = P_tmpdir "/tunip-set-XXXXXX", path[sizeof folder + 8];
    trace plan = {.size = 0}, loaded = {.size = 0};
    const tunip_artifact_loader loaders[] = {{"ccompiler", note, &loaded},
                                             {"metadata", note, &loaded}};
    tunip_load_options how = TUNIP_LOAD_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    void *library = NULL;
    assert_non_null(mkdtemp(folder));
    run("cd %s && echo 'int seven(void) { return 7; }' > a.c && cc -shared -fPIC -o a.so a.c",
        folder);
    snprintf(path, sizeof path, "%s/a.so", folder);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    tunip_artifact lib = make("", "_lib", "0-_lib/library.so", "");
    lib.content = (tunip_str){bytes, fread(bytes, 1, sizeof bytes, file)};
    fclose(file);
    const tunip_artifact rows[] = {make("c", "ccompiler", "x", "x"), lib,
                                   make("", "metadata", "m", "{}")};
    tunip_artifact_set *set = tunip_artifact_set_new("llvm");
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        assert_int_equal(tunip_artifact_set_add(set, &rows[i], NULL), TUNIP_OK);
    how.loaders = loaders;
    how.loader_count = TUNIP_LEN(loaders);
    how.link = true;
    how.write = add;
    how.write_user = &plan;
    if (tunip_artifact_set_open(set, &how, &library, &error) != TUNIP_OK)
        fail_msg("%s", error.message);
    assert_string_equal(plan.text, "metadata: m\n"
                                   "_lib (the library): 0-_lib/library.so\n"
                                   "ccompiler: c/x\n");
    assert_string_equal(loaded.text, "metadata- ccompiler+ ");
    assert_non_null(dlsym(library, "seven"));
    dlclose(library);
    tunip_artifact_set_free(set);
    run("rm -rf %s", folder);
}

static tunip_status take_content(void *user, const tunip_artifact *const *artifacts, size_t count,
                                 void *module, tunip_error *error)
{
    (void)module;
    (void)error;
    assert_int_equal(count, 1);
    add(artifacts[0]->content.data, artifacts[0]->content.size, user);
    return TUNIP_OK;
}

static void an_artifact_in_memory_is_loaded_with_its_content(void **state)
{
    (void)state;
    char folder[] = P_tmpdir "/tunip-set-XXXXXX", path[sizeof folder + 8];
    trace loaded = {.size = 0};
    const tunip_artifact_loader loader = {"npu", take_content, &loaded};
    tunip_load_options how = TUNIP_LOAD_OPTIONS_INIT;
    tunip_artifact a = make("npu", "npu", "handle", "0x1234");
    const tunip_artifact b = make("z", "npu", "last", "saved");
    size_t left_out = 0;
    a.in_memory = true;
    tunip_artifact_set *set = tunip_artifact_set_new("");
    assert_int_equal(tunip_artifact_set_add(set, &a, NULL), TUNIP_OK);
    how.loaders = &loader;
    how.loader_count = 1;
    assert_int_equal(tunip_artifact_set_open(set, &how, NULL, NULL), TUNIP_OK);
    assert_string_equal(loaded.text, "0x1234");
    /* a saved set has the content of the other artifact only */
    assert_int_equal(tunip_artifact_set_add(set, &b, NULL), TUNIP_OK);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.bin", folder);
    assert_int_equal(tunip_artifact_set_export(set, path, TUNIP_ARTIFACT_BLOB, &left_out, NULL),
                     TUNIP_OK);
    assert_int_equal(left_out, 1);
    tunip_artifact_set *again = tunip_artifact_set_load(path, NULL);
    assert_non_null(again);
    assert_int_equal(tunip_artifact_set_get(again, 0)->content.size, 0);
    assert_true(tunip_str_is(tunip_artifact_set_get(again, 1)->content, "saved"));
    tunip_artifact_set_free(again);
    tunip_artifact_set_free(set);
    run("rm -rf %s", folder);
}

static tunip_status load_itself(void *user, const tunip_artifact *artifact, void *module,
                                tunip_error *error)
{
    (void)error;
    add(module ? "+" : "-", 1, user);
    add(artifact->file_name.data, artifact->file_name.size, user);
    return TUNIP_OK;
}

static void an_artifact_in_memory_loads_itself(void **state)
{
    (void)state;
    trace loaded = {.size = 0};
    const tunip_artifact_loader loader = {"npu", take_content, &loaded};
    tunip_load_options how = TUNIP_LOAD_OPTIONS_INIT;
    tunip_artifact a = make("npu", "npu", "own", NULL), b = make("npu", "jit", "alone", NULL);
    const tunip_artifact c = make("npu", "npu", "saved", "content ");
    a.load = b.load = load_itself;
    a.load_user = b.load_user = &loaded;
    tunip_artifact_set *set = tunip_artifact_set_new("");
    assert_int_equal(tunip_artifact_set_add(set, &a, NULL), TUNIP_OK);
    assert_int_equal(tunip_artifact_set_add(set, &b, NULL), TUNIP_OK);
    assert_int_equal(tunip_artifact_set_add(set, &c, NULL), TUNIP_OK);
    how.loaders = &loader;
    how.loader_count = 1;
    /* the loader `jit` needs not be there; `npu` gets what does not load itself */
    assert_int_equal(tunip_artifact_set_open(set, &how, NULL, NULL), TUNIP_OK);
    assert_string_equal(loaded.text, "-alonecontent -own");
    /* a saved artifact has no function */
    a.in_memory = false;
    a.file_name = tunip_str_from("not in memory");
    assert_int_equal(tunip_artifact_set_add(set, &a, NULL), TUNIP_ERROR_ARGUMENT);
    tunip_artifact_set_free(set);
}

/* ---- libraries of sets ---- */

static void a_set_is_linked_and_read_back(void **state)
{
    (void)state;
    char folder[] = P_tmpdir "/tunip-set-XXXXXX", path[sizeof folder + 8];
    trace plan = {.size = 0}, loaded = {.size = 0};
    const tunip_artifact_loader loaders[] = {
        {"opencl", note, &loaded}, {"npu", note, &loaded}, {"metadata", note, &loaded}};
    tunip_load_options how = TUNIP_LOAD_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    size_t left_out = 0;
    void *library = NULL;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.so", folder);
    tunip_artifact_set *set = some_set();
    if (tunip_artifact_set_link(set, path, NULL, &left_out, &error) != TUNIP_OK)
        fail_msg("%s", error.message);
    assert_int_equal(left_out, 1);
    tunip_artifact_set *again = tunip_artifact_set_load(path, &error);
    if (!again) fail_msg("%s", error.message);
    assert_true(tunip_str_is(tunip_artifact_set_target_key(again), "llvm -mcpu=native"));
    assert_int_equal(tunip_artifact_set_count(again), 4);
    assert_true(tunip_str_is(tunip_artifact_set_find(again, "opencl", "k.cl")->content,
                             "__kernel void k() {}\n"));
    how.loaders = loaders;
    how.loader_count = TUNIP_LEN(loaders);
    how.link = true;
    how.write = add;
    how.write_user = &plan;
    if (tunip_artifact_set_open(again, &how, &library, &error) != TUNIP_OK)
        fail_msg("%s", error.message);
    assert_string_equal(plan.text, "metadata: about.json\n"
                                   "_lib (the library): library.so\n"
                                   "npu: npu/handle (in memory)\n"
                                   "opencl: opencl/k.cl\n");
    assert_string_equal(loaded.text, "metadata- npu+ opencl+ ");
    assert_int_equal(call_four(library), 4);
    dlclose(library);
    /* it replaces no file, and leaves none behind when the compiler fails */
    assert_int_equal(tunip_artifact_set_link(set, path, NULL, NULL, NULL), TUNIP_ERROR_IO);
    how.compiler = "false";
    run("rm %s", path);
    assert_int_equal(tunip_artifact_set_link(set, path, &how, NULL, NULL), TUNIP_ERROR_FORMAT);
    assert_int_not_equal(access(path, F_OK), 0);
    /* a library cannot be linked with objects */
    const tunip_artifact lib = make("", "_lib", "0-_lib/library.so", "x");
    assert_int_equal(tunip_artifact_set_add(set, &lib, NULL), TUNIP_OK);
    assert_int_equal(tunip_artifact_set_link(set, path, NULL, NULL, NULL), TUNIP_ERROR_CONFLICT);
    tunip_artifact_set_free(again);
    tunip_artifact_set_free(set);
    run("rm -rf %s", folder);
}

static void an_artifact_is_compiled_just_in_time(void **state)
{
    (void)state;
    const tunip_artifact source = make("c", "c", "a.c", "int four(void) { return 4; }\n");
    const tunip_artifact other = make("c", "c", "a.txt", "");
    tunip_error error = TUNIP_ERROR_INIT;
    void *library = NULL;
    if (tunip_artifact_jit(&source, NULL, &library, &error) != TUNIP_OK)
        fail_msg("%s", error.message);
    assert_int_equal(call_four(library), 4);
    dlclose(library);
    assert_int_equal(tunip_artifact_jit(&other, NULL, &library, &error), TUNIP_ERROR_ARGUMENT);
    assert_string_equal(error.message, "`a.txt` cannot be linked: its extension is unknown");
    assert_null(library);
    tunip_load_options how = TUNIP_LOAD_OPTIONS_INIT;
    how.dry_run = true;
    assert_int_equal(tunip_artifact_jit(&source, &how, &library, NULL), TUNIP_ERROR_ARGUMENT);
    error = (tunip_error)TUNIP_ERROR_INIT;
    how.size--;
    assert_int_equal(tunip_artifact_jit(&source, &how, &library, &error), TUNIP_ERROR_ARGUMENT);
    assert_string_equal(error.message, "the options have no size");
    assert_null(library);
}

static void a_library_with_a_name_is_a_new_file(void **state)
{
    (void)state;
    const tunip_artifact source = make("c", "c", "a.c", "int four(void) { return 4; }\n");
    const tunip_artifact needy =
        make("c", "c", "a.c", "int other(void);\nint (*four)(void) = other;\n");
    char before[PATH_MAX], folder[] = P_tmpdir "/tunip-jit-XXXXXX";
    tunip_load_options how = TUNIP_LOAD_OPTIONS_INIT;
    void *library = NULL;
    assert_non_null(mkdtemp(folder));
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    /* a long name without a slash: this folder has it, and none of the system */
    how.library = "a_library_whose_name_is_longer_than_that_of_a_temporary_file.so";
    assert_int_equal(tunip_artifact_jit(&source, &how, &library, NULL), TUNIP_OK);
    assert_int_equal(call_four(library), 4);
    dlclose(library);
    assert_int_equal(tunip_artifact_jit(&source, &how, &library, NULL), TUNIP_ERROR_IO);
    assert_int_equal(access(how.library, F_OK), 0);
    /* neither the compiler nor a library that cannot be opened leaves a file behind */
    how.library = "b.so";
    assert_int_equal(tunip_artifact_jit(&needy, &how, &library, NULL), TUNIP_ERROR_IO);
    assert_int_not_equal(access(how.library, F_OK), 0);
    how.compiler = "false";
    assert_int_equal(tunip_artifact_jit(&source, &how, &library, NULL), TUNIP_ERROR_FORMAT);
    assert_int_not_equal(access(how.library, F_OK), 0);
    assert_int_equal(chdir(before), 0);
    run("rm -r %s", folder);
}

/* ---- inspectors ---- */

static tunip_status show_npu(const tunip_artifact *artifact, const tunip_show_options *options,
                             tunip_write_fn write, void *user, tunip_error *error)
{
    (void)options;
    (void)error;
    if (artifact->content.size > 3) return TUNIP_ERROR_NOT_FOUND; /* the next one is asked */
    return write("npu", 3, user) ? TUNIP_ERROR_CANCELLED : TUNIP_OK;
}

static void the_most_specific_inspector_shows(void **state)
{
    (void)state;
    static const tunip_inspector npu = {sizeof npu, "npu", .magic = {"NPU", 3}, .show = show_npu};
    trace text = {.size = 0};
    assert_int_equal(tunip_inspector_add(&npu, NULL), TUNIP_OK);
    assert_int_equal(tunip_inspector_add(&npu, NULL), TUNIP_OK);
    static const char *const bytes[] = {"NPU", "NPU: a text", "other"};
    for (size_t i = 0; i < TUNIP_LEN(bytes); i++) {
        tunip_inspection *found = tunip_inspect_bytes("f", tunip_str_from(bytes[i]), NULL);
        assert_int_equal(tunip_inspection_show(found, "f", NULL, add, &text, NULL), TUNIP_OK);
        tunip_inspection_free(found);
    }
    assert_string_equal(text.text, "npuNPU: a textother");
}

static tunip_status show_name(const tunip_artifact *artifact, const tunip_show_options *options,
                              tunip_write_fn write, void *user, tunip_error *error)
{
    (void)options;
    (void)error;
    tunip_str parts[] = {artifact->codegen_id, tunip_str_from("/"), artifact->loader};
    for (size_t i = 0; i < TUNIP_LEN(parts); i++)
        if (parts[i].size && write(parts[i].data, parts[i].size, user))
            return TUNIP_ERROR_CANCELLED;
    return TUNIP_OK;
}

static void loader_and_code_generator_choose_an_inspector(void **state)
{
    (void)state;
    static const tunip_inspector rows[] = {
        {sizeof *rows, "by codegen", .codegen = "opencl", .show = show_name},
        {sizeof *rows, "by loader", .loader = "my-loader", .show = show_name}};
    const tunip_artifact own = make("gen", "my-loader", "x.txt", "text");
    char folder[] = P_tmpdir "/tunip-set-XXXXXX", path[sizeof folder + 8];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/dir", folder);
    tunip_artifact_set *set = some_set();
    assert_int_equal(tunip_artifact_set_add(set, &own, NULL), TUNIP_OK);
    assert_int_equal(tunip_artifact_set_export(set, path, TUNIP_ARTIFACT_FOLDER, NULL, NULL), 0);
    tunip_inspection *found = tunip_inspect_open(path, NULL);
    assert_non_null(found);
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        assert_int_equal(tunip_inspector_add(&rows[i], NULL), TUNIP_OK);
    static const char *const names[] = {"opencl/k.cl", "gen/x.txt"};
    static const char *const shown[] = {"opencl/opencl", "gen/my-loader"};
    for (size_t i = 0; i < TUNIP_LEN(names); i++) {
        trace text = {.size = 0};
        assert_int_equal(tunip_inspection_show(found, names[i], NULL, add, &text, NULL), TUNIP_OK);
        assert_string_equal(text.text, shown[i]);
    }
    tunip_inspection_free(found);
    tunip_artifact_set_free(set);
    run("rm -rf %s", folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(artifacts_are_sorted_and_found),
        cmocka_unit_test(artifacts_are_grouped_by_loader),
        cmocka_unit_test(contents_are_not_copied),
        cmocka_unit_test(names_are_checked),
        cmocka_unit_test(forms_keep_everything),
        cmocka_unit_test(changed_contents_are_refused),
        cmocka_unit_test(a_damaged_set_is_recovered),
        cmocka_unit_test(a_dry_run_says_what_would_be_loaded),
        cmocka_unit_test(native_artifacts_are_linked_loaded_and_called),
        cmocka_unit_test(the_library_is_the_host_module_without_native_artifacts),
        cmocka_unit_test(an_artifact_in_memory_is_loaded_with_its_content),
        cmocka_unit_test(an_artifact_in_memory_loads_itself),
        cmocka_unit_test(a_set_is_linked_and_read_back),
        cmocka_unit_test(an_artifact_is_compiled_just_in_time),
        cmocka_unit_test(a_library_with_a_name_is_a_new_file),
        cmocka_unit_test(the_most_specific_inspector_shows),
        cmocka_unit_test(loader_and_code_generator_choose_an_inspector),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
