/* test_registry.c -- types by key, their flattened fields, and the process-wide ids. */
#include "render_helper.h"

#include "ir/describe.h"
#include "ir/registry.h"

enum { PLENTY = 1000000 };

typedef struct animal {
    tunip_node base;
    int64_t legs;
    tunip_node *name;
} animal;

typedef struct dog {
    animal base;
    bool barks;
} dog;

typedef struct puppy {
    dog base;
    double age;
} puppy;

/* clang-format off */
static const tunip_field animal_fields[] = {
    TUNIP_FIELD_INT(animal, legs, 0),
    TUNIP_FIELD_ANY(animal, name, 0),
};
static const tunip_field dog_fields[] = {TUNIP_FIELD_BOOL(dog, barks, 0)};
static const tunip_field puppy_fields[] = {TUNIP_FIELD_FLOAT(puppy, age, 0)};
/* clang-format on */

#define TYPE(s, key_, base_)                                                                       \
    static tunip_type s##_type = {.key = (key_),                                                   \
                                  .base = (base_),                                                 \
                                  .fields = s##_fields,                                            \
                                  .field_count = TUNIP_LEN(s##_fields),                            \
                                  .size = sizeof(s)}

TYPE(animal, "zoo.Animal", NULL);
TYPE(dog, "zoo.Dog", &animal_type);
TYPE(puppy, "zoo.Puppy", &dog_type);
static tunip_type other_dog_type = {.key = "zoo.Dog", .size = sizeof(dog)};
static tunip_type plain_type = {.key = "zoo.Plain", .size = sizeof(tunip_node)};

typedef struct fixture {
    budget_memory memory;
    tn_arena arena;
    tn_registry registry;
    tunip_error error;
} fixture;

static void open(fixture *f, size_t budget)
{
    *f = (fixture){.error = TUNIP_ERROR_INIT};
    budget_memory_init(&f->memory, budget);
    tn_arena_init(&f->arena, &f->memory.allocator);
    tn_registry_init(&f->registry, &f->arena, &f->memory.allocator);
}

static void close(fixture *f)
{
    tn_registry_free(&f->registry);
    tn_arena_free(&f->arena);
    assert_int_equal(f->memory.held, 0);
}

/* As a context does. */
static tunip_status add_of(fixture *f, tunip_type *type, const char *owner)
{
    tunip_status status = tn_verify_type(&f->registry, type, owner, &f->error);
    return status == TUNIP_OK ? tn_registry_add(&f->registry, type, owner, &f->error) : status;
}

static tunip_status add(fixture *f, tunip_type *type)
{
    return add_of(f, type, "zoo");
}

static const tn_type_info *find(const fixture *f, const char *key)
{
    return tn_registry_find(&f->registry, tunip_str_from(key), 0);
}

static void add_all(fixture *f)
{
    assert_int_equal(add(f, &animal_type), TUNIP_OK);
    assert_int_equal(add(f, &dog_type), TUNIP_OK);
    assert_int_equal(add(f, &puppy_type), TUNIP_OK);
    assert_true(animal_type.id >= 1);
}

/* ---- finding ---- */

static void room_for_too_many_types_is_refused(void **state)
{
    (void)state;
    fixture f;
    open(&f, SIZE_MAX);
    add_all(&f);
    const size_t few[TN_VINTAGE_SHELVES] = {0, 3}, many[TN_VINTAGE_SHELVES] = {SIZE_MAX};
    const size_t later[TN_VINTAGE_SHELVES] = {0, SIZE_MAX / 2};
    assert_true(tn_registry_reserve(&f.registry, few));
    assert_false(tn_registry_reserve(&f.registry, many));
    assert_false(tn_registry_reserve(&f.registry, later));
    assert_ptr_equal(find(&f, "zoo.Dog")->type, &dog_type);
    close(&f);
}

static void types_are_found_by_key(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    assert_null(find(&f, "zoo.Dog"));
    add_all(&f);
    assert_ptr_equal(find(&f, "zoo.Animal")->type, &animal_type);
    assert_ptr_equal(find(&f, "zoo.Puppy")->type, &puppy_type);
    assert_string_equal(find(&f, "zoo.Dog")->owner, "zoo");
    assert_null(find(&f, "zoo.Cat"));
    assert_null(find(&f, ""));
    assert_null(find(&f, "zoo.Do"));
    assert_ptr_equal(tn_registry_find(&f.registry, (tunip_str){"zoo.Dogs", 7}, 0)->type, &dog_type);
    close(&f);
}

static void fields_are_flattened_ancestors_first(void **state)
{
    (void)state;
    static const char *const names[] = {"legs", "name", "barks", "age"};
    fixture f;
    open(&f, PLENTY);
    add_all(&f);
    const tn_type_info *info = find(&f, "zoo.Puppy");
    assert_int_equal(info->field_count, 4);
    for (size_t i = 0; i < 4; i++) assert_string_equal(info->fields[i]->name, names[i]);
    assert_ptr_equal(info->fields[0], &animal_fields[0]);
    assert_ptr_equal(info->fields[3], &puppy_fields[0]);
    assert_int_equal(find(&f, "zoo.Animal")->field_count, 2);
    assert_int_equal(add(&f, &plain_type), TUNIP_OK);
    assert_int_equal(find(&f, "zoo.Plain")->field_count, 0);
    close(&f);
}

/* A field listed once more with other flags is saved only once, at its first place. */
static void repeated_fields_are_no_fields(void **state)
{
    (void)state;
    static const tunip_field own[] = {
        TUNIP_FIELD_ANY(animal, name, TUNIP_FLAG_IGNORE | TUNIP_FLAG_AGAIN),
        TUNIP_FIELD_BOOL(dog, barks, 0)};
    static tunip_type cat = {.key = "zoo.Cat",
                             .base = &animal_type,
                             .fields = own,
                             .field_count = 2,
                             .size = sizeof(dog)};
    fixture f;
    open(&f, PLENTY);
    add_all(&f);
    assert_int_equal(add(&f, &cat), TUNIP_OK);
    const tn_type_info *info = find(&f, "zoo.Cat");
    assert_int_equal(info->field_count, 3);
    assert_ptr_equal(info->fields[1], &animal_fields[1]);
    assert_ptr_equal(info->fields[2], &own[1]);
    close(&f);
}

/* ---- ids ---- */

/* Ids count from 1. A type gets its id at its first registration and keeps it. */
static void ids_are_given_once(void **state)
{
    (void)state;
    static tunip_type first = {.key = "id.First", .size = sizeof(tunip_node)};
    static tunip_type second = {.key = "id.Second", .size = sizeof(tunip_node)};
    fixture f, g;
    open(&f, PLENTY);
    open(&g, PLENTY);
    assert_int_equal(first.id, 0);
    assert_int_equal(add(&f, &first), TUNIP_OK);
    uint32_t id = first.id;
    assert_true(id >= 1);
    assert_int_equal(add(&g, &second), TUNIP_OK);
    assert_int_equal(second.id, id + 1);
    assert_int_equal(add(&g, &first), TUNIP_OK);
    assert_int_equal(first.id, id);
    close(&f);
    close(&g);
}

static void the_built_in_values_have_keys(void **state)
{
    (void)state;
    static const struct {
        const tunip_type *type;
        const char *key;
        size_t size;
    } cases[] = {
        {&tunip_string_type, "ffi.String", sizeof(tunip_string)},
        {&tunip_int_type, "int", sizeof(tunip_int)},
        {&tunip_float_type, "float", sizeof(tunip_float)},
        {&tunip_bool_type, "bool", sizeof(tunip_bool)},
        {&tunip_dtype_type, "DataType", sizeof(tunip_dtype_value)},
        {&tunip_device_type, "Device", sizeof(tunip_device)},
        {&tunip_bytes_type, "ffi.Bytes", sizeof(tunip_bytes)},
        {&tunip_shape_type, "ffi.Shape", sizeof(tunip_shape)},
        {&tunip_array_type, "ffi.Array", sizeof(tunip_array)},
        {&tunip_map_type, "ffi.Map", sizeof(tunip_map)},
        {&tunip_tensor_type, "ffi.Tensor", sizeof(tunip_tensor)},
    };
    fixture f;
    open(&f, PLENTY);
    for (size_t i = 0; i < tn_value_type_count; i++)
        assert_int_equal(add(&f, tn_value_types[i]), TUNIP_OK);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        assert_ptr_equal(find(&f, cases[i].key)->type, cases[i].type);
        assert_int_equal(cases[i].type->size, cases[i].size);
    }
    close(&f);
}

/* ---- refusals ---- */

static void a_key_is_taken_once(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    add_all(&f);
    assert_int_equal(add_of(&f, &other_dog_type, "kennel"), TUNIP_ERROR_CONFLICT);
    assert_string_equal(f.error.message, "zoo and kennel both register the type zoo.Dog");
    assert_ptr_equal(find(&f, "zoo.Dog")->type, &dog_type);
    assert_int_equal(f.registry.shelves[0].infos.count, 3);
    assert_int_equal(other_dog_type.id, 0);
    close(&f);
}

static void bases_come_first(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    assert_int_equal(add(&f, &dog_type), TUNIP_ERROR_ARGUMENT);
    assert_string_equal(f.error.message,
                        "zoo registers the type zoo.Dog, whose base zoo.Animal is not registered");
    assert_null(find(&f, "zoo.Dog"));
    add_all(&f);
    close(&f);
}

/* Another type with the key of the base is not the base. Otherwise nodes would be read with a wrong
 * layout. */
static void a_namesake_of_the_base_is_not_the_base(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    assert_int_equal(add(&f, &other_dog_type), TUNIP_OK);
    assert_int_equal(add(&f, &puppy_type), TUNIP_ERROR_ARGUMENT);
    assert_null(find(&f, "zoo.Puppy"));
    close(&f);
}

static void truncating_forgets_the_last_types(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    add_all(&f);
    tn_registry_rewind(&f.registry, (tn_registry_mark){{5}});
    assert_non_null(find(&f, "zoo.Puppy"));
    tn_registry_rewind(&f.registry, (tn_registry_mark){{1}});
    assert_null(find(&f, "zoo.Puppy"));
    assert_null(find(&f, "zoo.Dog"));
    assert_ptr_equal(find(&f, "zoo.Animal")->type, &animal_type);
    assert_int_equal(add(&f, &dog_type), TUNIP_OK);
    assert_ptr_equal(find(&f, "zoo.Dog")->type, &dog_type);
    assert_int_equal(find(&f, "zoo.Dog")->field_count, 3);
    close(&f);
}

/* Adds types with memory for `budget` allocations. Returns whether all could be added; those that
 * were are complete. */
static bool add_with(size_t budget)
{
    static tunip_type *const types[] = {&animal_type, &dog_type, &puppy_type};
    fixture f;
    open(&f, budget);
    size_t added = 0;
    while (added < 3 && add(&f, types[added]) == TUNIP_OK) added++;
    assert_int_equal(f.error.code, added < 3 ? TUNIP_ERROR_MEMORY : TUNIP_OK);
    assert_int_equal(f.registry.shelves[0].infos.count, added);
    for (size_t i = 0; i < 3; i++) {
        const tn_type_info *info = find(&f, types[i]->key);
        assert_int_equal(info != NULL, i < added);
        if (info) assert_string_equal(info->fields[0]->name, "legs");
    }
    close(&f);
    return added == 3;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    size_t budget = 0;
    while (!add_with(budget)) budget++;
    assert_true(budget >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_found_by_key),
        cmocka_unit_test(room_for_too_many_types_is_refused),
        cmocka_unit_test(fields_are_flattened_ancestors_first),
        cmocka_unit_test(repeated_fields_are_no_fields),
        cmocka_unit_test(ids_are_given_once),
        cmocka_unit_test(the_built_in_values_have_keys),
        cmocka_unit_test(a_key_is_taken_once),
        cmocka_unit_test(bases_come_first),
        cmocka_unit_test(a_namesake_of_the_base_is_not_the_base),
        cmocka_unit_test(truncating_forgets_the_last_types),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
