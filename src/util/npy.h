/* npy.h -- the header of an array of NumPy (.npy). */
#ifndef TN_NPY_H
#define TN_NPY_H

#include <tunip/base.h>

typedef struct tn_npy {
    char order;     /* one of "<>|=" */
    char letter;    /* one of "iufcbV" */
    unsigned bytes; /* of an element */
    int code, bits; /* of the dtype: codes are those of DLPack; an unsigned integer for 'V'.
                       bits is 0 for elements of more than 31 bytes */
    bool fortran;   /* the order of Fortran */
    int64_t dims[64];
    size_t rank;
    tunip_str header; /* its text, without blanks at the end */
    tunip_str data;   /* the elements, as many as there are; no data without a whole header */
} tn_npy;

bool tn_is_npy(tunip_str file);
/* Reads the header. NULL, or what is wrong with the file. */
const char *tn_npy_read(tunip_str file, tn_npy *out);

#endif
