/* standin_python.c -- objects of the stand-in for the tests of the Python package, which load it as
 * a library: for i in T.serial(8): T.evaluate(i + ADDEND). */
#include <stdlib.h>

#include "standin.h"

void *standin_loop(int64_t addend);
void *standin_loop(int64_t addend)
{
    standin_any type = OBJECT("ir.PrimType", none(), dtype(0, 32));
    standin_any i = OBJECT("tir.Var", none(), dtype(0, 32), text("i"), type);
    standin_any one = OBJECT("ir.IntImm", none(), dtype(0, 32), integer(addend));
    standin_any sum = OBJECT("tir.Add", none(), dtype(0, 32), again(i), one);
    standin_any zero = OBJECT("ir.IntImm", none(), dtype(0, 32), integer(0));
    standin_any eight = OBJECT("ir.IntImm", none(), dtype(0, 32), integer(8));
    return OBJECT("tir.For", none(), i, zero, eight, integer(0),
                  OBJECT("tir.Evaluate", none(), sum), none(), map(0, NULL), none())
        .v_obj;
}

/* The same of TVM v0.26, after standin_use(26). */
void *standin_newer_loop(int64_t addend);
void *standin_newer_loop(int64_t addend)
{
    standin_any type = OBJECT("ir.PrimType", none(), dtype(0, 32));
    standin_any i = OBJECT("ir.Var", none(), again(type), text("i"));
    standin_any one = OBJECT("ir.IntImm", none(), again(type), integer(addend));
    standin_any sum = OBJECT("tirx.Add", none(), again(type), again(i), one);
    standin_any zero = OBJECT("ir.IntImm", none(), again(type), integer(0));
    standin_any eight = OBJECT("ir.IntImm", none(), type, integer(8));
    return OBJECT("tirx.For", none(), i, zero, eight, integer(0),
                  OBJECT("tirx.Evaluate", none(), sum), none(), map(0, NULL), none())
        .v_obj;
}

/* A list of many loops. */
void *standin_loops(size_t count);
void *standin_loops(size_t count)
{
    standin_any *items = calloc(count, sizeof *items);
    if (!items) abort();
    for (size_t i = 0; i < count; i++) {
        standin_object *loop = standin_loop((int64_t)i);
        items[i] = (standin_any){.type_index = loop->type_index, .v_obj = loop};
    }
    standin_any all = array(count, items);
    free(items);
    return all.v_obj;
}

/* An object of a type that tunip does not know. */
void *standin_pair(void);
void *standin_pair(void)
{
    return OBJECT("test.Pair", none(), none(), integer(1), truth(true)).v_obj;
}

size_t standin_count(void);
size_t standin_count(void)
{
    return standin_alive;
}
