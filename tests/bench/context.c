/* context.c -- the time to make a context, in microseconds: the first one of the process, which
 * also prepares the types, and the median of later ones. */
#include <stdio.h>
#include <stdlib.h>

#include <tunip.h>

#include "measure.h"

enum { RUNS = 201 };

static bool time_context(double *spent)
{
    double begin = thread_seconds();
    tunip_context *context = tunip_context_new(NULL, NULL);
    *spent = thread_seconds() - begin;
    tunip_context_free(context);
    return context != NULL;
}

int main(void)
{
    double first, later[RUNS];
    bool made = time_context(&first);
    for (size_t i = 0; i < RUNS && made; i++) made = time_context(&later[i]);
    if (!made) {
        fputs("bench: out of memory\n", stderr);
        return 1;
    }
    printf("context: the first %.0f us, later ones %.0f us\n", first * 1e6,
           median(later, RUNS) * 1e6);
    return 0;
}
