/* objects.c -- files with code: the one table of their formats. */
#include "objects.h"

#include "elf.h"
#include "macho.h"
#include "pe.h"

/* In order: the first that fits is used. */
static const in_file_format formats[] = {
    {"elf", in_is_elf, in_expand_elf},
    {"macho", in_is_macho, in_expand_macho},
    {"pe", in_is_pe, in_expand_pe},
    {"coff", in_is_coff, in_expand_coff},
};

const in_file_format *in_object_format(tunip_str data)
{
    for (size_t i = 0; i < TUNIP_LEN(formats); i++)
        if (formats[i].is(data)) return &formats[i];
    return NULL;
}

bool in_is_object_file(tunip_str kind)
{
    for (size_t i = 0; i < TUNIP_LEN(formats); i++)
        if (tunip_str_is(kind, formats[i].kind)) return true;
    return false;
}
