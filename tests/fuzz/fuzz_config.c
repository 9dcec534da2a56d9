/* fuzz_config.c -- any bytes as a configuration file for `tunip print --config`: it is refused with
 * a message, or a module prints with its settings. */
#include "cli/print_settings.h"
#include "module.h"

static void print(const print_settings *settings)
{
    tunip_printed *printed = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status =
        tunip_print(fuzz_context(), fuzz_module(), &settings->options, &printed, &error);
    FUZZ_CHECK((status == TUNIP_OK) == (printed != NULL));
    FUZZ_CHECK(printed || error.message[0]);
    tunip_printed_free(printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    print_settings settings = PRINT_SETTINGS_INIT;
    const char *file = fuzz_file((tunip_str){(const char *)data, size});
    char *argv[] = {"print", "--config", (char *)(uintptr_t)file, NULL};
    int argc = 3;
    if (print_settings_parse(&settings, &argc, argv)) print(&settings);
    print_settings_free(&settings);
    return 0;
}
