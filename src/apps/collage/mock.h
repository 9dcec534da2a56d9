/* mock.h -- TVM's cost estimator for tests: with c, the cost of an operator on the target, the
 * operators of a function cost c, 0.9 c, 0.81 c, ... */
#ifndef COLLAGE_MOCK_H
#define COLLAGE_MOCK_H

#include "engine.h"

typedef struct cg_mock {
    cg_price *prices; /* of one operator, by target */
    size_t count;
    size_t most; /* estimates; 0: no limit */
    size_t used;
} cg_mock;

cg_estimator cg_mock_estimator(cg_mock *mock);

#endif
