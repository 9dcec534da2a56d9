/* standin_types.c -- types of the stand-in are rows of a table. The layout of their objects is
 * computed from it, so an import depends on the offsets and getters that are reported. */
#include "standin_types.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

standin_flaw flaw;
const char *flawed_key;
entry entries[LAST_INDEX];

/* The words of fields: NAME:KIND. A "ref" is a pointer, "opt" one that only its getter knows. */
static const struct {
    const char *key, *base, *fields;
} types[] = {
    {"ir.BaseExpr", NULL, "span:ref"},
    {"ir.PrimExpr", "ir.BaseExpr", "dtype:dtype"},
    {"ir.RelaxExpr", "ir.BaseExpr", "struct_info_:opt"},
    {"ir.IntImm", "ir.PrimExpr", "value:int64"},
    {"ir.FloatImm", "ir.PrimExpr", "value:float"},
    {"ir.Type", NULL, "span:ref"},
    {"ir.PrimType", "ir.Type", "dtype:dtype"},
    {"ir.Op", "ir.RelaxExpr", "name:any"},
    {"ir.Attrs", NULL, ""},
    {"ir.DictAttrs", "ir.Attrs", "__dict__:ref"},
    {"ir.BaseFunc", "ir.RelaxExpr", "attrs:ref"},
    {"tir.Var", "ir.PrimExpr", "name:any type_annotation:ref"},
    {"tir.Add", "ir.PrimExpr", "a:ref b:ref"},
    {"tir.Call", "ir.PrimExpr", "op:ref args:ref"},
    {"tir.StringImm", "ir.PrimExpr", "value:any"},
    {"tir.Stmt", NULL, "span:ref"},
    {"tir.Evaluate", "tir.Stmt", "value:ref"},
    {"tir.SeqStmt", "tir.Stmt", "seq:ref"},
    {"tir.AttrStmt", "tir.Stmt", "node:any attr_key:any value:ref body:ref"},
    {"tir.For", "tir.Stmt",
     "loop_var:ref min:ref extent:ref kind:int32 body:ref thread_binding:opt annotations:ref "
     "step:opt"},
    {"tir.PrimFunc", "ir.BaseFunc", "params:ref ret_type:ref buffer_map:ref body:ref"},
    {"relax.Constant", "ir.RelaxExpr", "data:ref"},
    {"test.Pair", NULL, "first:any second:opt count:int32 flag:bool"},
    {"test.Derived", "test.Pair", "third:any"},
};

enum { TYPES = sizeof types / sizeof types[0] };

_Static_assert(FIRST_DYNAMIC + TYPES <= LAST_INDEX, "there is room for all types");
_Static_assert(sizeof(field_info) == 120 && sizeof(type_info) == 72, "the sizes of the C ABI");

/* ---- getters ---- */

static int get_int64(void *field, standin_any *result)
{
    *result = integer(*(int64_t *)field);
    return 0;
}

static int get_int32(void *field, standin_any *result)
{
    *result = integer(*(int32_t *)field);
    return 0;
}

static int get_bool(void *field, standin_any *result)
{
    *result = truth(*(bool *)field);
    return 0;
}

static int get_float(void *field, standin_any *result)
{
    *result = number(*(double *)field);
    return 0;
}

static int get_dtype(void *field, standin_any *result)
{
    *result = none();
    result->type_index = DTYPE;
    memcpy(result->v_dtype, field, 4);
    return 0;
}

int get_any(void *field, standin_any *result)
{
    *result = again(*(standin_any *)field);
    return 0;
}

int get_ref(void *field, standin_any *result)
{
    standin_object *o = *(standin_object **)field;
    *result = none();
    if (!o) return 0;
    *result = (standin_any){.type_index = o->type_index, .v_obj = o};
    *result = again(*result);
    return 0;
}

static int get_nothing(void *field, standin_any *result)
{
    (void)field;
    (void)result;
    return raise_error("the field has no value today");
}

static const struct {
    const char *word;
    size_t size;
    int32_t static_index;
    int (*getter)(void *field, standin_any *result);
} kinds[] = {
    {"ref", 8, OBJECT_INDEX, get_ref}, {"opt", 8, -1, get_ref},        {"any", 16, -1, get_any},
    {"int64", 8, INT, get_int64},      {"int32", 4, INT, get_int32},   {"bool", 1, BOOL, get_bool},
    {"float", 8, FLOAT, get_float},    {"dtype", 4, DTYPE, get_dtype},
};

/* ---- the table of types ---- */

entry *find_type(const char *key)
{
    for (int i = 0; i < TYPES; i++)
        if (strcmp(types[i].key, key) == 0) return &entries[FIRST_DYNAMIC + i];
    fprintf(stderr, "the stand-in has no type %s\n", key);
    abort();
}

static void add_field(entry *e, const char *word)
{
    const char *colon = strchr(word, ':');
    field_info *field = &e->fields[e->info.num_fields];
    char *name = e->names[e->info.num_fields++];
    memcpy(name, word, (size_t)(colon - word));
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t size = kinds[i].size, length = strlen(kinds[i].word);
        if (strncmp(colon + 1, kinds[i].word, length) != 0) continue;
        size_t alignment = size > 8 ? 8 : size;
        e->size = (e->size + alignment - 1) / alignment * alignment;
        *field = (field_info){.name = {name, strlen(name)},
                              .size = (int64_t)size,
                              .alignment = (int64_t)alignment,
                              .offset = (int64_t)e->size,
                              .getter = kinds[i].getter,
                              .field_static_type_index = kinds[i].static_index};
        e->size += size;
    }
}

static void describe(entry *e, int32_t index, const char *key, const entry *base)
{
    static int metadata;
    e->info = (type_info){.type_index = index,
                          .type_key = {key, strlen(key)},
                          .type_ancestors = e->ancestors,
                          .fields = e->fields,
                          .metadata = &metadata};
    e->size = base ? base->size : sizeof(standin_object);
    if (!base) return;
    memcpy(e->ancestors, base->ancestors, sizeof e->ancestors);
    e->ancestors[base->info.type_depth] = &base->info;
    e->info.type_depth = base->info.type_depth + 1;
}

void fill_types(void)
{
    static const char *const statics[] = {"ffi.Object", "ffi.String",   "ffi.Bytes",
                                          "ffi.Error",  "ffi.Function", "ffi.Shape",
                                          "ffi.Tensor", "ffi.Array",    "ffi.Map"};
    if (entries[OBJECT_INDEX].size) return;
    for (int i = 0; i <= MAP_INDEX - OBJECT_INDEX; i++)
        describe(&entries[OBJECT_INDEX + i], OBJECT_INDEX + i, statics[i],
                 i ? &entries[OBJECT_INDEX] : NULL);
    for (int i = 0; i < TYPES; i++) {
        entry *e = &entries[FIRST_DYNAMIC + i];
        const char *base = types[i].base;
        describe(e, FIRST_DYNAMIC + i, types[i].key,
                 base ? find_type(base) : &entries[OBJECT_INDEX]);
        for (const char *word = types[i].fields; *word; word += strspn(word, " ")) {
            add_field(e, word);
            word += strcspn(word, " ");
        }
    }
}

/* The description with the flaw of the test. */
static const type_info *flawed_info(const type_info *sound)
{
    static type_info info;
    static field_info fields[MOST_FIELDS + 1];
    info = *sound;
    memcpy(fields, sound->fields, MOST_FIELDS * sizeof *fields);
    info.fields = flaw == NULL_FIELDS ? NULL : fields;
    if (flaw == NEGATIVE_COUNT) info.num_fields = -1;
    if (flaw == NO_GETTER) fields[0].getter = NULL;
    if (flaw == UNNAMED) fields[0].name.data = NULL;
    if (flaw == OFFSET_IN_HEADER) fields[0].offset = 8;
    if (flaw == NO_ANCESTORS) info.type_ancestors = NULL;
    if (flaw == FAILING) fields[0].getter = get_nothing;
    if (flaw == FAILING) fields[0].field_static_type_index = -1;
    if (flaw == ONE_LESS) info.num_fields--;
    if (flaw == ANOTHER) {
        fields[info.num_fields] = fields[0];
        fields[info.num_fields++].name = (str){"novelty", 7};
    }
    return flaw == NO_INFO ? NULL : &info;
}

const void *TVMFFIGetTypeInfo(int32_t index);
const void *TVMFFIGetTypeInfo(int32_t index)
{
    fill_types();
    if (index < 0 || index >= LAST_INDEX || !entries[index].size) return NULL;
    const type_info *info = &entries[index].info;
    bool is_flawed = flaw != SOUND && flawed_key && !strcmp(flawed_key, info->type_key.data);
    return is_flawed ? flawed_info(info) : info;
}
