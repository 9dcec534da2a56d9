/* mock.c -- costs by the number of operators. */
#include "mock.h"

#include <math.h>

static bool estimate(void *user, const cg_function *function, const cg_spec *spec, double *out,
                     tunip_error *error)
{
    cg_mock *mock = user;
    size_t count, row = 0;
    while (row < mock->count && !tunip_str_equal(mock->prices[row].target, spec->target)) row++;
    if (row == mock->count) {
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "there is no cost for the target %.*s",
                        (int)spec->target.size, spec->target.data);
        return false;
    }
    if (mock->most && mock->used >= mock->most) {
        tunip_error_set(error, TUNIP_ERROR_LIMIT, "more than %zu costs are needed", mock->most);
        return false;
    }
    mock->used++;
    *out = 0;
    if (!cg_count_operators(function->function, &count)) return false;
    for (size_t i = 0; i < count; i++) *out += mock->prices[row].cost * pow(0.9, (double)i);
    return true;
}

cg_estimator cg_mock_estimator(cg_mock *mock)
{
    return (cg_estimator){estimate, mock};
}
