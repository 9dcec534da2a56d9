/* doc.c -- constructors of Docs: expressions, statements, lists, and constants, whose Docs
 * equal nodes share. */
#include "doc.h"

#include "docsifier.h"
#include "names.h"
#include "paths.h"
#include "print.h"
#include "settings.h"

/* ======== doc ======== */

/* Constructors of expressions, copies of Docs, and their paths. */

const tunip_doc_id tn_doc_failed = {
    .base = {.kind = TUNIP_DOC_ID},
    .name = TUNIP_STR("<error>"),
};

/* ORDER: as doc_kinds.def. */
static const struct {
    uint8_t class_kind;
    uint16_t size;
} kinds[] = {
#define X(KIND, ident, class_) {TUNIP_CLASS_##class_, sizeof(tunip_doc_##ident)},
#include <tunip/ext/doc_kinds.def>
#undef X
};
#define X(KIND, ident, class_)                                                                     \
    _Static_assert(sizeof(tunip_doc_##ident) <= TN_LARGEST_DOC, "no Doc is larger");
#include <tunip/ext/doc_kinds.def>
#undef X

tunip_doc_class_kind tunip_doc_classify(const tunip_doc *doc)
{
    if (doc->kind >= TUNIP_DOC__COUNT) return TUNIP_CLASS_STMT; /* prerendered */
    return (tunip_doc_class_kind)kinds[doc->kind].class_kind;
}

/* Some subkinds have larger structs: quoted expressions, typed IDs and partial calls. */
size_t tn_doc_size(const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_ID && doc->sub == TUNIP_ID_TYPED) return sizeof(tunip_doc_typed_id);
    if (doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_QUOTED)
        return sizeof(tunip_doc_quoted);
    if (doc->kind == TUNIP_DOC_CALL && doc->sub != TUNIP_CALL_WHOLE)
        return sizeof(tunip_doc_partial_call);
    return kinds[doc->kind].size;
}

/* ---- paths of a Doc ---- */

static bool add_path(tunip_docsifier *d, tunip_doc *doc, const tunip_path *path)
{
    const tunip_allocator *allocator = tn_job_allocator(d);
    tn_more_path more = {.path = path, .next = doc->more_paths};
    bool room =
        d->paths->more.count || tn_array_push(&d->paths->more, allocator, (tn_more_path){0});
    if (!room || !tn_array_push(&d->paths->more, allocator, more)) {
        tn_job_no_memory(d);
        return false;
    }
    doc->more_paths = (uint32_t)d->paths->more.count - 1;
    return true;
}

/* A path from tunip_path_made() counts only as TVM's path. */
TN_APART static const tunip_doc *place_made(tunip_docsifier *d, tunip_doc *doc,
                                            const tunip_path *path)
{
    if (d->paths->printed_recorded) add_path(d, doc, path);
    return doc;
}

/* Sets the path of a new Doc, as the last step of a constructor. */
static inline const tunip_doc *placed(tunip_docsifier *d, tunip_doc *doc, const tunip_path *path)
{
    if (TN_RARELY(path && tn_path_is_made(path))) return place_made(d, doc, path);
    doc->path = path;
    return doc;
}

bool tn_doc_make_room(tunip_docsifier *d)
{
    bool fine = tn_arena_make_room(&d->memory.arena, TN_LARGEST_DOC);
    if (!fine) tn_job_no_memory(d);
    return fine;
}

/* A new Doc that is the same as `doc`, to be changed by its maker alone. NULL: out of memory. */
static void *copy_of(tunip_docsifier *d, const tunip_doc *doc)
{
    size_t size = tn_doc_size(doc);
    tunip_doc *copy = tn_job_memory(d, size);
    if (copy) memcpy(copy, doc, size);
    return copy;
}

/* ---- expressions ---- */

TN_APART static const tunip_doc *in_dialect(tunip_docsifier *d, tunip_doc *doc,
                                            const tunip_number *number)
{
    doc->dialect = tn_job_number(d, tn_job_dialect(d, number->dialect));
    return placed(d, doc, number->path);
}

TN_AGAIN(tunip_doc_number_new, (tunip_docsifier * d, const tunip_number *number), (d, number))
const tunip_doc *tunip_doc_number_new(tunip_docsifier *d, const tunip_number *number)
{
    TN_NEW_OR(literal, LITERAL, (int)number->literal, tunip_doc_number_new_again(d, number));
    doc->value.typed.number = 0;
    if (number->literal == TUNIP_LITERAL_BOOL)
        doc->value.boolean = number->value.boolean;
    else /* an integer or a float */
        doc->value.integer = number->value.integer;
    doc->value.typed.dtype = number->dtype;
    if (number->dialect) return in_dialect(d, &doc->base, number);
    return placed(d, &doc->base, number->path);
}

const tunip_doc *tunip_doc_none(tunip_docsifier *d, const tunip_path *path)
{
    TN_NEW(literal, LITERAL, TUNIP_LITERAL_NONE);
    return placed(d, &doc->base, path);
}

const tunip_doc *tunip_doc_bool(tunip_docsifier *d, bool value, const tunip_path *path)
{
    return tunip_doc_number_new(
        d, &(tunip_number){.literal = TUNIP_LITERAL_BOOL, .value.boolean = value, .path = path});
}

const tunip_doc *tunip_doc_int(tunip_docsifier *d, int64_t value, const tunip_path *path)
{
    return tunip_doc_number_new(
        d, &(tunip_number){.literal = TUNIP_LITERAL_INT, .value.integer = value, .path = path});
}

const tunip_doc *tunip_doc_float(tunip_docsifier *d, double value, const tunip_path *path)
{
    return tunip_doc_number_new(
        d, &(tunip_number){.literal = TUNIP_LITERAL_FLOAT, .value.real = value, .path = path});
}

TN_AGAIN(tunip_doc_str, (tunip_docsifier * d, tunip_str value, const tunip_path *path),
         (d, value, path))
const tunip_doc *tunip_doc_str(tunip_docsifier *d, tunip_str value, const tunip_path *path)
{
    TN_NEW_OR(literal, LITERAL, TUNIP_LITERAL_STR, tunip_doc_str_again(d, value, path));
    doc->value.text = value;
    return placed(d, &doc->base, path);
}

const tunip_doc *tunip_doc_in(tunip_docsifier *d, const tunip_doc *doc,
                              const tunip_dialect *dialect)
{
    tunip_doc *copy = copy_of(d, doc);
    if (!copy) return doc;
    copy->dialect = tn_job_number(d, tn_job_dialect(d, dialect));
    return copy;
}

tunip_str tn_doc_render(tunip_docsifier *d, const tunip_doc *doc)
{
    tunip_str nothing = {"", 0};
    return d->printed ? tn_render_inside(d, doc) : nothing;
}

/* The first version of TVM with an ExprStringDoc (src/script/printer/doc.cc), whose expression is
 * a part of the text. Earlier ones print the expression on its own, with the same settings, and
 * make a string of the result (PrintShapeVar in src/script/printer/relax/struct_info.cc). A name of
 * a variable with its type is only a string there. */
enum { QUOTES_EXPRESSIONS = 26 };

const tunip_doc *tunip_doc_quoted_new(tunip_docsifier *d, const tunip_doc *expr,
                                      const tunip_path *path)
{
    bool is_name = expr->kind == TUNIP_DOC_ID && expr->sub == TUNIP_ID_TYPED;
    tunip_str text = {NULL, 0};
    if (d->vintage < QUOTES_EXPRESSIONS && !is_name) text = tn_doc_render(d, expr);
    TN_NEW(quoted, LITERAL, TUNIP_LITERAL_QUOTED);
    doc->literal.value.text = text;
    doc->expr = expr;
    return placed(d, &doc->literal.base, path);
}

_Static_assert(TN_RECENT_DTYPES == 1 << (32 - 28), "the hash gives as many bits as there are");

const tunip_doc *tunip_doc_dtype(tunip_docsifier *d, tunip_dtype value, const tunip_path *path)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    size_t at = (bits * 0x9E3779B1u) >> 28;
    if (!d->dtypes->items[at].name.data || !tunip_dtype_equal(d->dtypes->items[at].dtype, value)) {
        char name[TUNIP_DTYPE_NAME_SIZE];
        size_t size = tunip_dtype_name(value, name);
        tunip_str text = size ? (tunip_str){name, size} : (tunip_str)TUNIP_STR("void");
        d->dtypes->items[at].name = tn_job_kept_text(d, text);
        d->dtypes->items[at].dtype = value;
    }
    return tunip_doc_str(d, d->dtypes->items[at].name, path);
}

TN_AGAIN(tn_doc_id_new, (tunip_docsifier * d, tunip_id sub, tunip_str name, const tunip_path *path),
         (d, sub, name, path))
const tunip_doc *tn_doc_id_new(tunip_docsifier *d, tunip_id sub, tunip_str name,
                               const tunip_path *path)
{
    TN_NEW_OR(id, ID, (int)sub, tn_doc_id_new_again(d, sub, name, path));
    doc->name = name;
    return placed(d, &doc->base, path);
}

const tunip_doc *tn_doc_prefix_new(tunip_docsifier *d, uint8_t dialect, tunip_str prefix)
{
    TN_NEW(id, ID, TUNIP_ID_PREFIX);
    doc->base.dialect = dialect;
    doc->name = prefix;
    return &doc->base;
}

const tunip_doc *tunip_doc_id_new(tunip_docsifier *d, tunip_str name, const tunip_path *path)
{
    return tn_doc_id_new(d, TUNIP_ID_NAME, name, path);
}

const tunip_doc *tunip_doc_raw_new(tunip_docsifier *d, tunip_str text, const tunip_path *path)
{
    return tn_doc_id_new(d, TUNIP_ID_RAW, text, path);
}

/* A report marks second definitions for itself: the text has the type nevertheless. */
static bool takes_type(const tunip_docsifier *d, const tunip_doc *id)
{
    if (id->kind != TUNIP_DOC_ID) return false;
    bool is_noted = id->sub == TUNIP_ID_AGAIN && !d->variables->keeps_released;
    return id->sub == TUNIP_ID_NAME || is_noted;
}

const tunip_doc *tunip_doc_typed_id_new(tunip_docsifier *d, const tunip_doc *id,
                                        const tunip_doc *type)
{
    if (!type || !takes_type(d, id)) return id;
    TN_NEW(typed_id, ID, TUNIP_ID_TYPED);
    doc->id.base.path = id->path;
    doc->id.base.more_paths = id->more_paths;
    doc->id.name = ((const tunip_doc_id *)id)->name;
    doc->type = type;
    return &doc->id.base;
}

const tunip_doc *tunip_doc_attr_new(tunip_docsifier *d, const tunip_doc *value, tunip_str name)
{
    TN_NEW(attr, ATTR, 0);
    doc->value = value;
    doc->name = name;
    return &doc->base;
}

TN_AGAIN(tunip_doc_index_new, (tunip_docsifier * d, const tunip_doc *value, tunip_docs indices),
         (d, value, indices))
const tunip_doc *tunip_doc_index_new(tunip_docsifier *d, const tunip_doc *value, tunip_docs indices)
{
    TN_NEW_OR(index, INDEX, 0, tunip_doc_index_new_again(d, value, indices));
    doc->value = value;
    doc->indices = indices;
    return &doc->base;
}

static const tunip_doc *slice_new(tunip_docsifier *d, tunip_slice sub, tunip_doc_slice parts)
{
    TN_NEW(slice, SLICE, (int)sub);
    parts.base = doc->base;
    *doc = parts;
    return &doc->base;
}

const tunip_doc *tunip_doc_slice_new(tunip_docsifier *d, const tunip_doc *start,
                                     const tunip_doc *stop, const tunip_doc *step)
{
    return slice_new(d, TUNIP_SLICE_RANGE,
                     (tunip_doc_slice){.start = start, .stop = stop, .step = step});
}

const tunip_doc *tunip_doc_range_new(tunip_docsifier *d, const tunip_doc *start,
                                     const tunip_doc *stop, const tunip_doc *lanes)
{
    return slice_new(d, TUNIP_SLICE_RANGE,
                     (tunip_doc_slice){.start = start, .stop = stop, .lanes = lanes});
}

const tunip_doc *tunip_doc_vector_new(tunip_docsifier *d, const tunip_doc *start,
                                      const tunip_doc *stop, const tunip_doc *step,
                                      const tunip_doc *lanes)
{
    return slice_new(d, TUNIP_SLICE_VECTOR,
                     (tunip_doc_slice){.start = start, .stop = stop, .step = step, .lanes = lanes});
}

TN_AGAIN(tunip_doc_call_new,
         (tunip_docsifier * d, const tunip_doc *callee, tunip_docs args, const tunip_str *keys,
          tunip_docs values),
         (d, callee, args, keys, values))
const tunip_doc *tunip_doc_call_new(tunip_docsifier *d, const tunip_doc *callee, tunip_docs args,
                                    const tunip_str *keys, tunip_docs values)
{
    TN_NEW_OR(call, CALL, TUNIP_CALL_WHOLE,
              tunip_doc_call_new_again(d, callee, args, keys, values));
    doc->callee = callee;
    doc->args = args;
    doc->keys = keys;
    doc->values = values;
    return &doc->base;
}

TN_APART static const tunip_doc *call_as(tunip_docsifier *d, const tunip_doc *call, tunip_call as,
                                         const char *key, const tunip_doc *rest)
{
    const tunip_doc_call *old = (const tunip_doc_call *)call;
    if (as == TUNIP_CALL_WHOLE || (as == TUNIP_CALL_CONTINUED && rest->kind != TUNIP_DOC_CALL))
        return call;
    TN_NEW(partial_call, CALL, (int)as);
    doc->call.callee = old->callee;
    doc->call.args = old->args;
    doc->call.keys = old->keys;
    doc->call.values = old->values;
    doc->key = tunip_str_from(key);
    doc->value = rest;
    const tunip_doc *made = placed(d, &doc->call.base, call->path);
    tunip_doc *copy = call->more_paths ? copy_of(d, made) : NULL;
    if (!copy) return made;
    copy->more_paths = call->more_paths;
    return copy;
}

const tunip_doc *tunip_doc_call_as(tunip_docsifier *d, const tunip_doc *call, tunip_call as,
                                   const char *key, const tunip_doc *rest)
{
    return rest && call->kind == TUNIP_DOC_CALL ? call_as(d, call, as, key, rest) : call;
}

TN_AGAIN(tunip_doc_operation_new, (tunip_docsifier * d, tunip_operator op, tunip_docs operands),
         (d, op, operands))
const tunip_doc *tunip_doc_operation_new(tunip_docsifier *d, tunip_operator op, tunip_docs operands)
{
    TN_NEW_OR(operation, OPERATION, (int)op, tunip_doc_operation_new_again(d, op, operands));
    doc->operands = operands;
    return &doc->base;
}

const tunip_doc *tunip_doc_lambda_new(tunip_docsifier *d, tunip_docs args, const tunip_doc *body,
                                      const tunip_doc *arg_type)
{
    TN_NEW(lambda, LAMBDA, 0);
    doc->args = args;
    doc->body = body;
    doc->arg_type = arg_type;
    return &doc->base;
}

TN_AGAIN(tunip_doc_tuple_new, (tunip_docsifier * d, tunip_docs elements), (d, elements))
const tunip_doc *tunip_doc_tuple_new(tunip_docsifier *d, tunip_docs elements)
{
    TN_NEW_OR(tuple, TUPLE, 0, tunip_doc_tuple_new_again(d, elements));
    doc->elements = elements;
    return &doc->base;
}

const tunip_doc *tunip_doc_joined_new(tunip_docsifier *d, tunip_docs parts)
{
    TN_NEW(tuple, TUPLE, TUNIP_TUPLE_JOINED);
    doc->elements = parts;
    return &doc->base;
}

const tunip_doc *tunip_doc_noted_new(tunip_docsifier *d, tunip_docs parts)
{
    TN_NEW(tuple, TUPLE, TUNIP_TUPLE_NOTED);
    doc->elements = parts;
    return &doc->base;
}

const tunip_doc *tunip_doc_list_new(tunip_docsifier *d, tunip_docs elements)
{
    TN_NEW(list, LIST, 0);
    doc->elements = elements;
    return &doc->base;
}

const tunip_doc *tunip_doc_dict_new(tunip_docsifier *d, tunip_docs keys, tunip_docs values)
{
    TN_NEW(dict, DICT, 0);
    doc->keys = keys;
    doc->values = values;
    return &doc->base;
}

/* ---- copies ---- */

const tunip_doc *tn_doc_keep(tunip_docsifier *d, const tunip_doc *doc)
{
    if (doc == &tn_doc_failed.base) return doc;
    size_t size = tn_doc_size(doc);
    tunip_doc *copy = tn_job_kept_memory(d, size);
    if (!copy) return &tn_doc_failed.base;
    memcpy(copy, doc, size);
    return copy;
}

TN_APART static const tunip_doc *add_place(tunip_docsifier *d, const tunip_doc *doc,
                                           const tunip_path *path)
{
    if (tn_path_is_made(path) && !d->paths->printed_recorded) return doc;
    if (doc == &tn_doc_failed.base) return doc;
    tunip_doc *own = copy_of(d, doc);
    if (!own) return doc;
    if (!own->path && !tn_path_is_made(path)) {
        own->path = path;
        return own;
    }
    return add_path(d, own, path) ? own : doc;
}

const tunip_doc *tunip_doc_at(tunip_docsifier *d, const tunip_doc *doc, const tunip_path *path)
{
    bool is_new = path && doc->path != path && d->paths->recorded;
    return is_new ? add_place(d, doc, path) : doc;
}

const tunip_doc *tunip_doc_remark(tunip_docsifier *d, const tunip_doc *stmt, tunip_str text)
{
    if (!text.size || tunip_doc_classify(stmt) != TUNIP_CLASS_STMT) return stmt;
    tunip_doc_stmt *own = copy_of(d, stmt);
    if (!own) return stmt;
    tunip_str old = own->comment;
    own->comment = old.size ? tunip_doc_format(d, "%.*s\n%.*s", (int)old.size, old.data,
                                               (int)text.size, text.data)
                            : text;
    return &own->base;
}

const tunip_doc *tunip_doc_annotate(tunip_docsifier *d, const tunip_doc *doc,
                                    const tunip_path *path)
{
    if (!path || !d->marks->notes || tn_job_failed(d)) return doc;
    uint32_t place = tn_path_set_find(&d->marks->paths, path);
    if (d->marks->paths.failed) tn_job_no_memory(d);
    if (place == TN_NO_PLACE || place >= d->marks->note_count) return doc;
    return tunip_doc_remark(d, doc, d->marks->notes[place]);
}

/* ======== doc stmts ======== */

/* Constructors of statements. */

TN_AGAIN(tunip_doc_assign_new,
         (tunip_docsifier * d, tunip_role role, const tunip_doc *lhs, const tunip_doc *rhs,
          const tunip_doc *annotation),
         (d, role, lhs, rhs, annotation))
const tunip_doc *tunip_doc_assign_new(tunip_docsifier *d, tunip_role role, const tunip_doc *lhs,
                                      const tunip_doc *rhs, const tunip_doc *annotation)
{
    TN_NEW_OR(assign, ASSIGN, (int)role, tunip_doc_assign_new_again(d, role, lhs, rhs, annotation));
    doc->stmt.comment = (tunip_str){NULL, 0};
    doc->lhs = lhs;
    doc->rhs = rhs;
    doc->annotation = annotation;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_if_new(tunip_docsifier *d, const tunip_doc *predicate,
                                  tunip_docs then_branch, tunip_docs else_branch)
{
    TN_NEW_STMT(if, IF, TUNIP_ROLE_NONE);
    doc->predicate = predicate;
    doc->then_branch = then_branch;
    doc->else_branch = else_branch;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_while_new(tunip_docsifier *d, const tunip_doc *predicate,
                                     tunip_docs body)
{
    TN_NEW_STMT(while, WHILE, TUNIP_ROLE_NONE);
    doc->predicate = predicate;
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_for_new(tunip_docsifier *d, const tunip_doc *lhs, const tunip_doc *rhs,
                                   tunip_docs body)
{
    TN_NEW_STMT(for, FOR, TUNIP_ROLE_NONE);
    doc->lhs = lhs;
    doc->rhs = rhs;
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_scope_new(tunip_docsifier *d, const tunip_doc *lhs, const tunip_doc *rhs,
                                     tunip_docs body)
{
    TN_NEW_STMT(scope, SCOPE, TUNIP_ROLE_NONE);
    doc->lhs = lhs;
    doc->rhs = rhs;
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_expr_stmt_new(tunip_docsifier *d, tunip_role role, const tunip_doc *expr)
{
    TN_NEW_STMT(expr_stmt, EXPR_STMT, role);
    doc->expr = expr;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_assert_new(tunip_docsifier *d, const tunip_doc *test,
                                      const tunip_doc *message)
{
    TN_NEW_STMT(assert, ASSERT, TUNIP_ROLE_NONE);
    doc->test = test;
    doc->message = message;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_return_new(tunip_docsifier *d, const tunip_doc *value)
{
    TN_NEW_STMT(return, RETURN, TUNIP_ROLE_NONE);
    doc->value = value;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_function_new(tunip_docsifier *d, const tunip_doc *name, tunip_docs args,
                                        tunip_docs decorators, const tunip_doc *return_type,
                                        tunip_docs body)
{
    TN_NEW_STMT(function, FUNCTION, TUNIP_ROLE_NONE);
    doc->name = name;
    doc->args = args;
    doc->decorators = decorators;
    doc->return_type = return_type;
    doc->body = body;
    doc->type_params = tunip_docs_none();
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_class_new(tunip_docsifier *d, const tunip_doc *name,
                                     tunip_docs decorators, tunip_docs body)
{
    TN_NEW_STMT(class, CLASS, TUNIP_ROLE_NONE);
    doc->name = name;
    doc->decorators = decorators;
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tn_doc_comment_new(tunip_docsifier *d, tunip_role role, tunip_str text)
{
    TN_NEW_STMT(comment, COMMENT, role);
    doc->stmt.comment = text;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_comment_new(tunip_docsifier *d, tunip_str text)
{
    return tn_doc_comment_new(d, TUNIP_ROLE_NONE, text);
}

const tunip_doc *tunip_doc_implied_new(tunip_docsifier *d, tunip_str text)
{
    return tn_doc_comment_new(d, TUNIP_ROLE_IMPLIED, text);
}

const tunip_doc *tunip_doc_doc_string_new(tunip_docsifier *d, tunip_str text)
{
    TN_NEW_STMT(doc_string, DOC_STRING, TUNIP_ROLE_NONE);
    doc->stmt.comment = text;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_block_new(tunip_docsifier *d, tunip_docs body)
{
    TN_NEW_STMT(block, BLOCK, TUNIP_ROLE_NONE);
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_group_new(tunip_docsifier *d, tunip_docs body)
{
    TN_NEW_STMT(block, BLOCK, TUNIP_ROLE_GROUP);
    doc->body = body;
    return &doc->stmt.base;
}

/* ======== doc lists ======== */

/* Lists of Docs, and texts that live as long as Docs. */

/* ---- lists ---- */

_Static_assert(sizeof(tunip_doc *) <= 8, "a pointer fits into a word");

TN_APART static const tunip_doc **new_slow(tunip_docsifier *d, size_t count)
{
    if (!count) return NULL;
    if (count <= SIZE_MAX / sizeof(tunip_doc *))
        return tn_job_memory(d, count * sizeof(tunip_doc *));
    tn_job_no_memory(d);
    return NULL;
}

const tunip_doc **tunip_docs_new(tunip_docsifier *d, size_t count)
{
    const tunip_doc **docs = tn_arena_take_words(&d->memory.arena, count);
    return TN_RARELY(!docs) ? new_slow(d, count) : docs;
}

static inline tunip_docs fill(const tunip_doc **copy, size_t count, const tunip_doc *const *items)
{
    for (size_t i = 0; i < count; i++) copy[i] = items[i];
    return tunip_docs_view(copy, count);
}

TN_APART static tunip_docs copy_slow(tunip_docsifier *d, size_t count,
                                     const tunip_doc *const *items)
{
    const tunip_doc **copy = new_slow(d, count);
    return copy ? fill(copy, count, items) : tunip_docs_none();
}

tunip_docs tunip_docs_copy(tunip_docsifier *d, size_t count, const tunip_doc *const *items)
{
    const tunip_doc **copy = tn_arena_take_words(&d->memory.arena, count);
    return TN_RARELY(!copy) ? copy_slow(d, count, items) : fill(copy, count, items);
}

/* ---- texts ---- */

tunip_str tunip_doc_text(tunip_docsifier *d, tunip_str text)
{
    tunip_str copy = tn_arena_str(&d->memory.arena, text);
    if (!copy.data) tn_job_no_memory(d);
    return copy;
}

tunip_str tunip_doc_format(tunip_docsifier *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tunip_str text = tn_arena_format(&d->memory.arena, format, args);
    va_end(args);
    if (d->memory.arena.failed) tn_job_no_memory(d);
    return text;
}

/* ======== constants ======== */

/* The Docs of constants, which equal nodes share. */

void tn_constants_clear(tunip_docsifier *d)
{
    if (d->constants->items)
        memset(d->constants->items, 0, TN_CONSTANTS * sizeof(tn_kept_constant));
}

static bool is_number(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_LITERAL &&
           (doc->sub == TUNIP_LITERAL_INT || doc->sub == TUNIP_LITERAL_FLOAT ||
            doc->sub == TUNIP_LITERAL_BOOL);
}

/* A copy of T.int64(5). Its callee is kept already. */
static const tunip_doc *keep_call(tunip_docsifier *d, const tunip_doc_call *call)
{
    if (call->base.sub != TUNIP_CALL_WHOLE || call->args.count != 1 || call->values.count ||
        call->callee->kind != TUNIP_DOC_ATTR || !tn_arena_holds(&d->memory.kept, call->callee) ||
        !is_number(call->args.items[0]))
        return NULL;
    const tunip_doc **args = tn_job_kept_memory(d, sizeof *args);
    tunip_doc_call *copy = tn_job_kept_memory(d, sizeof *copy);
    if (!args || !copy) return NULL;
    args[0] = tn_doc_keep(d, call->args.items[0]);
    *copy = *call;
    copy->args.items = args;
    return &copy->base;
}

void tn_constant_keep(tunip_docsifier *d, const tunip_node *node, const tn_rule *rule,
                      const tunip_doc *doc)
{
    tn_constants *constants = d->constants;
    tn_kept_constant made = tn_constant_of(node, rule);
    if (tn_job_failed(d) || constants->made == TN_MOST_CONSTANTS) return;
    if (!constants->items)
        constants->items = tunip_job_keep(d, TN_CONSTANTS * sizeof *constants->items);
    if (is_number(doc)) made.doc = tn_doc_keep(d, doc);
    if (doc->kind == TUNIP_DOC_CALL) made.doc = keep_call(d, (const tunip_doc_call *)doc);
    if (!made.doc || tn_job_failed(d)) return;
    constants->items[tn_constant_home(&made)] = made;
    constants->made++;
}
