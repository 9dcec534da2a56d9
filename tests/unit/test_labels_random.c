/* test_labels_random.c -- properties of every excerpt. Texts and marks are random, made of parts
 * that are hard to draw, and the same in each run. */
#include "render_helper.h"

#include "print/writer.h"
#include "util/unicode.h"
#include "views/diagnostics/labels.h"

enum { ROUNDS = 4000, MOST_LABELS = 40, MOST_BYTES = 400 };

/* Words without the letters of "LABEL", so that labels can be counted. */
static const char *const words[] = {
    "x",
    " ",
    "    ",
    "\t",
    "\n",
    "\n\n",
    "for i in range",
    "\xE4\xB8\xAD\xE6\x96\x87", /* wide */
    "e\xCC\x81",                /* combining */
    "\xCC\x81", /* a combining mark without a base, or with the previous word as its base */
    "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB", /* joined */
    "\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA",             /* a flag */
    "\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD",             /* with a skin tone */
    "\xE2\x9D\xA4\xEF\xB8\x8F",                     /* with an emoji selector */
    "\x1b[31m",                                     /* a control sequence */
    "\r",
    "\x7f",
    "\xE2\x80\xAE", /* changes the direction of text */
    "\xE2\x80\xA8", /* a separator of lines */
    "\xFF",         /* not UTF-8 */
    "\xE4\xB8",
    "\xD8\x80", /* a sign that surrounds the digits after it */
};

/* A random number (xorshift), the same in each run. */
static size_t below(uint64_t *seed, size_t limit)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (size_t)(*seed >> 11) % limit;
}

typedef struct scene {
    char text[MOST_BYTES];
    size_t size;
    tn_lines lines;
    tn_label labels[MOST_LABELS];
    size_t count;
    tn_labelling how;
} scene;

static void make_text(scene *s, uint64_t *seed)
{
    size_t wanted = below(seed, MOST_BYTES), repeats = 1 + below(seed, 4);
    const char *word = "";
    for (size_t i = 0;; i++) {
        if (i % repeats == 0) word = words[below(seed, TUNIP_LEN(words))];
        size_t size = strlen(word);
        if (s->size + size > wanted) break;
        memcpy(s->text + s->size, word, size);
        s->size += size;
    }
}

/* Makes random labels. Some share their ends, or end inside characters or past the text. */
static void make_labels(scene *s, uint64_t *seed)
{
    s->count = below(seed, MOST_LABELS + 1);
    size_t places = 1 + below(seed, s->size + 5);
    for (size_t i = 0; i < s->count; i++) {
        size_t begin = below(seed, places), size = below(seed, below(seed, 3) ? 12 : places);
        bool primary = below(seed, 2);
        tn_style style = primary ? (tn_style)below(seed, 4) : TN_STYLE_SECONDARY;
        s->labels[i] = (tn_label){begin, begin + size, primary, style, TUNIP_STR("LABEL")};
    }
}

static void make_scene(scene *s, uint64_t *seed)
{
    memset(s, 0, sizeof *s);
    make_text(s, seed);
    make_labels(s, seed);
    assert_true(tn_lines_build(&s->lines, (tunip_str){s->text, s->size}, &tn_malloc));
    s->how = (tn_labelling){.text = {s->text, s->size},
                            .lines = &s->lines,
                            .labels = s->labels,
                            .count = s->count,
                            .context = below(seed, 4),
                            .tab_width = 1 + below(seed, 9),
                            .allocator = &tn_malloc};
}

static char *draw(scene *s, bool colour)
{
    tn_text out;
    tn_text_init(&out, &tn_malloc);
    s->how.colour = colour;
    assert_true(tn_labels_put(&out, &s->how));
    tn_text_put(&out, "", 1);
    assert_false(out.failed);
    return out.bytes.items;
}

/* ---- properties of every excerpt ---- */

/* The excerpt has no character that controls a terminal. */
static void assert_harmless(const char *excerpt)
{
    const tunip_str text = tunip_str_from(excerpt);
    for (size_t at = 0; at < text.size;) {
        const tn_glyph glyph = tn_glyph_at(text, at);
        assert_true(!glyph.escaped || excerpt[at] == '\n');
        at += glyph.size;
    }
}

/* With colours the excerpt is the same except for colour codes, and each row switches its colours
 * off. */
static void assert_same_but_for_colour(const char *plain, const char *coloured)
{
    bool on = false;
    for (; *coloured; coloured++) {
        if (*coloured == '\x1b') {
            on = strncmp(coloured, "\x1b[0m", 4) != 0;
            coloured = strchr(coloured, 'm');
            assert_non_null(coloured);
            continue;
        }
        assert_true(*coloured != '\n' || !on);
        assert_int_equal(*coloured, *plain);
        plain++;
    }
    assert_false(on);
    assert_int_equal(*plain, '\0');
}

static size_t count_labels(const char *excerpt)
{
    size_t count = 0;
    for (; (excerpt = strstr(excerpt, "LABEL")); excerpt++) count++;
    return count;
}

static size_t count_left_out(const char *excerpt)
{
    static const char more[] = "... and ";
    size_t count = 0;
    for (; (excerpt = strstr(excerpt, more)); excerpt++)
        count += strtoul(excerpt + strlen(more), NULL, 10);
    return count;
}

/* All gutters have the same width, and lines are shown once and in order. */
static void assert_numbered(const char *excerpt, size_t lines, size_t number_width)
{
    size_t before = 0;
    for (const char *row = excerpt; *row; row = strchr(row, '\n') + 1) {
        if (strncmp(row, "...", 3) == 0) continue;
        char *end;
        size_t number = strtoul(row, &end, 10);
        assert_int_equal(row[number_width + 1], '|');
        if (end == row) continue;
        assert_true(number > before && number <= lines);
        before = number;
    }
}

static void every_excerpt_has_these_properties(void **state)
{
    (void)state;
    uint64_t seed = 20;
    for (size_t i = 0; i < ROUNDS; i++) {
        scene s;
        make_scene(&s, &seed);
        char *plain = draw(&s, false), *coloured = draw(&s, true);
        assert_harmless(plain);
        assert_same_but_for_colour(plain, coloured);
        assert_int_equal(count_labels(plain) + count_left_out(plain), s.count);
        assert_numbered(plain, s.lines.count, tn_labels_number_width(&s.lines));
        free(plain);
        free(coloured);
        tn_array_free(&s.lines, &tn_malloc);
    }
}

/* ---- without a bound there would be no end ---- */

/* Each combining mark is examined a bounded number of times, even in a long row of marks. */
static void clusters_have_an_end(void **state)
{
    (void)state;
    enum { COUNT = 100000, LONGEST = 256 };
    char *text = malloc(2 * COUNT + 1);
    assert_non_null(text);
    for (size_t i = 0; i < COUNT; i++) memcpy(text + 1 + 2 * i, "\xCC\x81", 2);
    text[0] = 'e';
    const tunip_str all = {text, 2 * COUNT + 1};
    assert_in_range(tn_glyph_at(all, 0).size, 3, LONGEST);
    assert_int_equal(tn_glyph_at(all, 0).width, 1);
    assert_true(tn_glyph_at(all, 1).escaped);
    assert_int_equal(tn_glyph_at(all, 1).size, 2);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_excerpt_has_these_properties),
        cmocka_unit_test(clusters_have_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
