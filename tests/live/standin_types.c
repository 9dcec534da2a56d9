/* standin_types.c -- types of the stand-in are rows of a table. The layout of their objects is
 * computed from it, so an import depends on the offsets and getters that are reported. */
#include "standin_types.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int standin_vintage = 23;
standin_flaw flaw;
const char *flawed_key;
entry entries[LAST_INDEX];

/* The words of fields: NAME:KIND. A "ref" is a pointer, "opt" one that only its getter knows. A
 * type of one version of TVM has its number. */
static const struct {
    const char *key, *base, *fields;
    int vintage;
} types[] = {
    {"ir.BaseExpr", NULL, "span:ref", 23},
    {"ir.PrimExpr", "ir.BaseExpr", "dtype:dtype", 23},
    {"ir.RelaxExpr", "ir.BaseExpr", "struct_info_:opt", 23},
    {"ir.IntImm", "ir.PrimExpr", "value:int64", 23},
    {"ir.FloatImm", "ir.PrimExpr", "value:float", 23},
    {"ir.Type", NULL, "span:ref", 0},
    {"ir.PrimType", "ir.Type", "dtype:dtype", 0},
    {"ir.Op", "ir.RelaxExpr", "name:any", 23},
    {"ir.Attrs", NULL, "", 0},
    {"ir.DictAttrs", "ir.Attrs", "__dict__:ref", 0},
    {"ir.BaseFunc", "ir.RelaxExpr", "attrs:ref", 23},
    {"tir.Var", "ir.PrimExpr", "name:any type_annotation:ref", 23},
    {"tir.Add", "ir.PrimExpr", "a:ref b:ref", 23},
    {"tir.Call", "ir.PrimExpr", "op:ref args:ref", 23},
    {"tir.StringImm", "ir.PrimExpr", "value:any", 23},
    {"tir.Stmt", NULL, "span:ref", 23},
    {"tir.Evaluate", "tir.Stmt", "value:ref", 23},
    {"tir.SeqStmt", "tir.Stmt", "seq:ref", 23},
    {"tir.AttrStmt", "tir.Stmt", "node:any attr_key:any value:ref body:ref", 23},
    {"tir.For", "tir.Stmt",
     "loop_var:ref min:ref extent:ref kind:int32 body:ref thread_binding:opt annotations:ref "
     "step:opt",
     23},
    {"tir.PrimFunc", "ir.BaseFunc", "params:ref ret_type:ref buffer_map:ref body:ref", 23},
    {"relax.Constant", "ir.RelaxExpr", "data:ref", 23},
    {"test.Pair", NULL, "first:any second:opt count:int32 flag:bool", 0},
    {"test.Derived", "test.Pair", "third:any", 0},
    {"ir.Expr", NULL, "span:ref ty:ref", 26},
    {"ir.IntImm", "ir.Expr", "value:int64", 26},
    {"ir.Op", "ir.Expr",
     "name:any description:any arguments:ref attrs_type_key:any num_inputs:int32 "
     "support_level:int32",
     26},
    {"ir.Var", "ir.Expr", "name:any", 26},
    {"ir.Call", "ir.Expr", "op:ref args:ref attrs:ref ty_args:ref", 26},
    {"tirx.Add", "ir.Expr", "a:ref b:ref", 26},
    {"tirx.Stmt", NULL, "span:ref", 26},
    {"tirx.Evaluate", "tirx.Stmt", "value:ref", 26},
    {"tirx.For", "tirx.Stmt",
     "loop_var:ref min:ref extent:ref kind:int32 body:ref thread_binding:opt annotations:ref "
     "step:opt",
     26},
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

static bool has_type(int i)
{
    return !types[i].vintage || types[i].vintage == standin_vintage;
}

entry *find_type(const char *key)
{
    for (int i = 0; i < TYPES; i++)
        if (has_type(i) && strcmp(types[i].key, key) == 0) return &entries[FIRST_DYNAMIC + i];
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
    static const char *const statics[] = {
        "ffi.Object",         "ffi.String", "ffi.Bytes", "ffi.Error", "ffi.Function",
        "ffi.Shape",          "ffi.Tensor", "ffi.Array", "ffi.Map",   "ffi.Module",
        "ffi.OpaquePyObject", "ffi.List",   "ffi.Dict"};
    int last = standin_vintage == 26 ? DICT_INDEX : PYTHON_INDEX;
    if (entries[OBJECT_INDEX].size) return;
    for (int i = 0; i <= last - OBJECT_INDEX; i++)
        describe(&entries[OBJECT_INDEX + i], OBJECT_INDEX + i, statics[i],
                 i ? &entries[OBJECT_INDEX] : NULL);
    for (int i = 0; i < TYPES; i++) {
        entry *e = &entries[FIRST_DYNAMIC + i];
        const char *base = types[i].base;
        if (!has_type(i)) continue;
        describe(e, FIRST_DYNAMIC + i, types[i].key,
                 base ? find_type(base) : &entries[OBJECT_INDEX]);
        for (const char *word = types[i].fields; *word; word += strspn(word, " ")) {
            add_field(e, word);
            word += strcspn(word, " ");
        }
    }
}

void standin_use(int vintage)
{
    standin_vintage = vintage;
    memset(entries, 0, sizeof entries);
    fill_types();
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
