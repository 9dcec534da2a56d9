/* shape.h -- see shape.c. */
#ifndef SHAPE_H
#define SHAPE_H

#include <stdio.h>
#include <tunip/ext/doc.h>

void put_shape(FILE *out, const tunip_doc *doc);

#endif
