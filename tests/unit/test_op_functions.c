/* test_op_functions.c -- the rows of functions that arrange the arguments of an operator: the
 * operator is one of ops.def, and the arguments name parameters. Rows of one word and version agree
 * in their parameters, and those of two versions do not overlap. */
#include <string.h>

#include "render_helper.h"

typedef struct row {
    const char *word;
    unsigned since, until;
    const char *op;
    const char *params;
    size_t positional;
    const char *when, *args;
} row;

/* clang-format off */
static const row rows[] = {
#define X(word_, since_, until_, op_, params_, positional_, when_, args_, makes_)                  \
    {word_, since_, until_, op_, params_, positional_, when_, args_},
#include "dialects/tir/op_functions.def"
#undef X
};

static const char *const operators[] = {
#define X(op, ...) op,
#include "dialects/tir/ops.def"
#undef X
};
/* clang-format on */

static const char NAME[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

static size_t count_params(const char *params)
{
    size_t count = 0;
    for (const char *at = strchr(params, ' '); at; at = strchr(at + 1, ' ')) count++;
    return count;
}

static void check_pair(const row *a, const row *b)
{
    bool is_one_span = a->since == b->since && a->until == b->until;
    if (is_one_span && strcmp(a->params, b->params) != 0)
        fail_msg("two rows of T.%s of v0.%u have different parameters", a->word, a->since);
    if (!is_one_span && (!a->until || a->until > b->since))
        fail_msg("T.%s: the row of v0.%u must stand before that of v0.%u, and end before it",
                 a->word, a->since, b->since);
}

/* Whether a default stands for what no parameter of this name gives. */
static bool is_alone(const char *name, size_t size)
{
    return strncmp(name, "cache_policy=u", size + 2) == 0 || strncmp(name, "mask=l", size + 2) == 0;
}

/* Checks the name at `at`, and returns its size. */
static size_t check_name(const row *r, const char *at)
{
    size_t size = strspn(at, NAME);
    for (const char *p = strchr(r->params, ' '); p; p = strchr(p + 1, ' '))
        if (strncmp(p + 1, at, size) == 0 && p[size + 1] == '=') return size;
    if (!is_alone(at, size))
        fail_msg("T.%s of v0.%u has no parameter `%.*s`", r->word, r->since, (int)size, at);
    return size;
}

/* Checks the names in one argument: `&a+b:c`, `a=b?'x':'y'`, `a=1`, `+a`, or none in 'x' or 1. */
static void check_argument(const row *r, const char *text, size_t size)
{
    bool is_word = (size == 4 && strncmp(text, "true", size) == 0) ||
                   (size == 5 && strncmp(text, "false", size) == 0);
    if (is_word || strchr("'-0123456789*", *text) || strncmp(text, "#*", 2) == 0) return;
    const char *at = text + (strchr("+!@#~$&%", *text) != NULL);
    at += check_name(r, at);
    for (; *text == '&' && at < text + size; at += check_name(r, at)) at++;
    const char *question = memchr(at, '?', size - (size_t)(at - text));
    if (*at == '=' && question) check_name(r, at + 1);
}

static void names_are_known(void **state)
{
    (void)state;
    for (const row *r = rows; r < rows + TUNIP_LEN(rows); r++) {
        size_t k = 0;
        while (k < TUNIP_LEN(operators) && strcmp(operators[k], r->op) != 0) k++;
        if (k == TUNIP_LEN(operators)) fail_msg("T.%s: no operator `%s`", r->word, r->op);
        if (r->when) check_name(r, r->when + (strchr("-'^", *r->when) != NULL));
        for (const char *at = r->args; *at; at += strspn(at, " ")) {
            size_t size = strcspn(at, " ");
            check_argument(r, at, size);
            at += size;
        }
    }
}

static void rows_agree(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        assert_true(rows[i].positional <= count_params(rows[i].params));
        assert_true(rows[i].since >= 25 && (!rows[i].until || rows[i].until > rows[i].since));
        for (size_t j = i + 1; j < TUNIP_LEN(rows); j++)
            if (strcmp(rows[i].word, rows[j].word) == 0) check_pair(&rows[i], &rows[j]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_are_known),
                                       cmocka_unit_test(rows_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
