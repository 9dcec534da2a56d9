/* test_json_portable.c -- the scan of strings for processors without a form of their own. */
#undef __SSE2__
#include "plain_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(plain_ends_are_found_at_every_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
