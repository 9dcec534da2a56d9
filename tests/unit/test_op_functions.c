/* test_op_functions.c -- the rows of functions that arrange the arguments of an operator: those of
 * one word and version agree in their parameters, and those of two versions do not overlap. */
#include <string.h>

#include "render_helper.h"

typedef struct row {
    const char *word;
    unsigned since, until;
    const char *params;
    size_t positional;
} row;

/* clang-format off */
static const row rows[] = {
#define X(word_, since_, until_, op_, params_, positional_, when_, args_, makes_)                  \
    {word_, since_, until_, params_, positional_},
#include "dialects/tir/op_functions.def"
#undef X
};
/* clang-format on */

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

static void rows_agree(void **state)
{
    (void)state;
    size_t pairs = 0;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        assert_true(rows[i].positional <= count_params(rows[i].params));
        assert_true(rows[i].since >= 25 && (!rows[i].until || rows[i].until > rows[i].since));
        for (size_t j = i + 1; j < TUNIP_LEN(rows); j++) {
            if (strcmp(rows[i].word, rows[j].word) != 0) continue;
            check_pair(&rows[i], &rows[j]);
            pairs++;
        }
    }
    assert_true(pairs > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
