/* fuzz_set.c -- sets of artifacts on disk. An input is four bytes with options, the target and a
 * NUL, and for each artifact a byte with options, its name and a NUL, the size of its content in
 * two bytes and its content. The set is saved as a folder, an archive or one file, and must come
 * back the same. Then a byte of the file changes or its end is lost, and it is recovered and
 * inspected. */
#define _XOPEN_SOURCE 700 /* nftw() */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"
#include "inspect/tunip_inspect.h"

enum { PATH = 64 };

static void check_error(const tunip_error *error)
{
    FUZZ_CHECK(error->code != TUNIP_OK && error->message[0]);
}

/* Bytes behind their number. */
static tunip_str take(fuzz_input *in)
{
    size_t low = fuzz_byte(in), size = low | (size_t)fuzz_byte(in) << 8;
    size_t left = (size_t)(in->end - in->at);
    tunip_str bytes = {(const char *)in->at, size < left ? size : left};
    in->at += bytes.size;
    return bytes;
}

static tunip_artifact_set *make_set(fuzz_input *in)
{
    static const char *const loaders[] = {"_lib", "opencl", "metadata", "relax.VMExecutable"};
    static const char *const names[] = {"0-_lib/library.so", "1-opencl/module.bin", "imports.json",
                                        "2-x/module.bin"};
    char target[20];
    tunip_artifact_set *set = tunip_artifact_set_new(fuzz_word(in, target, sizeof target));
    FUZZ_CHECK(set);
    while (in->at < in->end) {
        uint8_t bits = fuzz_byte(in);
        tunip_str name = fuzz_text(in), content = take(in);
        tunip_artifact a = {.loader = tunip_str_from(loaders[bits & 3]),
                            .file_name = bits & 4 ? name : tunip_str_from(names[bits & 3]),
                            .codegen_id = tunip_str_from(bits & 8 ? "c" : ""),
                            .content = content,
                            .in_memory = (bits & 0x70) == 0x70};
        tunip_error error = TUNIP_ERROR_INIT;
        if (a.in_memory) a.content = (tunip_str){NULL, 0};
        if (tunip_artifact_set_add(set, &a, &error) != TUNIP_OK) check_error(&error);
    }
    return set;
}

static void check_same(const tunip_artifact_set *a, const tunip_artifact_set *b)
{
    FUZZ_CHECK(tunip_artifact_set_count(a) == tunip_artifact_set_count(b));
    for (size_t i = 0; i < tunip_artifact_set_count(a); i++) {
        const tunip_artifact *l = tunip_artifact_set_get(a, i), *r = tunip_artifact_set_get(b, i);
        FUZZ_CHECK(tunip_str_equal(l->codegen_id, r->codegen_id));
        FUZZ_CHECK(tunip_str_equal(l->loader, r->loader));
        FUZZ_CHECK(tunip_str_equal(l->file_name, r->file_name));
        FUZZ_CHECK(tunip_str_equal(l->content, r->content) && l->in_memory == r->in_memory);
    }
}

/* A set that is recovered without a problem is what was saved, and otherwise it does not load. */
static void recover(const char *path)
{
    tunip_error error = TUNIP_ERROR_INIT, other = TUNIP_ERROR_INIT;
    tunip_artifact_set *whole = tunip_artifact_set_load(path, &error);
    tunip_artifact_set *rest = tunip_artifact_set_recover(path, &other);
    const char *problem = rest ? tunip_artifact_set_problem(rest, 0) : NULL;
    if (!whole) check_error(&error);
    if (!rest) check_error(&other);
    FUZZ_CHECK(!whole == (!rest || problem));
    FUZZ_CHECK(!problem || problem[0]);
    if (whole) check_same(whole, rest);
    tunip_artifact_set_free(whole);
    tunip_artifact_set_free(rest);
}

static void inspect(const char *path)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_inspection *found = tunip_inspect_open(path, &error);
    if (!found) {
        check_error(&error);
        return;
    }
    tunip_inspection_write_tree(found, NULL, fuzz_drop, NULL, NULL);
    tunip_inspection_write_functions(found, fuzz_drop, NULL, NULL);
    tunip_artifact_set *set = tunip_inspection_artifacts(found, &error);
    if (!set) check_error(&error);
    tunip_artifact_set_free(set);
    tunip_inspection_free(found);
}

/* Changes a byte of a file, or cuts it. */
static void damage(const char *path, fuzz_input *options)
{
    struct stat about;
    int file = open(path, O_RDWR | O_CLOEXEC);
    FUZZ_CHECK(file >= 0 && fstat(file, &about) == 0);
    size_t place = (size_t)fuzz_byte(options) << 8;
    place |= fuzz_byte(options);
    off_t at = about.st_size ? (off_t)place % about.st_size : 0;
    uint8_t byte = fuzz_byte(options);
    if (byte % 16 == 0)
        FUZZ_CHECK(ftruncate(file, at) == 0);
    else if (about.st_size)
        FUZZ_CHECK(pwrite(file, &byte, 1, at) == 1);
    close(file);
}

static int drop(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

/* Makes a folder, in memory if the system has files there: a disk takes most of the time. */
static void make_folder(char folder[PATH])
{
    static const char memory[] = "/dev/shm";
    snprintf(folder, PATH, "%s/tunip-fuzz-XXXXXX", access(memory, W_OK) == 0 ? memory : P_tmpdir);
    FUZZ_CHECK(mkdtemp(folder));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char folder[PATH], path[PATH + 20], list[PATH + 40];
    fuzz_input in = {data, data + size}, options = in;
    make_folder(folder);
    snprintf(path, sizeof path, "%s/set", folder);
    for (int i = 0; i < 4; i++) fuzz_byte(&in);
    tunip_artifact_form form = (tunip_artifact_form)(fuzz_choice(&options, 3));
    tunip_artifact_set *set = make_set(&in);
    tunip_error error = TUNIP_ERROR_INIT;
    if (tunip_artifact_set_export(set, path, form, NULL, &error) == TUNIP_OK) {
        tunip_artifact_set *again = tunip_artifact_set_load(path, NULL);
        FUZZ_CHECK(again);
        check_same(set, again);
        tunip_artifact_set_free(again);
        snprintf(list, sizeof list, "%s/artifacts.json", path);
        damage(form == TUNIP_ARTIFACT_FOLDER ? list : path, &options);
        recover(path);
        inspect(path);
        FUZZ_CHECK(nftw(path, drop, 8, FTW_DEPTH | FTW_PHYS) == 0);
    } else {
        check_error(&error);
        FUZZ_CHECK(access(path, F_OK) != 0 && errno == ENOENT); /* nothing half-written stays */
    }
    tunip_artifact_set_free(set);
    FUZZ_CHECK(rmdir(folder) == 0);
    return 0;
}
