/* tunip.h -- includes every header for users of tunip. Authors of dialects and backends add
 * <tunip/ext/dialect.h> or <tunip/ext/backend.h>. */
#ifndef TUNIP_H
#define TUNIP_H

#include <tunip/base.h>
#include <tunip/check.h>
#include <tunip/context.h>
#include <tunip/diagnostic.h>
#include <tunip/diff.h>
#include <tunip/diff_lines.h>
#include <tunip/diff_text.h>
#include <tunip/equal.h>
#include <tunip/format_script.h>
#include <tunip/graph.h>
#include <tunip/highlight.h>
#include <tunip/history.h>
#include <tunip/html.h>
#include <tunip/json.h>
#include <tunip/lineage.h>
#include <tunip/log.h>
#include <tunip/node.h>
#include <tunip/path.h>
#include <tunip/print.h>
#include <tunip/read.h>
#include <tunip/rewrite.h>
#include <tunip/rules.h>
#include <tunip/site.h>
#include <tunip/source.h>
#include <tunip/source_map.h>
#include <tunip/span_builder.h>
#include <tunip/uses.h>
#include <tunip/vintage.h>

#endif
