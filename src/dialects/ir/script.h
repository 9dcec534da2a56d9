/* script.h -- reading modules back. */
#ifndef IR_SCRIPT_H
#define IR_SCRIPT_H

#include <tunip/ext/elaborate.h>

extern const tunip_vocabulary ir_vocabulary;

#endif
