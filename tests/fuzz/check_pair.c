/* check_pair.c -- two graphs: compared both ways, hashed, their differences written in every form
 * and applied. */
#include "settings.h"

typedef struct pair {
    const tunip_node *lhs, *rhs;
    tunip_equal_options options;
} pair;

/* One of them is: nothing is asked of the verdict. */
static bool is_odd(const pair *p)
{
    return fuzz_is_odd(p->lhs) || fuzz_is_odd(p->rhs);
}

typedef enum verdict { DIFFERENT, EQUAL, UNKNOWN } verdict;

static verdict compare(const pair *p, const tunip_node *lhs, const tunip_node *rhs)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_comparison *c;
    FUZZ_CHECK(tunip_equal(fuzz_context(), lhs, rhs, &p->options, &c, &error) == TUNIP_OK);
    FUZZ_CHECK(!tunip_comparison_equal(c) ==
               (tunip_comparison_lhs_path(c) && tunip_comparison_rhs_path(c)));
    FUZZ_CHECK(!(tunip_comparison_equal(c) && tunip_comparison_unsupported(c)));
    if (tunip_comparison_lhs_path(c)) tunip_path_text(tunip_comparison_lhs_path(c), NULL, 0);
    if (tunip_comparison_rhs_path(c)) tunip_path_text(tunip_comparison_rhs_path(c), NULL, 0);
    verdict found = tunip_comparison_unsupported(c) ? UNKNOWN
                    : tunip_comparison_equal(c)     ? EQUAL
                                                    : DIFFERENT;
    tunip_comparison_free(c);
    return found;
}

static bool hash(const pair *p, const tunip_node *root, uint64_t *value)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status = tunip_hash(fuzz_context(), root, &p->options, value, &error);
    FUZZ_CHECK(status == TUNIP_OK || (status == TUNIP_ERROR_ARGUMENT && error.message[0]));
    return status == TUNIP_OK;
}

/* The hash of an unregistered type depends on which of its integers may be references (equal.h). */
static bool has_unregistered(const pair *p)
{
    tunip_comparison *c;
    FUZZ_CHECK(tunip_equal(fuzz_context(), p->lhs, p->rhs, &p->options, &c, NULL) == TUNIP_OK);
    bool found = tunip_comparison_unregistered(c);
    tunip_comparison_free(c);
    return found;
}

static void check_hashes(const pair *p, verdict found)
{
    uint64_t lhs, rhs;
    if (hash(p, p->lhs, &lhs) && hash(p, p->rhs, &rhs))
        FUZZ_CHECK(found != EQUAL || lhs == rhs || is_odd(p) || has_unregistered(p));
}

static void check_message(const pair *p)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_comparison *c;
    FUZZ_CHECK(tunip_equal(fuzz_context(), p->lhs, p->rhs, &p->options, &c, &error) == TUNIP_OK);
    char *text = tunip_equal_message(fuzz_context(), p->lhs, p->rhs, c, &error);
    FUZZ_CHECK(!text == tunip_comparison_equal(c));
    tunip_text_free(fuzz_context(), text);
    tunip_comparison_free(c);
}

/* ---- differences ---- */

static void write_form(const tunip_script *script, tunip_diff_form form, bool colour)
{
    tunip_diff_options options = TUNIP_DIFF_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    options.form = form;
    options.colour = colour;
    options.width = colour ? 40 : 0;
    tunip_status status =
        tunip_diff_write(fuzz_context(), script, &options, fuzz_drop, NULL, &error);
    FUZZ_CHECK(status == TUNIP_OK);
}

static void write_forms(const tunip_script *script)
{
    for (tunip_diff_form form = TUNIP_DIFF_UNIFIED; form <= TUNIP_DIFF_NAMES; form++)
        write_form(script, form, false);
    write_form(script, TUNIP_DIFF_SIDE_BY_SIDE, true);
}

/* A script turns the left side into the right side, or tunip_diff_apply() refuses it. Corresponding
 * free variables remain two variables in the result. */
static void check_applied(const pair *p, const tunip_script *script)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *applied = tunip_diff_apply(fuzz_context(), script, &error);
    FUZZ_CHECK(applied || error.message[0]);
    if (applied && !p->options.map_free_vars)
        FUZZ_CHECK(compare(p, tunip_graph_root(applied), p->rhs) != DIFFERENT || is_odd(p));
    tunip_graph_free(applied);
}

static void check_script(const pair *p, verdict found)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_script *script;
    tunip_status status = tunip_diff(fuzz_context(), p->lhs, p->rhs, &p->options, &script, &error);
    FUZZ_CHECK(status == TUNIP_OK);
    FUZZ_CHECK(found == UNKNOWN || !tunip_script_edit_count(script) == (found == EQUAL) ||
               is_odd(p));
    write_forms(script);
    check_applied(p, script);
    tunip_script_free(script);
}

/* Checks a graph against itself, read a second time. */
static void check_one(const pair *p)
{
    tunip_equal_options options = p->options;
    tunip_comparison *c;
    options.map_free_vars = true;
    FUZZ_CHECK(tunip_equal(fuzz_context(), p->lhs, p->rhs, &options, &c, NULL) == TUNIP_OK);
    FUZZ_CHECK(tunip_comparison_equal(c) || tunip_comparison_unsupported(c) ||
               fuzz_is_key_of_its_own(c) || is_odd(p));
    tunip_comparison_free(c);
}

static void check_pair(const pair *p)
{
    verdict found = compare(p, p->lhs, p->rhs);
    verdict back = compare(p, p->rhs, p->lhs);
    FUZZ_CHECK(found == UNKNOWN || back == UNKNOWN || found == back || is_odd(p));
    FUZZ_CHECK(compare(p, p->lhs, p->lhs) != DIFFERENT || is_odd(p));
    check_hashes(p, found);
    check_message(p);
    check_script(p, found);
}

enum {
    ALL_COMPARED = TUNIP_FLAG_NAME | TUNIP_FLAG_LOCATION | TUNIP_FLAG_ALIAS | TUNIP_FLAG_LAYOUT |
                   TUNIP_FLAG_COMMENT
};

void fuzz_check_pair(const tunip_node *lhs, const tunip_node *rhs, bool is_one, unsigned flags)
{
    pair p = {lhs, rhs, TUNIP_EQUAL_OPTIONS_INIT};
    p.options.map_free_vars = flags & 1;
    p.options.skip_tensor_content = flags & 2;
    p.options.compare = flags * TUNIP_FLAG_NAME & ALL_COMPARED;
    if (is_one) check_one(&p);
    check_pair(&p);
}
