/* shape.c -- Docs in a normal form that CPython's syntax tree has, too: shape.py writes it for
 * that. Comments are left out, and places where the two trees differ on purpose. */
#include "shape.h"

#include "doc_layout.h"
#include "read/script.h"

static const char *const kinds[TUNIP_DOC__COUNT] = {
#define X(KIND, ident, class_) [TUNIP_DOC_##KIND] = #ident,
#include <tunip/ext/doc_kinds.def>
#undef X
};

static void put_text(FILE *out, tunip_str text)
{
    fputc(' ', out);
    for (size_t i = 0; i < text.size; i++) fprintf(out, "%02x", (unsigned char)text.data[i]);
    fputc('"', out);
}

static void put_literal(FILE *out, const tunip_doc_literal *literal)
{
    switch ((tunip_literal)literal->base.sub) {
    case TUNIP_LITERAL_BOOL:
        fputs(literal->value.boolean ? " True" : " False", out);
        break;
    case TUNIP_LITERAL_INT:
        fprintf(out, " %lld", (long long)literal->value.integer);
        break;
    case TUNIP_LITERAL_FLOAT:
        fprintf(out, " %016llx", (unsigned long long)literal->value.typed.number);
        break;
    case TUNIP_LITERAL_STR:
        put_text(out, literal->value.text);
        break;
    default:
        fputs(" None", out);
    }
}

/* Comparisons and chains of them have no places, as their operands in parentheses have none. */
static bool has_place(const tunip_doc *doc)
{
    bool compares =
        doc->kind == TUNIP_DOC_OPERATION &&
        ((doc->sub >= TUNIP_OP_LT && doc->sub <= TUNIP_OP_OR) || doc->sub >= TUNIP_OP_IS);
    return doc->kind < TUNIP_DOC_ASSIGN && !compares;
}

static bool is_shown(const tunip_doc *doc)
{
    return doc->kind != TUNIP_DOC_COMMENT;
}

static void put_head(FILE *out, const tunip_doc *doc)
{
    fprintf(out, "(%s", kinds[doc->kind]);
    if (doc->sub && doc->kind == TUNIP_DOC_OPERATION) fprintf(out, ".%u", (unsigned)doc->sub);
    tn_script_place place = tn_doc_place(doc);
    if (has_place(doc)) fprintf(out, "@%u-%u", (unsigned)place.begin, (unsigned)place.end);
    if (doc->kind == TUNIP_DOC_LITERAL) put_literal(out, (const tunip_doc_literal *)doc);
    if (doc->kind == TUNIP_DOC_ID) put_text(out, ((const tunip_doc_id *)doc)->name);
    if (doc->kind == TUNIP_DOC_ATTR) put_text(out, ((const tunip_doc_attr *)doc)->name);
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    for (size_t i = 0; doc->kind == TUNIP_DOC_CALL && i < call->values.count; i++)
        put_text(out, call->keys[i]);
}

void put_shape(FILE *out, const tunip_doc *doc)
{
    const doc_layout *layout = &doc_layouts[doc->kind];
    put_head(out, doc);
    for (size_t i = 0; i < DOC_MOST_FIELDS && layout->one[i]; i++) {
        const tunip_doc *one = doc_one(doc, layout->one[i]);
        if (one)
            put_shape(out, one);
        else
            fputc('-', out);
    }
    for (size_t i = 0; i < DOC_MOST_FIELDS && layout->many[i]; i++) {
        tunip_docs many = doc_many(doc, layout->many[i]);
        fputc('[', out);
        for (size_t k = 0; k < many.count; k++)
            if (is_shown(many.items[k])) put_shape(out, many.items[k]);
        fputc(']', out);
    }
    fputc(')', out);
}
