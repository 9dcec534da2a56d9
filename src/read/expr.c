/* expr.c -- expressions of a script, and their values as nodes and as data. */
#include <math.h>
#include <stdio.h>

#include "../ir/graph.h"
#include "../ir/registry.h"
#include "../ir/vintage.h"
#include "../library/context.h"
#include "../util/memory.h"
#include "constant.h"
#include "elaborate.h"
#include "script.h"

/* ======== expr ======== */

/* The values of expressions. */

/* The last value of a key counts, but the first one decides its place. */
static tunip_value dict_value(tunip_elaborator *e, const tunip_doc_dict *dict)
{
    size_t first = e->values.count;
    for (size_t i = 0; i < dict->keys.count; i++) {
        tn_push_value(e, tunip_elaborate(e, dict->keys.items[i]));
        tn_push_value(e, tunip_elaborate(e, dict->values.items[i]));
    }
    return tn_new_dict(e, tn_take_values(e, first, 2 * dict->keys.count), &dict->base);
}

static tunip_value slice_value(tunip_elaborator *e, const tunip_doc_slice *slice)
{
    tunip_value value = {.kind = TUNIP_VALUE_SLICE, .doc = &slice->base};
    const tunip_doc *parts[] = {slice->start, slice->stop, slice->step};
    tunip_value *items = tunip_elaborator_alloc(e, 3 * sizeof *items);
    for (size_t i = 0; items && i < 3; i++)
        if (parts[i]) items[i] = tunip_elaborate(e, parts[i]);
    value.items = (tunip_values){items, items ? 3 : 0};
    if (tn_has_wrong(value.items)) value.kind = TUNIP_VALUE_WRONG;
    return value;
}

/* ---- literals ---- */

static TN_APART tunip_value literal_value(tunip_elaborator *e, const tunip_doc_literal *doc)
{
    tunip_value value = {.doc = &doc->base};
    switch ((tunip_literal)doc->base.sub) {
    case TUNIP_LITERAL_NONE:
        value.kind = TUNIP_VALUE_NONE;
        return value;
    case TUNIP_LITERAL_BOOL:
        value.kind = TUNIP_VALUE_BOOL;
        value.boolean = doc->value.boolean;
        return value;
    case TUNIP_LITERAL_INT:
        value.kind = TUNIP_VALUE_INT;
        value.integer = doc->value.integer;
        return value;
    case TUNIP_LITERAL_FLOAT:
        value.kind = TUNIP_VALUE_FLOAT;
        value.real = doc->value.real;
        return value;
    case TUNIP_LITERAL_STR:
        value.kind = TUNIP_VALUE_STR;
        value.text = doc->value.text;
        return value;
    case TUNIP_LITERAL_QUOTED:
        return tunip_elaborate(e, ((const tunip_doc_quoted *)doc)->expr);
    }
    return tunip_complain(e, &doc->base, TUNIP_BREAKS_UNDEFINED_NAME "this literal is not known");
}

/* ---- words ---- */

static tunip_value word_value(tunip_elaborator *e, const tunip_word *word, const tunip_doc *doc)
{
    if (tn_notes_uses(e)) tn_note_word(e, word, doc);
    if (!word->params)
        return tn_call_word(e, word, (tunip_value){.kind = TUNIP_VALUE_ABSENT}, doc, NULL);
    return (tunip_value){.kind = TUNIP_VALUE_WORD, .doc = doc, .word = word};
}

/* The word `name` as a value; absent if the dialect has none. */
static tunip_value find_word(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name,
                             const tunip_doc *doc)
{
    const tn_word *word = tn_word_find(e, dialect, name, doc);
    if (word) return word_value(e, &word->word, doc);
    if (e->error.code != TUNIP_OK) return tunip_value_wrong(doc);
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* The entry of PREFIX.NAME among recently used words. NULL for another form, and if the prefix is a
 * name that the script defines. */
static tn_recent_word *recent_word(tunip_elaborator *e, const tunip_doc_attr *attr)
{
    if (attr->value->kind != TUNIP_DOC_ID) return NULL;
    tunip_str prefix = ((const tunip_doc_id *)attr->value)->name;
    if (tn_doc_name_get(e, prefix)) return NULL;
    tn_recent_word *recent = &e->recent_words[tn_recent_slot(attr->name)];
    if (tn_is_recent(recent->prefix, prefix) && tn_is_recent(recent->name, attr->name))
        return recent;
    const tn_script_dialect *dialect = tn_elaborator_prefix(e, prefix);
    const tn_word *word = dialect ? tn_word_find(e, dialect, attr->name, &attr->base) : NULL;
    if (!word) return NULL;
    *recent = (tn_recent_word){.prefix = prefix, .name = attr->name, .word = word};
    return recent;
}

/* Whether `name` begins with one of the names in `aliases` and a dot. Removes the longest of them
 * from `name`: tvm.tirx.layout, not tvm.tirx. */
static bool cut_alias(const char *aliases, tunip_str *name)
{
    size_t longest = 0;
    while (aliases && *aliases) {
        size_t size = strcspn(aliases, " ");
        bool is_it = name->size > size + 1 && name->data[size] == '.' &&
                     memcmp(name->data, aliases, size) == 0;
        if (is_it && size > longest) longest = size;
        aliases += size + strspn(aliases + size, " ");
    }
    if (longest) *name = (tunip_str){name->data + longest + 1, name->size - longest - 1};
    return longest != 0;
}

static const tn_script_dialect *find_alias(tunip_elaborator *e, tunip_str *name)
{
    const tn_script_dialect *found = NULL;
    tunip_str shortest = *name;
    for (size_t i = 0; i < e->dialect_count; i++) {
        const tunip_vocabulary *words = e->dialects[i].lexicon->dialect->vocabulary;
        tunip_str rest = *name;
        if (!words || !cut_alias(words->aliases, &rest) || rest.size >= shortest.size) continue;
        found = &e->dialects[i]; /* the longest alias: tvm.script.tir, not tvm.script */
        shortest = rest;
    }
    *name = shortest;
    return found;
}

/* The path that an import gives to a name: tvm.script.tirx.tile; or the name itself. */
static tunip_str imported(const tunip_elaborator *e, tunip_str name)
{
    for (size_t i = e->imports.count; i-- > 0;)
        if (tunip_str_equal(e->imports.items[i].name, name)) return e->imports.items[i].path;
    return name;
}

/* The word that a name spells whose first part is imported: Tx.copy is the word tile.copy. */
static tunip_value find_imported(tunip_elaborator *e, tunip_str name, const tunip_doc *doc)
{
    const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
    tunip_str first = {name.data, dot ? (size_t)(dot - name.data) : name.size};
    tunip_str path = imported(e, first), rest = {name.data + first.size, name.size - first.size};
    if (!name.size || path.data == first.data) return tn_absent();
    char *text = tn_elaborator_memory(e, path.size + rest.size + 1);
    if (!text) return tunip_value_wrong(doc);
    memcpy(text, path.data, path.size);
    memcpy(text + path.size, rest.data, rest.size);
    text[path.size + rest.size] = '\0';
    tunip_str whole = {text, path.size + rest.size};
    const tn_script_dialect *owner = find_alias(e, &whole);
    return owner ? find_word(e, owner, whole, doc) : tn_absent();
}

/* The name that an ATTR spells after the prefix of a dialect: "axis.spatial" of T.axis.spatial.
 * Returns NULL if it does not begin with a prefix. The name is then the whole name; or empty if the
 * script defines its first part. */
static const tn_script_dialect *find_prefix(tunip_elaborator *e, const tunip_doc *doc,
                                            tunip_str *name)
{
    enum { MOST_STEPS = 8 };
    tunip_str steps[MOST_STEPS];
    size_t count = 0, size = 0;
    *name = (tunip_str){"", 0};
    for (; doc->kind == TUNIP_DOC_ATTR && count < MOST_STEPS;
         doc = ((const tunip_doc_attr *)doc)->value) {
        steps[count] = ((const tunip_doc_attr *)doc)->name;
        size += steps[count++].size + 1;
    }
    if (doc->kind != TUNIP_DOC_ID || !count) return NULL;
    tunip_str first = ((const tunip_doc_id *)doc)->name;
    if (tn_doc_name_get(e, first)) return NULL;
    const tn_script_dialect *dialect = tn_elaborator_prefix(e, first);
    *name = steps[0];
    if (dialect && count == 1) return dialect;
    if (!dialect) {
        if (count == MOST_STEPS) return NULL;
        size += first.size + 1;
        steps[count++] = first;
    }
    char *text = tn_elaborator_memory(e, size), *at = text;
    if (!text) return NULL;
    while (count--) {
        memcpy(at, steps[count].data, steps[count].size);
        at += steps[count].size;
        *at++ = count ? '.' : '\0';
    }
    *name = (tunip_str){text, size - 1};
    return dialect ? dialect : find_alias(e, name);
}

/* Whether a name looks like that of a class: `Module`, `MLP`. Shorter ones are prefixes: `Tx`. */
static bool is_class_name(tunip_str name)
{
    return name.size > 2 && name.data[0] >= 'A' && name.data[0] <= 'Z';
}

/* The module of a function that was cut from it, of which the script says no more than its name. */
static tunip_value outer_module(tunip_elaborator *e, const tunip_doc_id *id)
{
    tunip_value module = {.kind = TUNIP_VALUE_ABSENT};
    if (!e->is_alone || !e->reading || !is_class_name(id->name)) return module;
    for (size_t i = 0; i < e->dialect_count && module.kind == TUNIP_VALUE_ABSENT; i++) {
        const tunip_vocabulary *script = e->dialects[i].lexicon->dialect->vocabulary;
        if (script && script->size > offsetof(tunip_vocabulary, outer_module) &&
            script->outer_module)
            module = script->outer_module(e, id->name, &id->base);
    }
    if (module.kind != TUNIP_VALUE_ABSENT) tunip_name_set(e, id->name, module);
    return module;
}

/* Whether the name stands where that of a module does: cls = Module, Module.f. */
static bool names_module(const tunip_elaborator *e, const tunip_doc_id *id)
{
    const tunip_doc_assign *stmt = (const tunip_doc_assign *)e->stmt;
    bool is_bound = stmt && stmt->stmt.base.kind == TUNIP_DOC_ASSIGN && stmt->rhs == &id->base;
    return is_bound || e->owner == &id->base;
}

/* A name that the script does not define. */
static TN_APART tunip_value unknown_value(tunip_elaborator *e, const tunip_doc_id *id)
{
    char bare[64];
    if (e->reading && id->name.size + 1 < sizeof bare) {
        bare[0] = '=';
        memcpy(bare + 1, id->name.data, id->name.size);
        tunip_value word =
            find_word(e, e->reading, (tunip_str){bare, id->name.size + 1}, &id->base);
        if (word.kind != TUNIP_VALUE_ABSENT) return word;
        const tn_word *function =
            e->folds ? tn_constant_word(e, (tunip_str){bare, id->name.size + 1}) : NULL;
        if (function) return word_value(e, &function->word, &id->base);
    }
    if (!id->name.size) tn_set_broken(e); /* the name of a statement with a syntax error */
    if (tn_is_broken(e)) return tunip_value_wrong(&id->base);
    const tunip_vocabulary *reading =
        e->guesses && e->reading ? e->reading->lexicon->dialect->vocabulary : NULL;
    if (reading && reading->guess) {
        tunip_value guess = reading->guess(e, id->name, &id->base);
        tunip_name_set(e, id->name, guess);
        return guess;
    }
    if (e->ahead.count && tn_read_ahead(e, id->name)) return *tn_doc_name_get(e, id->name);
    if (tn_name_has_failed(e, id->name)) return tunip_value_wrong(&id->base);
    tunip_value word = find_imported(e, id->name, &id->base);
    if (word.kind != TUNIP_VALUE_ABSENT) return word;
    if (names_module(e, id)) {
        tunip_value module = outer_module(e, id);
        if (module.kind != TUNIP_VALUE_ABSENT) return module;
    }
    const tunip_vocabulary *script = e->reading ? e->reading->lexicon->dialect->vocabulary : NULL;
    if (script && script->outsider && !e->folds && !tunip_str_is(id->name, "metadata")) {
        tunip_value outsider = script->outsider(e, id->name, &id->base);
        if (outsider.kind != TUNIP_VALUE_ABSENT) return outsider;
    }
    return tn_refuse_name(e, id);
}

static TN_APART tunip_value id_value(tunip_elaborator *e, const tunip_doc_id *id)
{
    const tunip_value *bound = tn_doc_name_get(e, id->name);
    if (bound && tn_notes_uses(e)) tn_note_reference(e, id, bound);
    tunip_value value = bound ? *bound : unknown_value(e, id);
    if (bound) value.doc = &id->base;
    return value;
}

/* A value of the script's language, which has methods of its own. */
static bool is_constant(const tunip_value *self)
{
    bool is_list = self->kind == TUNIP_VALUE_LIST || self->kind == TUNIP_VALUE_DICT ||
                   self->kind == TUNIP_VALUE_SET;
    return is_list || (self->kind >= TUNIP_VALUE_BOOL && self->kind <= TUNIP_VALUE_STR);
}

/* A method of the dialect's nodes: a word whose name begins with a dot. A method that is not
 * called, such as A.shape, is read immediately. */
static tunip_value find_method(tunip_elaborator *e, const tn_script_dialect *owner,
                               const tunip_value *self, tunip_str name, const tunip_doc *doc)
{
    char text[64];
    bool is_plain = is_constant(self);
    if ((!owner && !is_plain) || name.size + 1 >= sizeof text) return tn_absent();
    text[0] = '.';
    memcpy(text + 1, name.data, name.size);
    tunip_str whole = {text, name.size + 1};
    const tn_word *word =
        is_plain ? tn_constant_word(e, whole) : tn_method_find(e, owner, whole, doc);
    if (!word) return tn_absent();
    if (!word->word.params) return tn_call_word(e, &word->word, *self, doc, NULL);
    tunip_method *method = tn_elaborator_memory(e, sizeof *method);
    if (!method) return tunip_value_wrong(doc);
    *method = (tunip_method){&word->word, *self};
    return (tunip_value){.kind = TUNIP_VALUE_METHOD, .doc = doc, .method = method};
}

/* A word that is written without a prefix, such as tvm.cpu. */
static tunip_value find_bare(tunip_elaborator *e, tunip_str name, const tunip_doc *doc)
{
    char bare[64];
    tunip_value word = {.kind = TUNIP_VALUE_ABSENT};
    if (!name.size || name.size + 1 >= sizeof bare) return word;
    bare[0] = '=';
    memcpy(bare + 1, name.data, name.size);
    for (size_t i = 0; i < e->dialect_count && word.kind == TUNIP_VALUE_ABSENT; i++)
        word = find_word(e, &e->dialects[i], (tunip_str){bare, name.size + 1}, doc);
    return word;
}

/* A constant of Python's library, such as math.inf, unless the script defines the name. */
static tunip_value library_constant(tunip_elaborator *e, tunip_str name, const tunip_doc_attr *doc)
{
    static const struct {
        const char *name;
        double value;
    } rows[] = {{"math.inf", HUGE_VAL},
                {"math.nan", NAN},
                {"math.pi", 3.141592653589793},
                {"math.e", 2.718281828459045},
                {"math.tau", 6.283185307179586}};
    const tunip_doc_id *module = (const tunip_doc_id *)doc->value;
    bool is_free = module->base.kind == TUNIP_DOC_ID && !tn_doc_name_get(e, module->name);
    for (size_t i = 0; is_free && i < TUNIP_LEN(rows); i++)
        if (tunip_str_is(name, rows[i].name))
            return (tunip_value){
                .kind = TUNIP_VALUE_FLOAT, .doc = &doc->base, .real = rows[i].value};
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* A part of a method: x.dtype.bits is the word ".dtype.bits", x.shape[0] the word ".shape[]". */
static const tn_word *find_part(tunip_elaborator *e, const tunip_value *method, const char *mark,
                                tunip_str part, const tunip_doc *doc)
{
    char text[64];
    const tn_script_dialect *owner = tn_elaborator_owner(e, method->method->self.node);
    int size = snprintf(text, sizeof text, "%s%s%.*s", method->method->word->name, mark,
                        (int)(part.size < sizeof text ? part.size : sizeof text), part.data);
    if (!owner || (size_t)size >= sizeof text) return NULL;
    return tn_method_find(e, owner, (tunip_str){text, (size_t)size}, doc);
}

static tunip_value method_member(tunip_elaborator *e, const tunip_value *method,
                                 const tunip_doc_attr *attr)
{
    const tn_word *word = find_part(e, method, ".", attr->name, &attr->base);
    return word ? tn_call_word(e, &word->word, method->method->self, &attr->base, NULL)
                : (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* The value of a word that no dialect has. The first of equal ones gets a warning. */
static tunip_value keep_word(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name,
                             const tn_word *kept, const tunip_doc *doc)
{
    for (size_t i = 0; i < e->unknown_words.count; i++)
        if (tunip_str_equal(e->unknown_words.items[i], name))
            return word_value(e, &kept->word, doc);
    tunip_str known = tn_arena_str(&e->kept, name);
    if (!known.data || !tn_array_push(&e->unknown_words, e->allocator, known))
        tn_elaborator_fail_memory(e);
    tunip_warn(e, doc,
               "%.*s has no function `%.*s`: its calls are kept as those of an unknown operator",
               (int)dialect->prefix.size, dialect->prefix.data, (int)name.size, name.data);
    tn_suggest_word(e, dialect, name);
    return word_value(e, &kept->word, doc);
}

static TN_APART tunip_value attr_value(tunip_elaborator *e, const tunip_doc_attr *attr)
{
    const tn_recent_word *recent = recent_word(e, attr);
    if (recent) return word_value(e, &recent->word->word, &attr->base);
    tunip_str name;
    const tn_script_dialect *dialect = find_prefix(e, &attr->base, &name);
    if (dialect) {
        tunip_value word = find_word(e, dialect, name, &attr->base);
        if (word.kind != TUNIP_VALUE_ABSENT) return word;
        const tn_word *kept = e->called == &attr->base ? tn_word_keep(e, dialect, name) : NULL;
        if (kept) return keep_word(e, dialect, name, kept, &attr->base);
        word = tunip_complain(
            e, &attr->base, TUNIP_BREAKS_UNDEFINED_NAME "%.*s has no function `%.*s`",
            (int)dialect->prefix.size, dialect->prefix.data, (int)name.size, name.data);
        tn_suggest_word(e, dialect, name);
        return word;
    }
    tunip_value member = find_bare(e, name, &attr->base);
    if (member.kind == TUNIP_VALUE_ABSENT) member = find_imported(e, name, &attr->base);
    if (member.kind == TUNIP_VALUE_ABSENT) member = library_constant(e, name, attr);
    if (member.kind != TUNIP_VALUE_ABSENT) return member;
    e->owner = attr->value;
    tunip_value self = tunip_elaborate(e, attr->value);
    if (self.kind == TUNIP_VALUE_WRONG) return self;
    if (self.kind == TUNIP_VALUE_NODE || self.kind == TUNIP_VALUE_OPEN) {
        const tn_script_dialect *owner = tn_elaborator_owner(e, self.node);
        const tunip_vocabulary *script = owner ? owner->lexicon->dialect->vocabulary : NULL;
        if (script && script->member) member = script->member(e, &self, attr->name, &attr->base);
        if (member.kind == TUNIP_VALUE_ABSENT)
            member = find_method(e, owner, &self, attr->name, &attr->base);
        if (member.kind == TUNIP_VALUE_ABSENT) /* an ir.IntImm in tensor IR */
            member = find_method(e, e->reading, &self, attr->name, &attr->base);
    }
    if (self.kind == TUNIP_VALUE_METHOD) member = method_member(e, &self, attr);
    if (is_constant(&self)) member = find_method(e, NULL, &self, attr->name, &attr->base);
    if (member.kind == TUNIP_VALUE_NODE && member.node->type->flags & TUNIP_TYPE_VARIABLE)
        tunip_elaborator_note(e, TUNIP_USE_REFERENCE, attr->name, &attr->base, member.node);
    if (member.kind != TUNIP_VALUE_ABSENT) return member;
    if (tn_is_outsider(e, &self, attr->value))
        return tn_refuse_name(e, (const tunip_doc_id *)attr->value);
    const char *who = tn_value_introduce(e, &self, attr->value);
    return tunip_complain(e, &attr->base, TUNIP_BREAKS_UNDEFINED_NAME "%s has no member `%.*s`",
                          who, (int)attr->name.size, attr->name.data);
}

/* ---- operators, subscripts, calls ---- */

static const tunip_vocabulary *script_of(const tn_script_dialect *dialect)
{
    return dialect ? dialect->lexicon->dialect->vocabulary : NULL;
}

/* The value of `and`, `or` and `if else` in a lambda. There Python evaluates only the operands that
 * it needs. Elsewhere TVM's parser evaluates all operands. */
static tunip_value lazy_value(tunip_elaborator *e, const tunip_doc_operation *doc)
{
    const tunip_doc *const *operands = doc->operands.items;
    tunip_operator op = (tunip_operator)doc->base.sub;
    tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};
    bool truth, is_choice = op == TUNIP_OP_IF_ELSE;
    if (!e->folds || !e->lambda_depth) return absent;
    if (!is_choice && op != TUNIP_OP_AND && op != TUNIP_OP_OR) return absent;
    tunip_value first = tunip_elaborate(e, operands[0]);
    if (first.kind == TUNIP_VALUE_WRONG) return first;
    if (!tn_constant_truth(&first, &truth)) return absent;
    if (is_choice) return tunip_elaborate(e, operands[truth ? 1 : 2]);
    return truth == (op == TUNIP_OP_AND) ? tunip_elaborate(e, operands[1]) : first;
}

/* Asks the dialects of the operands, then that of the scope, until one has the operator. */
static tunip_value ask_dialects(tunip_elaborator *e, const tunip_doc_operation *doc,
                                const tunip_value *operands)
{
    for (size_t i = 0; i <= doc->operands.count; i++) {
        bool is_scope = i == doc->operands.count;
        if (!is_scope && operands[i].kind != TUNIP_VALUE_NODE) continue;
        const tunip_vocabulary *script =
            script_of(is_scope ? e->reading : tn_elaborator_owner(e, operands[i].node));
        if (!script || !script->operate) continue;
        tunip_value value = script->operate(e, doc, operands);
        if (value.kind != TUNIP_VALUE_ABSENT) return value;
    }
    return tunip_complain(e, &doc->base,
                          TUNIP_BREAKS_UNDEFINED_NAME "there is no such operator here");
}

/* The operator on these values, by Python or by a dialect. */
static tunip_value operate(tunip_elaborator *e, const tunip_doc_operation *doc,
                           const tunip_value *operands)
{
    size_t count = doc->operands.count;
    if (e->folds) {
        tunip_value constant = tn_constant_operation(e, doc, operands);
        if (constant.kind != TUNIP_VALUE_ABSENT) return constant;
    }
    return tn_with_operands(e, ask_dialects(e, doc, operands), tn_total_of(operands, count),
                            &doc->base);
}

tunip_value tn_operate(tunip_elaborator *e, tunip_operator op, const tunip_value *operands,
                       const tunip_doc *doc)
{
    tunip_doc_operation *made = (tunip_doc_operation *)tn_script_doc(
        &e->kept, sizeof *made, TUNIP_DOC_OPERATION, (unsigned)op, tn_doc_place(doc));
    const tunip_doc **docs = tn_elaborator_memory(e, 2 * sizeof *docs);
    if (!made || !docs) {
        tn_elaborator_fail_memory(e);
        return tunip_value_wrong(doc);
    }
    docs[0] = docs[1] = doc;
    made->operands = (tunip_docs){docs, 2};
    return operate(e, made, operands);
}

static tunip_value operation_value(tunip_elaborator *e, const tunip_doc_operation *doc)
{
    tunip_value lazy = lazy_value(e, doc);
    if (lazy.kind != TUNIP_VALUE_ABSENT) return lazy;
    tunip_value *operands = tunip_elaborate_all(e, doc->operands);
    if (!operands || tn_has_wrong((tunip_values){operands, doc->operands.count}))
        return tunip_value_wrong(&doc->base);
    return operate(e, doc, operands);
}

/* The item of an array or a map that is a node: metadata["ffi.String"][0]. */
static tunip_value node_item(tunip_elaborator *e, const tunip_node *self, const tunip_value *index,
                             const tunip_doc *doc)
{
    const tunip_array *array = TUNIP_AS(tunip_array, self);
    const tunip_map *map = TUNIP_AS(tunip_map, self);
    tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};
    if (array && index->kind == TUNIP_VALUE_INT) {
        if (index->integer >= 0 && (uint64_t)index->integer < array->count)
            return tunip_value_node(array->items[index->integer], doc);
        return tunip_complain(e, doc, "the list has only %zu items", array->count);
    }
    if (!map || index->kind != TUNIP_VALUE_STR) return absent;
    for (size_t i = 0; i < map->count; i++)
        if (tunip_str_equal(tunip_string_value(map->entries[i].key), index->text))
            return tunip_value_node(map->entries[i].value, doc);
    return tunip_complain(e, doc, TUNIP_BREAKS_UNDEFINED_NAME "there is no item `%.*s`",
                          (int)index->text.size, index->text.data);
}

static bool keeps_lists(const tunip_elaborator *e)
{
    const tunip_vocabulary *script = script_of(e->reading);
    return script && script->keeps_lists && !e->folds;
}

static tunip_value subscript_value(tunip_elaborator *e, const tunip_doc_index *doc)
{
    tunip_value placeholder = tn_placeholder_of(e, doc);
    if (placeholder.kind != TUNIP_VALUE_ABSENT) return placeholder;
    tunip_value self = tunip_elaborate(e, doc->value);
    tunip_values indices = {tunip_elaborate_all(e, doc->indices), doc->indices.count};
    if (self.kind == TUNIP_VALUE_WRONG || !indices.items || tn_has_wrong(indices))
        return tunip_value_wrong(&doc->base);
    tunip_value value = {.kind = TUNIP_VALUE_ABSENT};
    if (self.kind == TUNIP_VALUE_NODE) {
        const tunip_vocabulary *script = script_of(tn_elaborator_owner(e, self.node));
        if (script && script->subscript) value = script->subscript(e, &self, indices, &doc->base);
        size_t total = self.total + tn_total_of(indices.items, indices.count);
        value = tn_with_operands(e, value, total, &doc->base);
        if (value.kind == TUNIP_VALUE_ABSENT && indices.count == 1)
            value = node_item(e, self.node, &indices.items[0], &doc->base);
    } else if (self.kind == TUNIP_VALUE_LIST && keeps_lists(e)) {
        value = script_of(e->reading)->subscript(e, &self, indices, &doc->base);
    } else if (indices.count == 1 && self.kind != TUNIP_VALUE_WORD &&
               self.kind != TUNIP_VALUE_METHOD) {
        value = tn_constant_item(e, &self, &indices.items[0], &doc->base);
    } else if (self.kind == TUNIP_VALUE_WORD) {
        return tn_subscript_word(e, self.word, value, indices, &doc->base);
    } else if (self.kind == TUNIP_VALUE_METHOD) {
        static const tunip_str none = {"", 0};
        const tn_word *word = find_part(e, &self, "[]", none, &doc->base);
        if (word) return tn_subscript_word(e, &word->word, self.method->self, indices, &doc->base);
    }
    if (value.kind != TUNIP_VALUE_ABSENT) return value;
    if (tn_is_outsider(e, &self, doc->value))
        return tn_refuse_name(e, (const tunip_doc_id *)doc->value);
    return tunip_complain(e, &doc->base, TUNIP_BREAKS_SHAPE "%s takes no index",
                          tn_value_introduce(e, &self, doc->value));
}

/* The name that an ID or ATTR spells, such as lib.f, in `room`. Empty if its first part is a name
 * of the script, or if it is too long. */
static tunip_str outside_name(tunip_elaborator *e, const tunip_doc *doc, char *room, size_t size)
{
    size_t at = size;
    for (; doc->kind == TUNIP_DOC_ATTR; doc = ((const tunip_doc_attr *)doc)->value) {
        tunip_str name = ((const tunip_doc_attr *)doc)->name;
        if (name.size + 1 > at) return (tunip_str){"", 0};
        memcpy(room + (at -= name.size), name.data, name.size);
        room[--at] = '.';
    }
    if (doc->kind != TUNIP_DOC_ID) return (tunip_str){"", 0};
    tunip_str first = ((const tunip_doc_id *)doc)->name;
    if (first.size > at || tn_doc_name_get(e, first) || tn_elaborator_prefix(e, first))
        return (tunip_str){"", 0};
    memcpy(room + (at -= first.size), first.data, first.size);
    return (tunip_str){room + at, size - at};
}

/* The word of a callee such as T.grid, if it was used recently. */
static const tn_word *find_recent(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    if (doc->kind != TUNIP_DOC_ATTR || attr->value->kind != TUNIP_DOC_ID) return NULL;
    tunip_str prefix = ((const tunip_doc_id *)attr->value)->name;
    const tn_recent_word *recent = &e->recent_words[tn_recent_slot(attr->name)];
    if (!tn_is_recent(recent->prefix, prefix) || !tn_is_recent(recent->name, attr->name))
        return NULL;
    return recent->word->word.params && !tn_doc_name_get(e, prefix) ? recent->word : NULL;
}

/* getattr(T, "float32") is T.float32; absent for another object than a prefix. */
static tunip_value named_word(tunip_elaborator *e, const tunip_doc_call *doc)
{
    tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};
    const tunip_doc *owner = doc->args.items[0];
    if (!e->folds || owner->kind != TUNIP_DOC_ID) return absent;
    tunip_str prefix = ((const tunip_doc_id *)owner)->name;
    const tn_script_dialect *dialect =
        tn_doc_name_get(e, prefix) ? NULL : tn_elaborator_prefix(e, prefix);
    tunip_value name = dialect ? tunip_elaborate(e, doc->args.items[1]) : absent;
    if (name.kind != TUNIP_VALUE_STR) return absent;
    char *text = tn_arena_alloc(&e->kept, name.text.size + 1); /* words keep their names */
    if (!text) {
        tn_elaborator_fail_memory(e);
        return tunip_value_wrong(&doc->base);
    }
    if (name.text.size) memcpy(text, name.text.data, name.text.size);
    text[name.text.size] = '\0';
    tunip_value word = find_word(e, dialect, (tunip_str){text, name.text.size}, &doc->base);
    if (word.kind != TUNIP_VALUE_ABSENT) return word;
    return tunip_complain(e, &doc->base, TUNIP_BREAKS_UNDEFINED_NAME "%.*s has no function `%s`",
                          (int)prefix.size, prefix.data, text);
}

static TN_APART tunip_value call_value(tunip_elaborator *e, const tunip_doc_call *doc)
{
    tunip_value none = {.kind = TUNIP_VALUE_ABSENT};
    const tn_word *recent = e->has_leaves ? find_recent(e, doc->callee) : NULL;
    if (TN_RARELY(!recent && tn_makes_node(&doc->base))) return tn_new_node(e, doc);
    if (recent) return tn_call_word(e, &recent->word, none, &doc->base, NULL);
    if (doc->callee->kind == TUNIP_DOC_ID && doc->args.count == 2 &&
        tunip_str_is(((const tunip_doc_id *)doc->callee)->name, "getattr"))
        none = named_word(e, doc);
    if (doc->callee->sub == TUNIP_ID_RAW && doc->callee->kind == TUNIP_DOC_ID)
        none = tn_form_value(e, doc);
    if (none.kind != TUNIP_VALUE_ABSENT) return none;
    const tunip_vocabulary *here = script_of(e->reading);
    tunip_value callee = none;
    if (here && here->outsider && !e->folds) { /* an undefined name may be a function outside */
        char room[64];
        tunip_str name = outside_name(e, doc->callee, room, sizeof room);
        if (name.size) callee = here->outsider(e, name, doc->callee);
    }
    if (callee.kind == TUNIP_VALUE_ABSENT) {
        const tunip_doc *before = e->called;
        e->called = &doc->base == e->opening ? NULL : doc->callee;
        callee = tunip_elaborate(e, doc->callee);
        e->called = before;
    }
    switch (callee.kind) {
    case TUNIP_VALUE_WRONG:
        return callee;
    case TUNIP_VALUE_WORD:
        return tn_call_word(e, callee.word, none, &doc->base, NULL);
    case TUNIP_VALUE_METHOD:
        return tn_call_word(e, callee.method->word, callee.method->self, &doc->base, NULL);
    case TUNIP_VALUE_NODE: {
        const tunip_vocabulary *script = script_of(tn_elaborator_owner(e, callee.node));
        if (!script || !script->call) script = script_of(e->reading);
        if (script && script->call) none = script->call(e, &callee, doc);
        break;
    }
    case TUNIP_VALUE_LAMBDA:
        return tn_lambda_value(e, &callee, doc);
    default:
        break;
    }
    if (none.kind != TUNIP_VALUE_ABSENT) return none;
    return tunip_complain(e, doc->callee, "%s cannot be called",
                          tn_value_introduce(e, &callee, doc->callee));
}

/* ---- any expression ---- */

/* TVM's parser reports unknown names at the statement, and mistakes in a lambda at its call. */
tunip_value tn_value_of(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc *around = e->expr;
    tunip_value value;
    if (!e->lambda_depth) e->expr = doc->kind == TUNIP_DOC_ID ? e->stmt : doc;
    switch ((tunip_doc_kind)doc->kind) {
    case TUNIP_DOC_LITERAL:
        value = literal_value(e, (const tunip_doc_literal *)doc);
        break;
    case TUNIP_DOC_ID:
        value = id_value(e, (const tunip_doc_id *)doc);
        break;
    case TUNIP_DOC_ATTR:
        value = attr_value(e, (const tunip_doc_attr *)doc);
        break;
    case TUNIP_DOC_INDEX:
        value = subscript_value(e, (const tunip_doc_index *)doc);
        break;
    case TUNIP_DOC_CALL:
        value = call_value(e, (const tunip_doc_call *)doc);
        break;
    case TUNIP_DOC_OPERATION:
        value = operation_value(e, (const tunip_doc_operation *)doc);
        break;
    case TUNIP_DOC_TUPLE:
    case TUNIP_DOC_LIST:
        value = tn_with_items(e, TUNIP_VALUE_LIST,
                              tn_elaborate_items(e, ((const tunip_doc_tuple *)doc)->elements), doc);
        break;
    case TUNIP_DOC_DICT:
        value = dict_value(e, (const tunip_doc_dict *)doc);
        break;
    case TUNIP_DOC_SLICE:
        value = slice_value(e, (const tunip_doc_slice *)doc);
        break;
    case TUNIP_DOC_LAMBDA:
        value = (tunip_value){.kind = TUNIP_VALUE_LAMBDA, .doc = doc, .lambda = doc};
        break;
    default:
        value = tunip_complain(e, doc, "expected an expression");
        break;
    }
    e->expr = around;
    return value;
}

/* ======== value ======== */

/* Values of expressions, and conversions of values to nodes. */

/* A value that shares nothing has fewer parts than the script has bytes, and constants have no
 * names to share. Counting ends at TN_MOST_COUNTED: so many parts are fine in an expression whose
 * own text is as long. */
bool tn_shares_too_much(const tunip_elaborator *e, size_t total, const tunip_doc *doc)
{
    tn_script_place place = doc ? tn_doc_place(doc) : TN_NOWHERE;
    size_t most = TN_MOST_SHARED + e->script_size;
    if (most >= TN_MOST_COUNTED) most = TN_MOST_COUNTED - 1;
    return total > most && total > place.end - place.begin && !e->constant;
}

/* ---- nodes ---- */

/* The dialect that makes nodes from literals: the dialect of the current scope, otherwise that of
 * the wanted type. Only the dialect of the type knows the meaning of a lambda. */
static const tunip_vocabulary *converter(tunip_elaborator *e, const tunip_value *value,
                                         const tunip_type *type)
{
    const tunip_vocabulary *reading = e->reading ? e->reading->lexicon->dialect->vocabulary : NULL;
    if (reading && reading->convert && value->kind != TUNIP_VALUE_LAMBDA) return reading;
    tunip_node wanted = {.type = type};
    const tn_script_dialect *owner = type ? tn_elaborator_owner(e, &wanted) : NULL;
    return owner ? owner->lexicon->dialect->vocabulary : NULL;
}

/* The dialect of a word, such as R.Tensor among the types of T.Tuple. */
static const tunip_vocabulary *word_owner(const tunip_value *value)
{
    bool is_word = value->kind == TUNIP_VALUE_WORD;
    return is_word ? ((const tn_word *)value->word)->dialect->vocabulary : NULL;
}

/* The node of a value that is no node of the wanted type. */
static TN_APART void *convert(tunip_elaborator *e, const tunip_value *value, const tunip_type *type)
{
    const tunip_vocabulary *script = converter(e, value, type);
    const tunip_doc *before = tunip_elaborator_stand(e, value->doc ? value->doc : e->here);
    size_t complaints = e->complaint_count;
    tunip_node *node = script && script->convert ? script->convert(e, value, type) : NULL;
    const tunip_vocabulary *own = node ? NULL : word_owner(value);
    if (own && own != script && own->convert) node = own->convert(e, value, type);
    tunip_elaborator_stand(e, before);
    if (!tn_may_be(node, type)) node = NULL; /* callers cast it to the struct of `type` */
    bool is_said = e->complaint_count > complaints || e->error.code != TUNIP_OK;
    if (!node && value->kind != TUNIP_VALUE_NONE && !is_said)
        tunip_complain_instead(e, value, type ? tunip_type_noun(e, type) : NULL);
    return node;
}

void *tunip_value_to_node(tunip_elaborator *e, const tunip_value *value, const tunip_type *type)
{
    if (value->kind == TUNIP_VALUE_NODE && tn_may_be(value->node, type)) return value->node;
    return value->kind > TUNIP_VALUE_WRONG ? convert(e, value, type) : NULL;
}

tunip_array *tunip_values_to_array(tunip_elaborator *e, tunip_values values, const tunip_type *type)
{
    if (!tn_elaborator_spend(e, values.count, NULL)) values.count = 0;
    void **items = tn_elaborator_memory(e, values.count * sizeof *items);
    for (size_t i = 0; items && i < values.count; i++)
        items[i] = tunip_value_to_node(e, &values.items[i], type);
    return items ? tunip_array_new(e->graph, values.count, items) : NULL;
}

tunip_array *tunip_value_to_array(tunip_elaborator *e, const tunip_value *value,
                                  const tunip_type *type)
{
    if (value->kind == TUNIP_VALUE_LIST) return tunip_values_to_array(e, value->items, type);
    if (value->kind == TUNIP_VALUE_NODE && value->node->type == &tunip_array_type)
        return (tunip_array *)value->node;
    if (value->kind > TUNIP_VALUE_WRONG) tunip_complain_instead(e, value, "a list");
    return tunip_array_new(e->graph, 0, NULL);
}

/* ---- data ---- */

bool tunip_value_has_names(tunip_elaborator *e, const tunip_value *value)
{
    for (size_t i = 0; value->kind == TUNIP_VALUE_DICT && i < value->items.count; i += 2) {
        const tunip_value *key = &value->items.items[i];
        if (key->kind == TUNIP_VALUE_STR || key->kind == TUNIP_VALUE_NODE) continue;
        tunip_complain(e, key->doc, "the keys of attributes are strings, not %s",
                       tunip_value_describe(e, key));
        return false;
    }
    return true;
}

/* The number of items, of which each becomes a node again at each use; 0 if they are too many. */
static size_t items_of(tunip_elaborator *e, const tunip_value *value)
{
    return tn_elaborator_spend(e, value->items.count, value->doc) ? value->items.count : 0;
}

static tunip_node *dict_to_data(tunip_elaborator *e, const tunip_value *value)
{
    size_t count = items_of(e, value);
    void **entries = tn_elaborator_memory(e, count * sizeof *entries);
    for (size_t i = 0; entries && i < count; i++)
        entries[i] = tunip_value_to_data(e, &value->items.items[i]);
    return entries ? (tunip_node *)tunip_map_new(e->graph, count / 2, entries) : NULL;
}

static tunip_node *list_to_data(tunip_elaborator *e, const tunip_value *value)
{
    size_t count = items_of(e, value);
    void **items = tn_elaborator_memory(e, count * sizeof *items);
    for (size_t i = 0; items && i < count; i++)
        items[i] = tunip_value_to_data(e, &value->items.items[i]);
    return items ? (tunip_node *)tunip_array_new(e->graph, count, items) : NULL;
}

tunip_node *tunip_value_to_data(tunip_elaborator *e, const tunip_value *value)
{
    switch (value->kind) {
    case TUNIP_VALUE_ABSENT:
    case TUNIP_VALUE_WRONG:
    case TUNIP_VALUE_NONE:
        return NULL;
    case TUNIP_VALUE_BOOL:
        return (tunip_node *)tunip_bool_new(e->graph, value->boolean);
    case TUNIP_VALUE_INT:
        return (tunip_node *)tunip_int_new(e->graph, value->integer);
    case TUNIP_VALUE_FLOAT:
        return (tunip_node *)tunip_float_new(e->graph, value->real);
    case TUNIP_VALUE_STR:
        return (tunip_node *)tunip_string_new_view(e->graph, value->text);
    case TUNIP_VALUE_LIST:
        return list_to_data(e, value);
    case TUNIP_VALUE_DICT:
        return dict_to_data(e, value);
    default:
        return tunip_value_to_node(e, value, NULL);
    }
}

/* ---- plain values ---- */

static void mismatch(tunip_elaborator *e, const tunip_value *value, const char *expected)
{
    if (value->kind > TUNIP_VALUE_WRONG) tunip_complain_instead(e, value, expected);
}

int64_t tunip_value_to_int(tunip_elaborator *e, const tunip_value *value, int64_t otherwise)
{
    if (value->kind == TUNIP_VALUE_INT) return value->integer;
    if (value->kind == TUNIP_VALUE_BOOL) return value->boolean;
    mismatch(e, value, "an integer");
    return otherwise;
}

bool tunip_value_to_bool(tunip_elaborator *e, const tunip_value *value, bool otherwise)
{
    if (value->kind == TUNIP_VALUE_BOOL) return value->boolean;
    if (value->kind == TUNIP_VALUE_INT) return value->integer != 0;
    mismatch(e, value, "True or False");
    return otherwise;
}

tunip_str tunip_value_to_str(tunip_elaborator *e, const tunip_value *value, const char *otherwise)
{
    if (value->kind == TUNIP_VALUE_STR) return value->text;
    if (value->kind == TUNIP_VALUE_NODE && tunip_is(value->node, &tunip_string_type))
        return tunip_string_value(value->node);
    mismatch(e, value, "a string");
    return tunip_str_from(otherwise);
}

tunip_dtype tunip_value_to_dtype(tunip_elaborator *e, const tunip_value *value,
                                 tunip_dtype otherwise)
{
    tunip_dtype dtype;
    if (value->kind == TUNIP_VALUE_STR && tunip_dtype_legacy_parse(value->text, &dtype))
        return dtype;
    if (value->kind == TUNIP_VALUE_STR) {
        tunip_complain(e, value->doc, TUNIP_BREAKS_DTYPE "there is no dtype `%.*s`",
                       (int)value->text.size, value->text.data);
        tn_suggest_dtype(e, value->text);
        return otherwise;
    }
    mismatch(e, value, "a dtype");
    return otherwise;
}

/* ======== placeholder ======== */

/* Nodes in place of those in a metadata section that a script lacks. TVM writes no
 * such section into its logs. */

static const tunip_doc_literal *index_of(const tunip_doc *doc, tunip_literal kind)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc;
    if (doc->kind != TUNIP_DOC_INDEX || index->indices.count != 1) return NULL;
    const tunip_doc *item = index->indices.items[0];
    bool is_kind = item->kind == TUNIP_DOC_LITERAL && item->sub == kind;
    return is_kind ? (const tunip_doc_literal *)item : NULL;
}

/* Each node has one placeholder, wherever the script uses it. */
static tunip_node *find(const tunip_elaborator *e, tunip_str key, int64_t index)
{
    for (size_t i = 0; i < e->placeholders.count; i++) {
        const tn_script_placeholder *known = &e->placeholders.items[i];
        if (known->index == index && tunip_str_equal(known->key, key)) return known->node;
    }
    return NULL;
}

/* Whether a type is tunip's own: its dialects know which types have placeholders. */
static bool is_built_in(const tunip_elaborator *e, tunip_str key)
{
    const tn_registry *registry = tn_context_registry(e->context);
    const tn_type_info *info = NULL;
    for (size_t i = 0; tn_vintage_at(i) && !info; i++)
        info = tn_registry_find(registry, key, tn_vintage_at(i));
    bool is_own = info && strcmp(info->owner, "tunip") == 0;
    for (size_t i = 0; info && i < tn_builtin_dialect_count && !is_own; i++)
        is_own = strcmp(tn_builtin_dialects[i]->name, info->owner) == 0;
    return is_own;
}

/* NULL if no dialect has one for this type, and when out of memory. */
static tunip_node *make(tunip_elaborator *e, tunip_str key, int64_t index, const tunip_doc *doc)
{
    tn_script_placeholder made = {{NULL, 0}, index, NULL};
    for (size_t i = 0; i < e->dialect_count && !made.node; i++) {
        const tunip_vocabulary *script = e->dialects[i].lexicon->dialect->vocabulary;
        if (script && script->size > offsetof(tunip_vocabulary, placeholder) && script->placeholder)
            made.node = script->placeholder(e, key, index);
    }
    if (!made.node && (e->script->language || !is_built_in(e, key)))
        made.node = tn_graph_missing_node(e->graph, key, index);
    if (!made.node) return NULL;
    made.key = tn_arena_str(&e->kept, key); /* the text of a string with escapes belongs to its
                                               function, and is freed with its Docs */
    if (!made.key.data || !tn_array_push(&e->placeholders, e->allocator, made))
        tn_elaborator_fail_memory(e);
    if (e->placeholders.count == 1) /* one warning is enough */
        tunip_warn(
            e, doc,
            "the text does not hold its metadata: `metadata[\"%.*s\"][%lld]` is a placeholder, "
            "and so is each further item",
            (int)key.size, key.data, (long long)index);
    return made.node;
}

static tunip_value placeholder(tunip_elaborator *e, tunip_str key, int64_t index,
                               const tunip_doc *doc)
{
    tunip_node *node = find(e, key, index);
    if (!node) node = make(e, key, index, doc);
    return node ? tunip_value_node(node, doc) : (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

tunip_value tn_placeholder_of(tunip_elaborator *e, const tunip_doc_index *doc)
{
    tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};
    if (!e->script->input->options->placeholders) return absent;
    const tunip_doc_literal *index = index_of(&doc->base, TUNIP_LITERAL_INT);
    const tunip_doc_literal *key = index_of(doc->value, TUNIP_LITERAL_STR);
    const tunip_doc *section = key ? ((const tunip_doc_index *)doc->value)->value : NULL;
    if (!index || !section || section->kind != TUNIP_DOC_ID) return absent;
    tunip_str name = ((const tunip_doc_id *)section)->name;
    if (!tunip_str_is(name, "metadata") || tn_doc_name_get(e, name)) return absent;
    return placeholder(e, key->value.text, index->value.integer, &doc->base);
}

/* The value of a key of a map; NULL if there is none. */
static const tunip_node *item_of(const tunip_node *node, tunip_str key)
{
    const tunip_map *map = node && node->type == &tunip_map_type ? (const tunip_map *)node : NULL;
    for (size_t i = 0; map && i < map->count; i++)
        if (tunip_str_equal(tunip_string_value(map->entries[i].key), key))
            return map->entries[i].value;
    return NULL;
}

tunip_value tunip_elaborate_metadata(tunip_elaborator *e, tunip_str key, int64_t index,
                                     const tunip_doc *doc)
{
    const tunip_value *section = tunip_name_get(e, tunip_str_from("metadata"));
    tunip_value made = {.kind = TUNIP_VALUE_ABSENT};
    if (!section && e->script->input->options->placeholders) made = placeholder(e, key, index, doc);
    if (made.kind != TUNIP_VALUE_ABSENT) return made;
    if (!section) return tunip_complain(e, doc, "the text does not hold its metadata");
    if (section->kind == TUNIP_VALUE_WRONG) return tunip_value_wrong(doc);
    const tunip_node *items = item_of(section->node, key);
    const tunip_array *array =
        items && items->type == &tunip_array_type ? (const tunip_array *)items : NULL;
    if (!array)
        return tunip_complain(e, doc, "the metadata holds no `%.*s`", (int)key.size, key.data);
    if (index < 0 || (uint64_t)index >= array->count)
        return tunip_complain(e, doc, "the metadata holds only %zu of `%.*s`", array->count,
                              (int)key.size, key.data);
    return tunip_value_node(array->items[index], doc);
}

/* ======== lambda ======== */

/* Docs that are read when they are used: lambdas, and expressions in strings. */

/* ---- lambdas ---- */

/* Lambdas may call themselves, or call others twice. Beyond these limits no call is evaluated, so
 * that a short script does not take endless time. Python allows a depth of 1,000, too. */
static bool may_call(tunip_elaborator *e, const tunip_value *lambda)
{
    enum { MOST_DEPTH = 1000, EFFORT = 16 };
    tn_script_place body = tn_doc_place(((const tunip_doc_lambda *)lambda->lambda)->body);
    if (e->lambda_depth < MOST_DEPTH)
        return tn_elaborator_spend(e, EFFORT + (body.end - body.begin), lambda->doc);
    if (e->effort) tunip_complain(e, lambda->doc, "lambdas call lambdas too often");
    e->effort = 0;
    return false;
}

/* The name of a parameter, and its default value or NULL. */
static const tunip_doc *split_parameter(const tunip_doc *parameter, const tunip_doc **otherwise)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)parameter;
    bool has_default = parameter->kind == TUNIP_DOC_ASSIGN;
    *otherwise = has_default ? assign->rhs : NULL;
    return has_default ? assign->lhs : parameter;
}

/* The number of arguments that a lambda needs. */
static size_t count_required(const tunip_doc_lambda *doc)
{
    size_t count = 0;
    while (count < doc->args.count && doc->args.items[count]->kind != TUNIP_DOC_ASSIGN) count++;
    return count;
}

static tunip_value refuse_count(tunip_elaborator *e, const tunip_value *lambda, size_t count)
{
    const tunip_doc_lambda *doc = (const tunip_doc_lambda *)lambda->lambda;
    return tunip_complain(e, lambda->doc,
                          TUNIP_BREAKS_ARGUMENTS
                          "expected a function of %zu parameters, got one of %zu",
                          count, doc->args.count);
}

/* Evaluates the default values of the parameters whose arguments are absent. */
static const tunip_value *with_defaults(tunip_elaborator *e, const tunip_doc_lambda *doc,
                                        const tunip_value *args, size_t count)
{
    tunip_value *all = tn_elaborator_memory(e, (doc->args.count + 1) * sizeof *all);
    e->lambda_depth++;
    for (size_t i = 0; all && i < doc->args.count; i++) {
        const tunip_doc *otherwise;
        split_parameter(doc->args.items[i], &otherwise);
        all[i] = i < count ? args[i] : tn_absent();
        if (all[i].kind == TUNIP_VALUE_ABSENT && otherwise) all[i] = tunip_elaborate(e, otherwise);
    }
    e->lambda_depth--;
    return all;
}

tunip_value tunip_elaborate_lambda(tunip_elaborator *e, const tunip_value *lambda,
                                   const tunip_value *args, size_t count)
{
    const tunip_doc_lambda *doc = (const tunip_doc_lambda *)lambda->lambda;
    if (count > doc->args.count || count < count_required(doc))
        return refuse_count(e, lambda, count);
    if (!may_call(e, lambda)) return tunip_value_wrong(lambda->doc);
    size_t first = e->bound.count;
    if (count_required(doc) < doc->args.count) args = with_defaults(e, doc, args, count);
    for (size_t i = 0; args && i < doc->args.count; i++) {
        const tunip_doc *otherwise, *name = split_parameter(doc->args.items[i], &otherwise);
        tunip_elaborate_target(e, name, args[i]);
    }
    size_t end = e->bound.count;
    e->lambda_depth++;
    tunip_value value = tunip_elaborate(e, doc->body);
    e->lambda_depth--;
    /* a lambda that it returns may use its parameters; a name that it made may be used later */
    if (e->folds && value.kind != TUNIP_VALUE_LAMBDA && e->bound.count == end)
        tn_forget_names(e, first);
    return value;
}

/* The place of the parameter with this name; the number of parameters if there is none. */
static size_t find_parameter(const tunip_doc_lambda *doc, tunip_str key)
{
    for (size_t i = 0; i < doc->args.count; i++) {
        const tunip_doc *otherwise, *name = split_parameter(doc->args.items[i], &otherwise);
        if (name->kind == TUNIP_DOC_ID && tunip_str_equal(((const tunip_doc_id *)name)->name, key))
            return i;
    }
    return doc->args.count;
}

tunip_value tn_lambda_value(tunip_elaborator *e, const tunip_value *lambda,
                            const tunip_doc_call *doc)
{
    const tunip_doc_lambda *function = (const tunip_doc_lambda *)lambda->lambda;
    tunip_values args = tn_elaborate_items(e, doc->args);
    size_t most = function->args.count;
    if (!args.items || tn_has_wrong(args)) return tunip_value_wrong(&doc->base);
    if (!doc->values.count) return tunip_elaborate_lambda(e, lambda, args.items, args.count);
    if (args.count > most) return refuse_count(e, lambda, args.count);
    tunip_value *all = tn_elaborator_memory(e, (most + 1) * sizeof *all);
    if (!all) return tunip_value_wrong(&doc->base);
    for (size_t i = 0; i < most; i++) all[i] = i < args.count ? args.items[i] : tn_absent();
    for (size_t i = 0; i < doc->values.count; i++) {
        size_t at = find_parameter(function, doc->keys[i]);
        if (at == most || all[at].kind != TUNIP_VALUE_ABSENT)
            return tunip_complain(
                e, doc->values.items[i],
                at == most ? TUNIP_BREAKS_ARGUMENTS "the lambda has no parameter `%.*s`"
                           : TUNIP_BREAKS_ARGUMENTS "the parameter `%.*s` gets two values",
                (int)doc->keys[i].size, doc->keys[i].data);
        all[at] = tunip_elaborate(e, doc->values.items[i]);
        if (all[at].kind == TUNIP_VALUE_WRONG) return all[at];
    }
    for (size_t i = 0; i < count_required(function); i++)
        if (all[i].kind == TUNIP_VALUE_ABSENT) return refuse_count(e, lambda, args.count);
    return tunip_elaborate_lambda(e, lambda, all, most);
}

/* ---- expressions in strings ---- */

tunip_value tunip_elaborate_text(tunip_elaborator *e, const tunip_value *text)
{
    const tn_grammar *grammar = e->script->grammar;
    const tunip_doc *place = tn_known_place(e, text->doc);
    if (text->kind != TUNIP_VALUE_STR || !grammar) return *text;
    char *copy = tn_arena_alloc(&e->kept, text->text.size + 1); /* for recent_names */
    if (!copy) {
        tn_elaborator_fail_memory(e);
        return tunip_value_wrong(text->doc);
    }
    if (text->text.size) memcpy(copy, text->text.data, text->text.size);
    copy[text->text.size] = '\0';
    const tunip_doc *doc = grammar->parse(e->script, (tunip_str){copy, text->text.size}, place);
    if (doc) return tunip_elaborate(e, doc);
    e->complaint_count++;
    return tunip_value_wrong(text->doc);
}
