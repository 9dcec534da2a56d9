/* python.c -- TVMScript: expressions, statements and literals. */
#include "python.h"

#include <limits.h>
#include <math.h>

#include "../backends.h"

/* ======== python ======== */

/* The Python backend: Docs as TVMScript, byte for byte as TVM's printer writes them. */

static const tunip_emit_fn emitters[] = {
#define X(KIND, ident, class_) [TUNIP_DOC_##KIND] = tn_python_emit_##ident,
#include <tunip/ext/doc_kinds.def>
#undef X
};

const tunip_backend tunip_backend_python = {
    .abi = TUNIP_BACKEND_ABI,
    .size = sizeof(tunip_backend),
    .name = "python",
    .summary = "TVMScript, which Python and TVM can parse",
    .emit = emitters,
    .kind_count = TUNIP_DOC__COUNT,
    .emit_metadata = tn_python_emit_metadata,
    .emit_metadata_file = tn_python_emit_metadata_file,
    .flags = TUNIP_BACKEND_SHARED,
    .comment = "  # ",
};

/* ======== expr ======== */

/* Expressions, with the parentheses they need.
 *
 * The precedences are those of
 * https://docs.python.org/3/reference/expressions.html#operator-precedence. An operand gets
 * parentheses if it binds less tightly than its place requires. */

static const tunip_operator_form *const operators = tunip_usual_operators;

/* A minus sign binds less tightly than a power, an attribute, a subscript or a call. */
static bool is_negative(const tunip_doc *doc)
{
    return doc && doc->kind == TUNIP_DOC_LITERAL && tn_python_has_sign(doc);
}

static void emit_in_parentheses(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_char(w, '(');
    tunip_emit(w, doc);
    tunip_write_char(w, ')');
}

void tn_python_emit_operand(tunip_writer *w, const tunip_doc *doc)
{
    if (is_negative(doc))
        emit_in_parentheses(w, doc);
    else
        tunip_emit_operand(w, operators, doc, TUNIP_BIND_ATOM);
}

/* ** groups to the right, and a unary operator on its right needs no parentheses. */
static void emit_power(tunip_writer *w, const tunip_doc *const *operands)
{
    if (is_negative(operands[0]))
        emit_in_parentheses(w, operands[0]);
    else
        tunip_emit_operand(w, operators, operands[0], operators[TUNIP_OP_POW].bind + 1);
    tunip_write_text(w, " ** ");
    tunip_emit_operand(w, operators, operands[1], operators[TUNIP_OP_NEGATE].bind);
}

/* TVM omits the parentheses around a conditional expression in front of `if`, which then means
 * another expression; it has none in scripts. */
static void emit_if_else(tunip_writer *w, const tunip_doc *const *operands)
{
    int bind = operators[TUNIP_OP_IF_ELSE].bind;
    tunip_emit_operand(w, operators, operands[1], bind + 1);
    tunip_write_text(w, " if ");
    tunip_emit_operand(w, operators, operands[0], bind + 1);
    tunip_write_text(w, " else ");
    tunip_emit_operand(w, operators, operands[2], bind + 1);
}

static bool is_zero(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_INT &&
           !((const tunip_doc_literal *)doc)->value.integer;
}

/* -0 is the number. */
static void emit_negation(tunip_writer *w, const tunip_doc *const *operands)
{
    tunip_write_char(w, '-');
    if (is_zero(operands[0]))
        emit_in_parentheses(w, operands[0]);
    else
        tunip_emit_operand(w, operators, operands[0], operators[TUNIP_OP_NEGATE].bind);
}

void tn_python_emit_operation(tunip_writer *w, const tunip_doc *doc)
{
    static const struct {
        size_t arity;
        void (*emit)(tunip_writer *w, const tunip_doc *const *operands);
    } own[TUNIP_OP__COUNT] = {[TUNIP_OP_NEGATE] = {1, emit_negation},
                              [TUNIP_OP_POW] = {2, emit_power},
                              [TUNIP_OP_IF_ELSE] = {3, emit_if_else}};
    tunip_docs operands = ((const tunip_doc_operation *)doc)->operands;
    if (doc->sub < TUNIP_LEN(own) && own[doc->sub].emit && own[doc->sub].arity == operands.count)
        own[doc->sub].emit(w, operands.items);
    else
        tunip_emit_operation(w, operators, doc);
}

/* ---- atoms ---- */

/* A text of several lines, such as a function of Python. Empty lines have no indentation. */
static void write_lines(tunip_writer *w, tunip_str text)
{
    const char *end;
    while (text.size && (end = memchr(text.data, '\n', text.size))) {
        size_t size = (size_t)(end - text.data) + 1;
        tunip_write_str(w, (tunip_str){text.data, size - 1});
        text = (tunip_str){text.data + size, text.size - size};
        if (text.size && text.data[0] != '\n')
            tunip_write_newline(w);
        else
            tunip_write_blank_line(w);
    }
    tunip_write_str(w, text);
}

void tn_python_emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_str name = ((const tunip_doc_id *)doc)->name;
    if (doc->sub == TUNIP_ID_RAW)
        write_lines(w, name);
    else
        tunip_write_str(w, name);
}

/* Most values are names, such as the prefix `T` of `T.grid`. Functions that the builder backend
 * shares must call tunip_emit() instead, because it checks names in a function of its own. */
static void emit_value(tunip_writer *w, const tunip_doc *doc)
{
    if (doc && doc->kind == TUNIP_DOC_ID && !w->has_spans)
        tn_python_emit_id(w, doc);
    else
        tn_python_emit_operand(w, doc);
}

void tn_python_emit_attr(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    emit_value(w, attr->value);
    tunip_write_char(w, '.');
    tunip_write_str(w, attr->name);
}

void tn_python_emit_index(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc;
    tunip_docs indices = index->indices;
    const tunip_doc *first = indices.count == 1 ? indices.items[0] : NULL;
    tunip_docs elements = tunip_docs_none();
    if (first && first->kind == TUNIP_DOC_TUPLE)
        elements = ((const tunip_doc_tuple *)first)->elements;
    tn_python_emit_operand(w, index->value);
    /* a[b:c,] has a tuple with one slice, which cannot be written in parentheses */
    if (elements.count == 1 && elements.items[0]->kind == TUNIP_DOC_SLICE)
        tunip_emit_within(w, "[", elements, ",]");
    else if (!indices.count)
        tunip_write_text(w, "[()]");
    else
        tunip_emit_within(w, "[", indices, "]");
}

void tn_python_emit_slice(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_slice *slice = (const tunip_doc_slice *)doc;
    tunip_emit(w, slice->start);
    tunip_write_char(w, ':');
    tunip_emit(w, slice->stop);
    if (slice->step) tunip_write_char(w, ':');
    tunip_emit(w, slice->step);
}

/* Most callees are names such as `T.grid`: see emit_value(). */
static void emit_callee(tunip_writer *w, const tunip_doc *doc)
{
    if (doc && doc->kind == TUNIP_DOC_ATTR && !w->has_spans)
        tn_python_emit_attr(w, doc);
    else
        tn_python_emit_operand(w, doc);
}

void tn_python_emit_call(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    emit_callee(w, call->callee);
    tunip_write_char(w, '(');
    tunip_emit_arguments(w, call, false, tunip_write_str);
    tunip_write_char(w, ')');
}

void tn_python_emit_lambda(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_lambda *lambda = (const tunip_doc_lambda *)doc;
    tunip_emit_within(w, "lambda ", lambda->args, ": ");
    tunip_emit_operand(w, operators, lambda->body, TUNIP_BIND_LAMBDA);
}

/* ======== stmt ======== */

/* Statements, their blocks and their comments. */

/* ---- comments ---- */

/* Removes the first line from `text` and returns it. As with std::getline, a newline at the end
 * does not begin another line. */
static tunip_str take_line(tunip_str *text)
{
    const char *newline = memchr(text->data, '\n', text->size);
    size_t size = newline ? (size_t)(newline - text->data) : text->size;
    size_t taken = newline ? size + 1 : size;
    tunip_str line = {text->data, size};
    text->data += taken;
    text->size -= taken;
    return line;
}

/* Empty lines of a doc string have no indentation. TVM does not record them as lines. */
static void write_doc_string(tunip_writer *w, tunip_str text)
{
    tunip_write_aside_begin(w);
    tunip_write_text(w, "\"\"\"");
    while (text.size) {
        tunip_str line = take_line(&text);
        if (line.size)
            tunip_write_newline(w);
        else
            tunip_write_blank_line(w);
        tunip_write_str(w, line);
    }
    tunip_write_newline(w);
    tunip_write_text(w, "\"\"\"");
    tunip_write_aside_end(w);
}

void tn_python_emit_comment(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_comment(w, "# ", ((const tunip_doc_comment *)doc)->stmt.comment);
}

void tn_python_emit_doc_string(tunip_writer *w, const tunip_doc *doc)
{
    tunip_str text = ((const tunip_doc_doc_string *)doc)->stmt.comment;
    if (text.size) write_doc_string(w, text);
}

static bool fits_behind(tunip_str comment)
{
    return comment.size && !memchr(comment.data, '\n', comment.size);
}

/* The comment of a simple statement follows it on the same line. TVM refuses a comment of several
 * lines; tunip writes it above the statement. */
static void begin_simple(tunip_writer *w, const tunip_doc_stmt *stmt)
{
    if (!fits_behind(stmt->comment)) tn_python_write_comment_above(w, stmt);
}

static void end_simple(tunip_writer *w, const tunip_doc_stmt *stmt)
{
    if (!fits_behind(stmt->comment)) return;
    tunip_write_aside_begin(w);
    tunip_write_text(w, "  # ");
    tunip_write_str(w, stmt->comment);
    tunip_write_aside_end(w);
}

/* ---- simple statements ---- */

/* As in TVM, a tuple on the left has no parentheses, and a tuple of one element no comma. */
void tn_python_emit_assign(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    begin_simple(w, &assign->stmt);
    tunip_emit_bare(w, assign->lhs, 1);
    tunip_emit_behind(w, ": ", assign->annotation);
    if (assign->rhs) tunip_write_text(w, " = ");
    bool is_default = assign->stmt.base.role == TUNIP_ROLE_PARAM;
    tunip_emit_bare(w, assign->rhs, is_default ? SIZE_MAX : 2);
    end_simple(w, &assign->stmt);
}

void tn_python_emit_expr_stmt(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_expr_stmt *stmt = (const tunip_doc_expr_stmt *)doc;
    begin_simple(w, &stmt->stmt);
    tunip_emit(w, stmt->expr);
    end_simple(w, &stmt->stmt);
}

void tn_python_emit_assert(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assert *assertion = (const tunip_doc_assert *)doc;
    begin_simple(w, &assertion->stmt);
    tunip_write_text(w, "assert ");
    tunip_emit(w, assertion->test);
    tunip_emit_behind(w, ", ", assertion->message);
    end_simple(w, &assertion->stmt);
}

void tn_python_emit_return(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_return *stmt = (const tunip_doc_return *)doc;
    begin_simple(w, &stmt->stmt);
    tunip_write_text(w, stmt->value ? "return " : "return");
    tunip_emit(w, stmt->value);
    end_simple(w, &stmt->stmt);
}

/* ---- statements with blocks ---- */

/* Writes the colon, and below it, indented, the doc string and the statements. Comments alone are
 * no block. An empty comment is a blank line. */
static void emit_documented_body(tunip_writer *w, tunip_str doc_string, tunip_docs body)
{
    tunip_write_char(w, ':');
    tunip_write_indent(w);
    if (doc_string.size) {
        tunip_write_newline(w);
        write_doc_string(w, doc_string);
    }
    tunip_write_newline(w);
    tunip_emit_lines(w, body);
    bool lacks_block = false;
    for (size_t i = 0; i < body.count; i++) {
        const tunip_doc *doc = body.items[i];
        bool is_comment = doc && doc->kind == TUNIP_DOC_COMMENT;
        lacks_block |= is_comment && ((const tunip_doc_comment *)doc)->stmt.comment.size;
        if (is_comment) continue;
        lacks_block = false;
        break;
    }
    if (lacks_block) tunip_write_newline(w);
    if (lacks_block || !body.count) tunip_write_text(w, "pass");
    tunip_write_dedent(w);
}

static void emit_body(tunip_writer *w, tunip_docs body)
{
    emit_documented_body(w, (tunip_str){NULL, 0}, body);
}

void tn_python_emit_if(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_if *branch = (const tunip_doc_if *)doc;
    tn_python_write_comment_above(w, &branch->stmt);
    tunip_write_text(w, "if ");
    tunip_emit(w, branch->predicate);
    emit_body(w, branch->then_branch);
    if (!branch->else_branch.count) return;
    tunip_write_newline(w);
    tunip_write_text(w, "else");
    emit_body(w, branch->else_branch);
}

void tn_python_emit_while(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_while *loop = (const tunip_doc_while *)doc;
    tn_python_write_comment_above(w, &loop->stmt);
    tunip_write_text(w, "while ");
    tunip_emit(w, loop->predicate);
    emit_body(w, loop->body);
}

void tn_python_emit_for(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_for *loop = (const tunip_doc_for *)doc;
    tn_python_write_comment_above(w, &loop->stmt);
    tunip_write_text(w, "for ");
    bool is_tuple = loop->lhs && loop->lhs->kind == TUNIP_DOC_TUPLE;
    tunip_emit_bare(w, loop->lhs, 1);
    tunip_write_text(w, is_tuple && tunip_tuple_size(loop->lhs) == 1 ? ", in " : " in ");
    tunip_emit(w, loop->rhs);
    emit_body(w, loop->body);
}

void tn_python_emit_scope(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_scope *scope = (const tunip_doc_scope *)doc;
    tn_python_write_comment_above(w, &scope->stmt);
    /* `with (a, b):` has two items; a tuple needs parentheses of its own. */
    bool is_tuple = !scope->lhs && scope->rhs && scope->rhs->kind == TUNIP_DOC_TUPLE &&
                    tunip_tuple_size(scope->rhs);
    tunip_write_text(w, is_tuple ? "with (" : "with ");
    tunip_emit(w, scope->rhs);
    if (is_tuple) tunip_write_char(w, ')');
    tunip_emit_behind(w, " as ", scope->lhs);
    emit_body(w, scope->body);
}

/* ---- definitions ---- */

static void emit_decorators(tunip_writer *w, tunip_docs decorators)
{
    for (size_t i = 0; i < decorators.count; i++) {
        tunip_write_char(w, '@');
        tunip_emit(w, decorators.items[i]);
        tunip_write_newline(w);
    }
}

void tn_python_emit_function(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    emit_decorators(w, function->decorators);
    tunip_write_text(w, "def ");
    tunip_emit(w, function->name);
    if (function->type_params.count) tunip_emit_within(w, "[", function->type_params, "]");
    for (size_t i = 0; i < function->args.count; i++) {
        const tunip_doc *arg = function->args.items[i];
        if (arg && arg->kind == TUNIP_DOC_ASSIGN && ((const tunip_doc_stmt *)arg)->comment.size)
            tunip_writer_fail(w, "a parameter cannot have a comment"); /* Python has no syntax */
    }
    tunip_emit_within(w, "(", function->args, ")");
    tunip_emit_behind(w, " -> ", function->return_type);
    emit_documented_body(w, function->stmt.comment, function->body);
    tunip_write_blank_line(w);
}

void tn_python_emit_class(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_class *class_ = (const tunip_doc_class *)doc;
    emit_decorators(w, class_->decorators);
    tunip_write_text(w, "class ");
    tunip_emit(w, class_->name);
    emit_documented_body(w, class_->stmt.comment, class_->body);
}

/* ======== literal ======== */

/* None, booleans, numbers and strings.
 *
 * Numbers are formatted here, because the C library depends on the locale. For most values this is
 * also faster; it is slower for floats below 1e-40. */

typedef tunip_doc_literal literal;

static const literal *literal_of(const tunip_doc *doc)
{
    return (const literal *)doc;
}

/* ---- None, booleans, integers ---- */

static void emit_none(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    tunip_write_text(w, "None");
}

static void emit_bool(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_text(w, literal_of(doc)->value.boolean ? "True" : "False");
}

/* Writes at least `width` digits, with leading zeros. */
static void write_digits(tunip_writer *w, uint64_t value, int width)
{
    char digits[20];
    char *const end = digits + sizeof digits;
    char *at = end;
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value || end - at < width);
    tunip_write(w, at, (size_t)(end - at));
}

static void emit_int(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_int(w, literal_of(doc)->value.integer);
}

/* ---- floats ----
 *
 * TVM writes integral values in fixed notation with one decimal, and all others as "%.17g". Values
 * without a literal in Python (inf, nan) are strings. */

/* Doubles from 2^53 on have no fraction. */
static bool is_integral(double v)
{
    return v >= 0x1p53 || v == (double)(int64_t)v;
}

/* Writes t / 2^k as t * 5^k / 10^k. For small fractions of this form, this gives all decimals
 * exactly and without trailing zeros. Returns false for other values. */
static bool write_short(tunip_writer *w, double v)
{
    enum { LARGEST = 1 << 30, MOST_DECIMALS = 10 };
    uint64_t fives = 1, tens = 1;
    for (int k = 1; v < LARGEST && k <= MOST_DECIMALS; k++) {
        v *= 2;
        fives *= 5;
        tens *= 10;
        if (!is_integral(v)) continue;
        uint64_t scaled = (uint64_t)v * fives;
        write_digits(w, scaled / tens, 1);
        tunip_write_char(w, '.');
        write_digits(w, scaled % tens, k);
        return true;
    }
    return false;
}

/* An integer: the sum of limbs[i] * 10^(9 i). */
enum {
    LIMB = 1000000000,
    LIMB_DIGITS = 9,
    MOST_LIMBS = 90, /* 2^53 * 5^1126, of the smallest double */
    MOST_DIGITS = MOST_LIMBS * LIMB_DIGITS
};

typedef struct big {
    uint32_t limbs[MOST_LIMBS];
    int count;
} big;

static void scale(big *n, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limbs[i] * factor;
        n->limbs[i] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
    for (; carry; carry /= LIMB) n->limbs[n->count++] = (uint32_t)(carry % LIMB);
}

/* Multiplies by base^exponent, in steps of `power`, which is base^step. */
static void scale_by_power(big *n, uint32_t base, int exponent, uint32_t power, int step)
{
    for (; exponent >= step; exponent -= step) scale(n, power);
    uint32_t rest = 1;
    while (exponent-- > 0) rest *= base;
    scale(n, rest);
}

/* All digits of a value: the number digits[first] ... digits[count - 1], divided by 10^decimals. */
typedef struct exact {
    char digits[MOST_DIGITS];
    int first, count, decimals;
} exact;

/* Multiplies the 53 bits of `v`, which is above 0, by a power of 2. For a negative power -k, it
 * multiplies by 5^k and moves the decimal point. */
static void expand(double v, exact *out)
{
    enum { BITS = 53, TWOS = 31, FIVES = 13 };
    static const uint32_t power_of_2 = 1u << TWOS, power_of_5 = 1220703125;
    int exponent;
    uint64_t bits = (uint64_t)(frexp(v, &exponent) * 0x1p53);
    big n = {.count = 0};
    for (; bits; bits /= LIMB) n.limbs[n.count++] = (uint32_t)(bits % LIMB);
    exponent -= BITS;
    if (exponent > 0)
        scale_by_power(&n, 2, exponent, power_of_2, TWOS);
    else
        scale_by_power(&n, 5, -exponent, power_of_5, FIVES);
    out->decimals = exponent < 0 ? -exponent : 0;
    out->count = n.count * LIMB_DIGITS;
    for (int i = 0, at = out->count; i < n.count; i++)
        for (int k = 0; k < LIMB_DIGITS; k++, n.limbs[i] /= 10)
            out->digits[--at] = (char)('0' + n.limbs[i] % 10);
    for (out->first = 0; out->digits[out->first] == '0'; out->first++) continue;
}

static void write_long_integral(tunip_writer *w, double v)
{
    exact all;
    expand(v, &all);
    tunip_write(w, all.digits + all.first, (size_t)(all.count - all.first));
}

static void write_integral(tunip_writer *w, double v)
{
    if (v < 0x1p63)
        tunip_write_int(w, (int64_t)v);
    else
        write_long_integral(w, v);
    tunip_write_text(w, ".0");
}

enum { SIGNIFICANT = 17 };

/* The decimal digits of a value, d.ddd * 10^exponent, without trailing zeros. */
typedef struct decimal {
    char digits[SIGNIFICANT];
    int count;
    int exponent;
} decimal;

/* Whether the digits from `at` on round the digits before them up: they are more than a half, or a
 * half after an odd digit. */
static bool rounds_up(const exact *all, int at)
{
    if (at >= all->count) return false;
    if (all->digits[at] != '5') return all->digits[at] > '5';
    for (int i = at + 1; i < all->count; i++)
        if (all->digits[i] != '0') return true;
    return all->digits[at - 1] % 2;
}

static decimal decimal_of(double v)
{
    exact all;
    expand(v, &all);
    decimal d = {.count = all.count - all.first,
                 .exponent = all.count - all.first - 1 - all.decimals};
    if (d.count > SIGNIFICANT) d.count = SIGNIFICANT;
    memcpy(d.digits, all.digits + all.first, (size_t)d.count);
    bool is_up = rounds_up(&all, all.first + d.count);
    for (; is_up && d.count && d.digits[d.count - 1] == '9'; d.count--) continue;
    if (is_up && d.count) {
        d.digits[d.count - 1]++;
    } else if (is_up) {
        d.digits[d.count++] = '1';
        d.exponent++;
    }
    while (d.count > 1 && d.digits[d.count - 1] == '0') d.count--;
    return d;
}

static void write_scientific(tunip_writer *w, const decimal *d)
{
    tunip_write_char(w, d->digits[0]);
    if (d->count > 1) tunip_write_char(w, '.');
    tunip_write(w, d->digits + 1, (size_t)d->count - 1);
    tunip_write_text(w, d->exponent < 0 ? "e-" : "e+");
    write_digits(w, (uint64_t)(d->exponent < 0 ? -d->exponent : d->exponent), 2);
}

/* Writes a value that is not integral, so at least one of its digits is after the point. */
static void write_fixed(tunip_writer *w, const decimal *d)
{
    int whole = d->exponent + 1;
    if (whole <= 0) {
        tunip_write(w, "0.000", (size_t)(2 - whole));
        whole = 0;
    } else {
        tunip_write(w, d->digits, (size_t)whole);
        tunip_write_char(w, '.');
    }
    tunip_write(w, d->digits + whole, (size_t)(d->count - whole));
}

static void write_general(tunip_writer *w, double v)
{
    decimal d = decimal_of(v);
    if (d.exponent < -4 || d.exponent >= SIGNIFICANT)
        write_scientific(w, &d);
    else
        write_fixed(w, &d);
}

static void write_magnitude(tunip_writer *w, double v)
{
    if (is_integral(v))
        write_integral(w, v);
    else if (!write_short(w, v))
        write_general(w, v);
}

static void emit_float(tunip_writer *w, const tunip_doc *doc)
{
    double value = literal_of(doc)->value.real;
    bool finite = isfinite(value);
    if (!finite) tunip_write_char(w, '"');
    if (signbit(value)) tunip_write_char(w, '-');
    if (finite)
        write_magnitude(w, fabs(value));
    else
        tunip_write_text(w, isnan(value) ? "nan\"" : "inf\"");
}

/* ---- strings ---- */

/* "Strings on one line" escape newlines and tabs; """strings on several lines""" do not. */
typedef enum quoting { ONE_LINE, MANY_LINES } quoting;

static inline bool is_plain(char c, quoting q)
{
    static const bool plain[1 << CHAR_BIT] = {
        [' '] = 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* not the quote */
        ['0'] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        ['@'] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        ['P'] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, /* not the backslash */
        ['`'] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        ['p'] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* up to the tilde */
    };
    return plain[(unsigned char)c] || (q == MANY_LINES && (c == '\n' || c == '\t' || c == '\r'));
}

static void write_escaped(tunip_writer *w, unsigned char c)
{
    static const char letters[128] = {
        ['"'] = '"', ['\\'] = '\\', ['\t'] = 't', ['\r'] = 'r', ['\n'] = 'n'};
    static const char hex[] = "0123456789ABCDEF";
    if (c < sizeof letters && letters[c])
        tunip_write(w, (const char[]){'\\', letters[c]}, 2);
    else
        tunip_write(w, (const char[]){'\\', 'x', hex[c >> 4], hex[c & 15]}, 4);
}

static void write_quoted(tunip_writer *w, tunip_str text, quoting q)
{
    tunip_write_text(w, q == MANY_LINES ? "\"\"\"" : "\"");
    for (size_t at = 0; at < text.size;) {
        size_t run = at;
        while (run < text.size && is_plain(text.data[run], q)) run++;
        tunip_write(w, text.data + at, run - at);
        if (run < text.size) write_escaped(w, (unsigned char)text.data[run++]);
        at = run;
    }
    tunip_write_text(w, q == MANY_LINES ? "\"\"\"" : "\"");
}

static void emit_str(tunip_writer *w, const tunip_doc *doc)
{
    write_quoted(w, literal_of(doc)->value.text, ONE_LINE);
}

static void write_inside(tunip_writer *w, char c)
{
    if (is_plain(c, ONE_LINE))
        tunip_write_char(w, c);
    else
        write_escaped(w, (unsigned char)c);
}

static void emit_quoted(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_quoted *quoted = (const tunip_doc_quoted *)doc;
    if (quoted->literal.value.text.data) {
        emit_str(w, doc);
        return;
    }
    tunip_write_char(w, '"');
    tunip_emit_escaped(w, quoted->expr, write_inside);
    tunip_write_char(w, '"');
}

void tn_python_emit_metadata(tunip_writer *w, tunip_str saved)
{
    tunip_write_text(w, "metadata = tvm.ir.load_json(");
    write_quoted(w, saved, MANY_LINES);
    tunip_write_text(w, ")\n");
}

void tn_python_emit_metadata_file(tunip_writer *w, tunip_str name)
{
    tunip_write_text(w, "metadata = tvm.ir.load_json(open(");
    write_quoted(w, name, ONE_LINE);
    tunip_write_text(w, ").read())\n");
}

bool tn_python_has_sign(const tunip_doc *doc)
{
    const literal *number = literal_of(doc);
    if (doc->sub == TUNIP_LITERAL_INT) return number->value.integer < 0;
    return doc->sub == TUNIP_LITERAL_FLOAT && signbit(number->value.real) &&
           isfinite(number->value.real);
}

void tn_python_emit_literal(tunip_writer *w, const tunip_doc *doc)
{
    static const tunip_emit_fn literal_emitters[] = {
        [TUNIP_LITERAL_NONE] = emit_none, [TUNIP_LITERAL_BOOL] = emit_bool,
        [TUNIP_LITERAL_INT] = emit_int,   [TUNIP_LITERAL_FLOAT] = emit_float,
        [TUNIP_LITERAL_STR] = emit_str,   [TUNIP_LITERAL_QUOTED] = emit_quoted,
    };
    if (doc->sub < TUNIP_LEN(literal_emitters))
        literal_emitters[doc->sub](w, doc);
    else
        tunip_writer_fail(w, "no literal of kind %u", (unsigned)doc->sub);
}
