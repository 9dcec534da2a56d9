/* axes.c -- the dimensions of images in any layout (TVM src/tir/ir/data_layout.cc). In "NCHW4c"
 * each capital letter is an axis; "4c" is the inner part, of size 4, of the axis C. */
#include "infer_rules.h"

enum { MOST_AXES = 16 };

typedef struct axis {
    char letter;  /* the letter of the axis, in upper case */
    int64_t part; /* the size of an inner part; 0 for the outer rest of the axis */
} axis;

typedef struct layout {
    axis axes[MOST_AXES];
    size_t count;
} layout;

static bool parse(const tunip_string *text, layout *out)
{
    tunip_str name = tunip_string_value(text);
    int64_t part = 0;
    out->count = 0;
    for (size_t i = 0; i < name.size; i++) {
        char letter = name.data[i];
        if (tunip_is_digit(letter)) {
            part = part * 10 + (letter - '0');
            if (part > RELAX_LARGEST) return false;
            continue;
        }
        bool is_part = letter >= 'a' && letter <= 'z', is_whole = letter >= 'A' && letter <= 'Z';
        if (out->count == MOST_AXES || !(is_part ? part > 0 : is_whole && part == 0)) return false;
        char whole = (char)(is_part ? letter - 'a' + 'A' : letter);
        out->axes[out->count++] = (axis){whole, part};
        part = 0;
    }
    return part == 0;
}

static bool has_axis(const layout *l, char letter)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->axes[i].letter == letter && !l->axes[i].part) return true;
    return false;
}

int64_t relax_layout_ndim(const tunip_string *name, const char *usual)
{
    layout l;
    if (!parse(name, &l)) return -1;
    for (size_t i = 0; i < l.count; i++)
        if (!strchr(usual, l.axes[i].letter)) return -1;
    for (const char *at = usual; *at; at++)
        if (!has_axis(&l, *at)) return -1;
    return (int64_t)l.count;
}

bool relax_may_be_image(const tunip_relax_call *call, size_t index, const tunip_string *name,
                        const char *usual)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, index);
    int64_t ndim = relax_layout_ndim(name, usual);
    return info && ndim >= 0 && (info->ndim < 0 || info->ndim == ndim);
}

/* ---- to the usual layout ---- */

/* The size of an axis: the dimension itself if the axis has no parts, otherwise the product of its
 * parts. */
static tunip_node *whole_dim(tunip_scratch *scratch, const layout *l, const tunip_array *dims,
                             char letter)
{
    tunip_node *found = NULL;
    int64_t size, product = 1;
    size_t pieces = 0;
    bool known = true;
    for (size_t i = 0; i < l->count; i++) {
        if (l->axes[i].letter != letter) continue;
        found = dims->items[i];
        known = known && relax_number(found, &size) && product <= RELAX_LARGEST;
        if (known) product *= size;
        pieces++;
    }
    if (pieces < 2) return found;
    return known ? relax_int64(scratch, product) : NULL;
}

const tunip_array *relax_to_usual(tunip_scratch *scratch, const tunip_string *name,
                                  const char *usual, const tunip_array *dims)
{
    layout l;
    if (!dims || !parse(name, &l) || l.count != dims->count) return NULL;
    tunip_array *whole = relax_list(scratch, strlen(usual));
    for (size_t i = 0; whole && i < whole->count; i++) {
        whole->items[i] = whole_dim(scratch, &l, dims, usual[i]);
        if (!whole->items[i]) return NULL;
    }
    return whole;
}

const tunip_array *relax_image_arg(tunip_scratch *scratch, const tunip_relax_call *call,
                                   size_t index, const tunip_string *name, const char *usual)
{
    return relax_to_usual(scratch, name, usual, relax_dims_arg(call, index));
}

/* ---- from the usual layout ---- */

/* The product of the sizes of the inner parts of an axis; 1 if it has none. */
static int64_t parts_of(const layout *l, char letter)
{
    int64_t product = 1;
    for (size_t i = 0; i < l->count; i++)
        if (l->axes[i].letter == letter && l->axes[i].part && product <= RELAX_LARGEST)
            product *= l->axes[i].part;
    return product;
}

static tunip_node *piece_dim(tunip_scratch *scratch, const layout *l, axis a, tunip_node *whole)
{
    int64_t size, parts = parts_of(l, a.letter);
    if (a.part) return relax_int64(scratch, a.part);
    if (parts == 1) return whole;
    return relax_number(whole, &size) && size % parts == 0 ? relax_int64(scratch, size / parts)
                                                           : NULL;
}

const tunip_array *relax_from_usual(tunip_scratch *scratch, const tunip_string *name,
                                    const char *usual, const tunip_array *dims)
{
    layout l;
    tunip_array *pieces = dims && parse(name, &l) ? relax_list(scratch, l.count) : NULL;
    for (size_t i = 0; pieces && i < pieces->count; i++) {
        const char *at = strchr(usual, l.axes[i].letter);
        tunip_node *dim = at ? dims->items[at - usual] : NULL;
        pieces->items[i] = dim ? piece_dim(scratch, &l, l.axes[i], dim) : NULL;
        if (!pieces->items[i]) return NULL;
    }
    return pieces;
}
