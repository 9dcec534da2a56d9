/* backends.h -- the backends that come with tunip. */
#ifndef TUNIP_BACKENDS_H
#define TUNIP_BACKENDS_H

#include <tunip/ext/backend.h>

extern const tunip_backend tunip_backend_python;  /* TVMScript */
extern const tunip_backend tunip_backend_builder; /* calls of TVM's IRBuilder */
extern const tunip_backend tunip_backend_text;    /* a notation for people */
extern const tunip_backend tunip_backend_doc;     /* the Doc tree itself */
extern const tunip_backend tunip_backend_relay;   /* the text of Relay, the IR of TVM up to v0.20 */
extern const tunip_backend tunip_backend_mlir;    /* MLIR text */

#endif
