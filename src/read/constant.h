/* constant.h -- values that the script's language itself computes: numbers, strings, lists, dicts.
 * TVM's parser gets only the results. */
#ifndef TN_CONSTANT_H
#define TN_CONSTANT_H

#include "elaborate.h"

static inline bool tn_is_number(const tunip_value *value)
{
    return value->kind >= TUNIP_VALUE_BOOL && value->kind <= TUNIP_VALUE_FLOAT;
}

/* Whether the value is an integer or a bool, which is one in Python. */
static inline bool tn_is_whole(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_BOOL || value->kind == TUNIP_VALUE_INT;
}

static inline int64_t tn_int_of(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_BOOL ? value->boolean : value->integer;
}

static inline double tn_real_of(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_FLOAT ? value->real : (double)tn_int_of(value);
}

static inline tunip_value tn_new_int(int64_t integer)
{
    return (tunip_value){.kind = TUNIP_VALUE_INT, .integer = integer};
}

static inline tunip_value tn_new_real(double real)
{
    return (tunip_value){.kind = TUNIP_VALUE_FLOAT, .real = real};
}

static inline tunip_value tn_new_bool(bool boolean)
{
    return (tunip_value){.kind = TUNIP_VALUE_BOOL, .boolean = boolean};
}

/* A string that is not copied. */
static inline tunip_value tn_new_str(tunip_str text)
{
    return (tunip_value){.kind = TUNIP_VALUE_STR, .text = text};
}

static inline tunip_value tn_absent(void)
{
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* Memory for a string of `size` bytes and a NUL. NULL if the string is too long, which is reported
 * at `doc`, and when out of memory. */
char *tn_new_text(tunip_elaborator *e, size_t size, const tunip_doc *doc);

/* A copy of a text as a string; wrong as above. */
tunip_value tn_copy_text(tunip_elaborator *e, tunip_str text, const tunip_doc *doc);

/* A list, a dict or an iterator with these items. Wrong if they are wrong, nested too deeply or too
 * many, which is reported at `doc`. */
tunip_value tn_with_items(tunip_elaborator *e, tunip_value_kind kind, tunip_values items,
                          const tunip_doc *doc);

/* A dict of alternating keys and values, of which the last value of each key counts, and a set of
 * items, of which each counts once; wrong as above. */
tunip_value tn_new_dict(tunip_elaborator *e, tunip_values pairs, const tunip_doc *doc);
tunip_value tn_new_set(tunip_elaborator *e, tunip_values items, const tunip_doc *doc);

/* The operator on two sets; absent if they have no such operator. */
tunip_value tn_set_pair(tunip_elaborator *e, tunip_operator op, const tunip_value *a,
                        const tunip_value *b);
tunip_value tn_set_compare(tunip_operator op, tunip_values a, tunip_values b);
bool tn_has_item(tunip_values items, const tunip_value *item);

/* Words of sets. */
tunip_value tn_read_set(tunip_elaborator *e, const tunip_word_call *call);
tunip_value tn_read_set_join(tunip_elaborator *e, const tunip_word_call *call);
tunip_value tn_read_set_test(tunip_elaborator *e, const tunip_word_call *call);

/* The value of a set or a comprehension, which are calls of raw IDs (../script/script.h); absent
 * for another call. */
tunip_value tn_form_value(tunip_elaborator *e, const tunip_doc_call *doc);

/* The call of a lambda with positional and keyword arguments. */
tunip_value tn_lambda_value(tunip_elaborator *e, const tunip_value *lambda,
                            const tunip_doc_call *doc);

/* The operator on two constants; absent if Python refuses it, or if the result is no value of
 * tunip, such as an integer of more than 64 bits. Wrong after a complaint. */
tunip_value tn_constant_pair(tunip_elaborator *e, tunip_operator op, const tunip_value *a,
                             const tunip_value *b);

/* The same for a comparison. */
tunip_value tn_constant_compare(tunip_elaborator *e, tunip_operator op, const tunip_value *a,
                                const tunip_value *b);

/* Whether both are equal constants, or the same node. */
bool tn_is_same(const tunip_value *a, const tunip_value *b);

/* The items through which Python walks: those of a list or an iterator, the keys of a dict, the
 * characters of a string, the nodes of an array. False if the value has none; NULL items when out
 * of memory or after a complaint. */
bool tn_iterate(tunip_elaborator *e, const tunip_value *value, tunip_values *out);

/* The place of the value of a key in the items of a dict; items.count if there is none. */
size_t tn_dict_find(tunip_values items, const tunip_value *key);

/* Sets the value of a key in a dict of `*count` items, which has room for two more. */
void tn_dict_put(tunip_value *items, size_t *count, tunip_value key, tunip_value value);

/* value[index] of a list, an iterator, a string or a dict; absent for another value. */
tunip_value tn_constant_item(tunip_elaborator *e, const tunip_value *self, const tunip_value *index,
                             const tunip_doc *doc);

/* The number of characters of a text in UTF-8, and the size of the first `count` of them. */
size_t tn_count_characters(tunip_str text);
size_t tn_size_of_characters(tunip_str text, size_t count);

/* Python's text of a float: the shortest that gives the same float. `out` has TN_FLOAT_SIZE
 * bytes. */
enum { TN_FLOAT_SIZE = 40 };
void tn_write_real(double value, char *out);

/* The text that str() gives for a constant; wrong after a complaint. */
tunip_value tn_constant_text(tunip_elaborator *e, const tunip_value *value, const tunip_doc *doc);
/* template.format(rest), template % value. */
tunip_value tn_format(tunip_elaborator *e, const tunip_word_call *call);
tunip_value tn_format_percent(tunip_elaborator *e, tunip_str template, const tunip_value *value,
                              const tunip_doc *doc);

/* Calls a word or a method with these values for its first parameters. */
tunip_value tn_call_values(tunip_elaborator *e, const tunip_word *row, tunip_value self,
                           tunip_values values, const tunip_doc *doc);

/* Methods of constants, such as ".upper". They belong to no dialect. */
extern const tunip_word tn_constant_methods[];
extern const size_t tn_constant_method_count;

/* In place of a dialect for functions and methods on constants. They return an absent value for
 * arguments that Python refuses. */
extern const tunip_dialect tn_no_dialect;

/* The function "=len" or the method ".upper" on constants; NULL if there is none, and when out of
 * memory. */
const tn_word *tn_constant_word(tunip_elaborator *e, tunip_str name);

#endif
