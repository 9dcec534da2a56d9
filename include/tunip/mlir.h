/* mlir.h -- nodes of MLIR text, of any dialect.
 *
 * The syntax that all of MLIR shares has nodes of its own: operations, values, regions, blocks,
 * attributes. Each dialect writes the rest of an operation with C++ of its own (its assembly
 * format), which is unknown here. So an operation keeps this rest as a list of pieces: words, and
 * the nodes that stand among them. An example:
 *
 *     %2 = arith.addi %0, %1 : i32    name "arith.addi", pieces [%0, ",", %1, ":", "i32"]
 * A value that nothing defines is an error, unless the syntax of an unknown dialect may define it:
 * behind a word or bracket of a pretty form, as in `x.y (%a) -> %b as i32`. Then it is a warning.
 * Equality ignores the names of values and blocks, aliases, locations, comments and the layout,
 * unless tunip_equal_options.compare has their flags. The rules of the syntax are those of MLIR's
 * language reference (mlir/docs/LangRef.md) and of its parser (mlir/lib/AsmParser). */
#ifndef TUNIP_MLIR_H
#define TUNIP_MLIR_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The place from which an operation or a value comes, by its location: a span (<tunip/site.h>).
 * A file has a line and a column, a name has line 0. The sites of a fused location are those of its
 * members, those of a call site are those of the callee and then of the caller, and those of
 * `loc("x"(...))` are those of the inner location and then the name. */
typedef struct tunip_mlir_span {
    tunip_node base;
    tunip_string *source_name; /* a file, or a name; NULL if there are `spans` */
    int64_t line;              /* 1-based, as `column`; 0: all of the source */
    int64_t column;
    int64_t end_line;
    int64_t end_column; /* exclusive */
    tunip_array *spans; /* of tunip_mlir_span, if there are several; or NULL */
} tunip_mlir_span;

/* A result of an operation, or an argument of a block. `%0:2` is one value of `count` 2; its uses
 * are tunip_mlir_result. */
typedef struct tunip_mlir_value {
    tunip_node base;
    tunip_string *name; /* without `%`; or NULL: a print chooses a number. TUNIP_FLAG_NAME */
    int64_t count;
    tunip_mlir_span *span; /* of an argument that has a location; or NULL. Not compared */
} tunip_mlir_value;

/* A use of one result of a value of several: `%0#1`. */
typedef struct tunip_mlir_result {
    tunip_node base;
    tunip_mlir_value *value;
    int64_t number;
} tunip_mlir_result;

/* The name of a block; among the pieces of an operation it is a successor. */
typedef struct tunip_mlir_label {
    tunip_node base;
    tunip_string *name; /* without `^`; or NULL. TUNIP_FLAG_NAME */
} tunip_mlir_label;

/* An attribute, a type or an affine map that stands in angle brackets or behind `!` or `#`. */
typedef struct tunip_mlir_attribute {
    tunip_node base;
    tunip_string *text;     /* with all aliases expanded and with usual blanks */
    tunip_string *spelling; /* as the file has it, if that differs from `text`; else NULL.
                               TUNIP_FLAG_ALIAS */
} tunip_mlir_attribute;

/* `{key = value, key}`: equal dictionaries have the same entries, in any order. */
typedef struct tunip_mlir_dictionary {
    tunip_node base;
    tunip_map *entries; /* from strings to arrays of pieces; an empty array for a unit attribute */
    tunip_string *layout; /* as in tunip_mlir_form, before each key, `=`, piece of a value and
                             `,`, and before the closing brace; or NULL. TUNIP_FLAG_LAYOUT */
} tunip_mlir_dictionary;

/* `loc(...)`: a place in the source. Two of the same meaning are equal. */
typedef struct tunip_mlir_location {
    tunip_node base;
    tunip_string *text; /* as the file has it. TUNIP_FLAG_ALIAS */
    int64_t meaning;    /* a hash of the text with all aliases expanded */
} tunip_mlir_location;

/* How an operation or the label of a block stands in the text (TUNIP_FLAG_LAYOUT). Operations that
 * look alike share one form.
 *
 * `layout` has the blanks before each piece, one character each: `.` nothing, `_` one blank, `2` to
 * `9` as many blanks, `a` to `z` a new line that is indented by 0 to 25 blanks more than the
 * operation, `A` to `Z` the same with a blank at the end of the line before. `@` is followed by the
 * blanks before the next location of the operation, which stands before the piece, or at the end. A
 * character behind the last piece has the blanks at the end of the line. NULL: usual blanks. */
typedef struct tunip_mlir_form {
    tunip_node base;
    tunip_string *layout;
    bool is_generic; /* written in the generic form, "arith.addi"(...) */
} tunip_mlir_form;

/* An operation.
 *
 * `pieces` has strings (words, punctuation, symbols, numbers, strings with their quotes) and nodes:
 * tunip_mlir_value (an operand, or an argument that the operation's own syntax defines, as in
 * `scf.for %i = ...`), tunip_mlir_result, tunip_mlir_label, tunip_mlir_attribute,
 * tunip_mlir_dictionary, tunip_mlir_region. */
typedef struct tunip_mlir_operation {
    tunip_node base;
    tunip_array *results; /* of tunip_mlir_value; or NULL */
    tunip_string *name;   /* with its dialect if the text has it: "arith.addi", "return" */
    tunip_array *pieces;
    tunip_mlir_form *form;  /* NULL: the pretty form with usual blanks */
    tunip_array *locations; /* of tunip_mlir_location; or NULL. TUNIP_FLAG_LOCATION */
    tunip_mlir_span *span;  /* NULL: no location, or an unknown one. Not compared */
} tunip_mlir_operation;

/* A block. `label` is NULL if the text leaves it out, which it may for the first block. The pieces
 * are its arguments: "(", a value, ":", a type, ",", ..., ")". */
typedef struct tunip_mlir_block {
    tunip_node base;
    tunip_mlir_label *label;
    tunip_array *pieces;
    tunip_array *operations;
    tunip_mlir_form *form;  /* of the label; or NULL */
    tunip_array *locations; /* of the label, of tunip_mlir_location; or NULL. TUNIP_FLAG_LOCATION */
} tunip_mlir_block;

/* A region: its blocks. `arguments` are the values that the syntax of its operation defines. */
typedef struct tunip_mlir_region {
    tunip_node base;
    tunip_array *blocks;
    tunip_array *arguments; /* or NULL. Not compared, because the operation's pieces have them */
} tunip_mlir_region;

/* A file, or the part of a file between two lines `// -----`. `prologue` and `epilogue` are the
 * definitions of aliases before and after the first operation, as strings (TUNIP_FLAG_ALIAS).
 * `comments` are those between operations and pieces, as strings (TUNIP_FLAG_COMMENT); each print
 * reports that it lost them. `resources` is the text between `{-#` and `#-}`; or NULL. */
typedef struct tunip_mlir_file {
    tunip_node base;
    tunip_array *prologue;
    tunip_array *operations;
    tunip_array *epilogue;
    tunip_string *resources;
    tunip_array *comments; /* or NULL */
} tunip_mlir_file;

/* A file of several parts, each a tunip_mlir_file. */
typedef struct tunip_mlir_parts {
    tunip_node base;
    tunip_array *parts;
} tunip_mlir_parts;

TUNIP_API extern tunip_type tunip_mlir_span_type;       /* "mlir.Span" */
TUNIP_API extern tunip_type tunip_mlir_value_type;      /* "mlir.Value" */
TUNIP_API extern tunip_type tunip_mlir_result_type;     /* "mlir.Result" */
TUNIP_API extern tunip_type tunip_mlir_label_type;      /* "mlir.Label" */
TUNIP_API extern tunip_type tunip_mlir_attribute_type;  /* "mlir.Attribute" */
TUNIP_API extern tunip_type tunip_mlir_dictionary_type; /* "mlir.Dictionary" */
TUNIP_API extern tunip_type tunip_mlir_location_type;   /* "mlir.Location" */
TUNIP_API extern tunip_type tunip_mlir_form_type;       /* "mlir.Form" */
TUNIP_API extern tunip_type tunip_mlir_operation_type;  /* "mlir.Operation" */
TUNIP_API extern tunip_type tunip_mlir_block_type;      /* "mlir.Block" */
TUNIP_API extern tunip_type tunip_mlir_region_type;     /* "mlir.Region" */
TUNIP_API extern tunip_type tunip_mlir_file_type;       /* "mlir.File" */
TUNIP_API extern tunip_type tunip_mlir_parts_type;      /* "mlir.Parts" */

/* Whether one blank stands between two pieces where a layout is NULL. `before` may be NULL: the
 * name of the operation, or the label of the block. */
TUNIP_API bool tunip_mlir_is_apart(const tunip_node *before, const tunip_node *after);

/* The symbol of an operation, without the at sign: the first one of the pretty form, if only words
 * stand before it, as in `func.func private`, or the entry `sym_name` of a dictionary. Empty if
 * there is none. An operation that only uses a symbol, such as a call, looks like one that defines
 * it. */
TUNIP_API tunip_str tunip_mlir_symbol(const tunip_mlir_operation *op);

/* Whether an operation is a module, whose regions hold operations with symbols, or a function,
 * whose regions hold none. The end of the name says so: `module`, `builtin.module`, `gpu.module`;
 * `func`, `func.func`, `llvm.func`. */
TUNIP_API bool tunip_mlir_is_module(const tunip_mlir_operation *op);
TUNIP_API bool tunip_mlir_is_function(const tunip_mlir_operation *op);

/* Finds operations by their symbol, at any depth, but not in functions. `path` is a symbol without
 * its at sign, or has those of operations around it before it, as MLIR writes a reference to a
 * nested symbol: "kernels::@add" is `@add` in `@kernels`. A path need not begin at the outermost
 * symbol. Writes at most `room` of the operations to `out`, which may be NULL for none, in the
 * order of the text; returns their number. 0 if `root` is no tunip_mlir_file, or is NULL. SIZE_MAX
 * if there is no memory for the stack of a deep module. */
TUNIP_API size_t tunip_mlir_find(const tunip_node *root, tunip_str path,
                                 const tunip_mlir_operation **out, size_t room);

/* The dialect of an operation: its name up to the first dot. `module` is of `builtin`, and any
 * other name without a dot is of the dialect *usual: `return` in an `llvm.func` is one of `llvm`.
 * Then sets *usual to that of the operations inside: an operation with a symbol, except a module,
 * has its own dialect inside. Start with "func". The result is borrowed from the operation or from
 * *usual, or static. */
TUNIP_API tunip_str tunip_mlir_dialect(const tunip_mlir_operation *op, tunip_str *usual);

/* The dialect of these types. */
TUNIP_API extern const struct tunip_dialect tunip_dialect_mlir;

#ifdef __cplusplus
}
#endif
#endif
