/* refusal.c -- the messages of refuse.c and refuse_shape.c. */
#include "refuse.h"

const tunip_doc *relax_refuse(const relax_check *c)
{
    relax_script_state *state = tunip_elaborator_state(c->e, &tunip_dialect_relax);
    if (state) state->refused = (const tunip_node *)c->call;
    return c->doc;
}

void relax_refuse_dtypes(const relax_check *c, const char *text, tunip_dtype a, tunip_dtype b)
{
    char x[TUNIP_DTYPE_NAME_SIZE], y[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(a, x);
    tunip_dtype_name(b, y);
    tunip_complain(c->e, relax_refuse(c), "%s of R.%s differ in dtype: %s and %s", text, c->op, x,
                   y);
}

void relax_refuse_sizes(const relax_check *c, const char *text, int64_t a, int64_t b)
{
    tunip_complain(c->e, relax_refuse(c), "R.%s: %s: %lld and %lld", c->op, text, (long long)a,
                   (long long)b);
}
