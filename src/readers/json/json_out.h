/* json_out.h -- writing JSON as tvm-ffi does (src/ffi/extra/json_writer.cc), through a callback. */
#ifndef TN_JSON_OUT_H
#define TN_JSON_OUT_H

#include <tunip/base.h>

typedef struct tn_json_out {
    tunip_write_fn write;
    void *user;
    tunip_status status; /* once it is not TUNIP_OK nothing more is written */
    size_t used;
    char buffer[4096];
} tn_json_out;

void tn_json_out_init(tn_json_out *out, tunip_write_fn write, void *user);
void tn_json_flush(tn_json_out *out);

/* Bytes as they are. */
void tn_json_put(tn_json_out *out, const char *data, size_t size);
void tn_json_put_text(tn_json_out *out, const char *text);

void tn_json_put_int(tn_json_out *out, int64_t value);
void tn_json_put_float(tn_json_out *out, double value);
void tn_json_put_bool(tn_json_out *out, bool value);
/* Quoted and escaped. */
void tn_json_put_string(tn_json_out *out, tunip_str text);
/* Quoted, in base 64. */
void tn_json_put_base64(tn_json_out *out, tunip_str bytes);

/* The line break in front of element `index` of a list or object, and the comma behind the element
 * before it. */
void tn_json_put_break(tn_json_out *out, size_t index, int indent);

#endif
