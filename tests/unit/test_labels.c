/* test_labels.c -- excerpts of marked text: columns against widths written by hand, linear work,
 * out of memory. tests/diagnostics/ tests whole excerpts. */
#include "render_helper.h"

#include <stdio.h>

#include "util/unicode.h"
#include "views/diagnostics/labels.h"

typedef struct excerpt {
    tn_lines lines;
    tn_text out;
    size_t work;
} excerpt;

static bool draw(excerpt *p, tunip_str text, const tn_label *labels, size_t count,
                 const tunip_allocator *allocator)
{
    *p = (excerpt){.work = 0};
    tn_text_init(&p->out, allocator);
    if (!tn_lines_build(&p->lines, text, &tn_malloc)) return false;
    tn_labelling how = {.text = text,
                        .lines = &p->lines,
                        .labels = labels,
                        .count = count,
                        .context = 1,
                        .tab_width = 4,
                        .allocator = allocator};
    bool fine = tn_labels_put(&p->out, &how);
    p->work = how.work;
    return fine;
}

static void release(excerpt *p)
{
    tn_text_free(&p->out);
    tn_array_free(&p->lines, &tn_malloc);
}

/* ---- columns ---- */

/* Characters with their widths, which no library computed. A tab has width 0 here: it ends at a tab
 * stop. */
typedef struct known {
    const char *bytes;
    size_t width;
} known;

static const known characters[] = {
    {"a", 1},
    {" ", 1},
    {"=", 1},
    {"\t", 0},
    {"\xC3\xA9", 1},                                     /* e with an acute */
    {"o\xCC\x88\xCC\x81", 1},                            /* o with two marks */
    {"\xE6\xBC\xA2", 2},                                 /* CJK */
    {"\xEF\xBC\xA1", 2},                                 /* a full-width A */
    {"\xEF\xBD\xB1", 1},                                 /* a half-width katakana */
    {"\xF0\x9F\x98\x80", 2},                             /* an emoji */
    {"\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD", 2},             /* with a skin tone */
    {"\xE2\x9D\xA4\xEF\xB8\x8F", 2},                     /* a heart with an emoji selector */
    {"1\xEF\xB8\x8F\xE2\x83\xA3", 2},                    /* a keycap */
    {"\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA", 2},             /* a flag */
    {"\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7", 2}, /* two people, joined */
    {"\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB", 2},         /* a syllable of three letters */
    {"\x1B", 4},                                         /* \x1b */
    {"\x7F", 4},
    {"\xC2\x9B", 6},     /* \u009b */
    {"\xE2\x80\xAE", 6}, /* \u202e */
    {"\xFF", 4},         /* \xff */
};

enum { LONGEST = 24, ROOM = 32 * LONGEST };

typedef struct line {
    char bytes[ROOM];
    size_t size;
    size_t offsets[LONGEST + 1];
    size_t columns[LONGEST + 1];
    size_t count;
} line;

static unsigned next_number(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)(*seed >> 33);
}

static void make_line(line *l, uint64_t *seed)
{
    size_t column = 0;
    *l = (line){.count = 1 + next_number(seed) % LONGEST};
    for (size_t i = 0; i < l->count; i++) {
        const known *c = &characters[next_number(seed) % TUNIP_LEN(characters)];
        l->offsets[i] = l->size;
        l->columns[i] = column;
        memcpy(l->bytes + l->size, c->bytes, strlen(c->bytes));
        l->size += strlen(c->bytes);
        column += c->width ? c->width : 4 - column % 4;
    }
    l->offsets[l->count] = l->size;
    l->columns[l->count] = column;
}

/* The second line of the excerpt, behind its gutter. */
static const char *row_of(excerpt *p)
{
    enum { GUTTER = sizeof "1 | " - 1 };
    assert_true(tn_array_push(&p->out.bytes, p->out.allocator, '\0'));
    const char *row = strchr(p->out.bytes.items, '\n');
    assert_non_null(row);
    return row + 1 + GUTTER;
}

static void check_columns(const line *l, size_t from, size_t to)
{
    excerpt p;
    const tn_label label = {.begin = l->offsets[from], .end = l->offsets[to], .primary = true};
    assert_true(draw(&p, (tunip_str){l->bytes, l->size}, &label, 1, &tn_malloc));
    const char *row = row_of(&p);
    size_t begin = strspn(row, " "), carets = strspn(row + begin, "^");
    size_t width = l->columns[to] - l->columns[from];
    assert_int_equal(begin, l->columns[from]);
    assert_int_equal(carets, width ? width : 1);
    assert_int_equal(row[begin + carets], '\n');
    release(&p);
}

static void carets_stand_in_their_columns(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (size_t i = 0; i < 2000; i++) {
        line l;
        make_line(&l, &seed);
        size_t from = next_number(&seed) % (l.count + 1);
        check_columns(&l, from, from + next_number(&seed) % (l.count - from + 1));
    }
}

/* Paints the expected row of a mark. Carets cover dashes. */
static void paint(char *row, const line *l, size_t from, size_t to, bool primary)
{
    size_t begin = l->columns[from], end = l->columns[to];
    if (end == begin) end++;
    for (size_t i = begin; i < end; i++)
        if (primary || row[i] == ' ') row[i] = primary ? '^' : '-';
}

static void check_many(const line *l, uint64_t *seed)
{
    enum { MANY = 8, WIDEST = 8 * LONGEST };
    excerpt p;
    char row[WIDEST + 1];
    tn_label labels[MANY];
    memset(row, ' ', WIDEST);
    for (size_t i = 0; i < MANY; i++) {
        size_t from = next_number(seed) % (l->count + 1);
        size_t to = from + next_number(seed) % (l->count - from + 1);
        bool primary = next_number(seed) % 2;
        labels[i] =
            (tn_label){.begin = l->offsets[from], .end = l->offsets[to], .primary = primary};
        paint(row, l, from, to, primary);
    }
    size_t size = WIDEST;
    while (row[size - 1] == ' ') size--;
    assert_true(draw(&p, (tunip_str){l->bytes, l->size}, labels, MANY, &tn_malloc));
    row[size] = '\0';
    const char *drawn = row_of(&p);
    assert_int_equal(strcspn(drawn, "\n"), size);
    assert_memory_equal(drawn, row, size);
    release(&p);
}

static void overlapping_marks_cover_each_other(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (size_t i = 0; i < 2000; i++) {
        line l;
        make_line(&l, &seed);
        check_many(&l, &seed);
    }
}

/* ---- invalid ranges ---- */

/* For any bytes, ranges and labels, the output is UTF-8 without control characters. */
static void noise_becomes_text(void **state)
{
    (void)state;
    enum { SIZE = 60, COUNT = 6, ROUNDS = 5000 };
    uint64_t seed = 3;
    for (size_t round = 0; round < ROUNDS; round++) {
        char text[SIZE];
        tn_label labels[COUNT];
        excerpt p;
        for (size_t i = 0; i < SIZE; i++)
            text[i] = next_number(&seed) % 6 ? (char)next_number(&seed) : '\n';
        for (size_t i = 0; i < COUNT; i++)
            labels[i] = (tn_label){.begin = next_number(&seed) % (SIZE + 5),
                                   .end = next_number(&seed) % (SIZE + 5),
                                   .primary = next_number(&seed) % 2,
                                   .text = {text + i, next_number(&seed) % 8}};
        assert_true(draw(&p, (tunip_str){text, SIZE}, labels, COUNT, &tn_malloc));
        tunip_str out = {p.out.bytes.items, p.out.bytes.count};
        assert_int_equal(tunip_utf8_valid(out), out.size);
        for (size_t i = 0; i < out.size; i++)
            assert_true((unsigned char)out.data[i] >= ' ' || out.data[i] == '\n');
        release(&p);
    }
}

static void any_range_can_be_drawn(void **state)
{
    (void)state;
    static const char text[] = "a\xE6\xBC\xA2\n\nb\tc\xFF\n";
    const size_t ends[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1000, SIZE_MAX};
    for (size_t i = 0; i < TUNIP_LEN(ends); i++)
        for (size_t k = 0; k < TUNIP_LEN(ends); k++) {
            excerpt p;
            const tn_label label = {
                .begin = ends[i], .end = ends[k], .primary = true, .text = TUNIP_STR("here")};
            assert_true(draw(&p, tunip_str_from(text), &label, 1, &tn_malloc));
            assert_true(tn_array_push(&p.out.bytes, p.out.allocator, '\0'));
            assert_non_null(strchr(p.out.bytes.items, '^'));
            assert_non_null(strstr(p.out.bytes.items, " here\n"));
            release(&p);
        }
}

static void no_labels_make_no_excerpt(void **state)
{
    (void)state;
    excerpt p;
    assert_true(draw(&p, tunip_str_from("text\n"), NULL, 0, &tn_malloc));
    assert_int_equal(p.out.bytes.count, 0);
    release(&p);
}

/* ---- work ---- */

/* `lines` lines with `each` labels in every one. Returns the work done per label. */
static double work_per_label(size_t lines, size_t each)
{
    enum { WIDTH = 100 };
    excerpt p;
    char *text = malloc(lines * WIDTH);
    tn_label *labels = malloc(lines * each * sizeof *labels);
    assert_true(text && labels);
    memset(text, 'x', lines * WIDTH);
    for (size_t i = 0; i < lines; i++) {
        text[(i + 1) * WIDTH - 1] = '\n';
        for (size_t k = 0; k < each; k++)
            labels[i * each + k] = (tn_label){.begin = i * WIDTH + k % (WIDTH - 1),
                                              .end = (i + 1) * WIDTH - 1,
                                              .primary = k % 2,
                                              .text = TUNIP_STR("label")};
    }
    assert_true(draw(&p, (tunip_str){text, lines * WIDTH}, labels, lines * each, &tn_malloc));
    double work = (double)p.work / (double)(lines * each);
    assert_true(p.out.bytes.count < lines * (size_t)4096); /* independent of the number of labels */
    release(&p);
    free(text);
    free(labels);
    return work;
}

static void work_is_linear(void **state)
{
    (void)state;
    assert_true(work_per_label(100000, 1) <= 1.01 * work_per_label(1000, 1));
    assert_true(work_per_label(1000, 100) <= 1.01 * work_per_label(10, 100));
    assert_true(work_per_label(1, 1000000) <= 1.01 * work_per_label(1, 1000));
}

static void many_labels_of_a_line_are_counted(void **state)
{
    (void)state;
    enum { MANY = 1000000, SHOWN = TN_MOST_LABELS };
    excerpt p;
    char expected[64];
    tn_label *labels = malloc(MANY * sizeof *labels);
    assert_non_null(labels);
    for (size_t i = 0; i < MANY; i++)
        labels[i] = (tn_label){.begin = i % 10, .end = 1 + i % 10, .text = TUNIP_STR("one")};
    assert_true(draw(&p, tunip_str_from("0123456789"), labels, MANY, &tn_malloc));
    assert_true(tn_array_push(&p.out.bytes, p.out.allocator, '\0'));
    snprintf(expected, sizeof expected, "... and %d more\n", MANY - SHOWN);
    assert_non_null(strstr(p.out.bytes.items, expected));
    assert_true(p.out.bytes.count < 2000);
    release(&p);
    free(labels);
}

/* ---- memory ---- */

static void drawing_without_memory(void **state)
{
    (void)state;
    static const char text[] = "for x in y:\n    a[i] = b\n    c\n\n\nd\n";
    static const tn_label labels[] = {
        {.begin = 0, .end = 32, .text = TUNIP_STR("loop")},
        {.begin = 4, .end = 20, .primary = true, .text = TUNIP_STR("part")},
        {.begin = 16, .end = 20, .text = TUNIP_STR("store")},
        {.begin = 23, .end = 24, .primary = true, .text = TUNIP_STR("value")},
        {.begin = 36, .end = 37},
    };
    for (size_t budget = 0, failed = true; failed; budget++) {
        excerpt p;
        budget_memory memory;
        budget_memory_init(&memory, budget);
        failed = !draw(&p, tunip_str_from(text), labels, TUNIP_LEN(labels), &memory.allocator);
        assert_true(failed || budget > 3);
        release(&p);
        assert_int_equal(memory.held, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(carets_stand_in_their_columns),
        cmocka_unit_test(overlapping_marks_cover_each_other),
        cmocka_unit_test(noise_becomes_text),
        cmocka_unit_test(any_range_can_be_drawn),
        cmocka_unit_test(no_labels_make_no_excerpt),
        cmocka_unit_test(work_is_linear),
        cmocka_unit_test(many_labels_of_a_line_are_counted),
        cmocka_unit_test(drawing_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
