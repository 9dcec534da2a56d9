/* module.c -- a fixed module for targets that read paths. It has maps and arrays, keys of all kinds
 * and a shared statement. */
#include "module.h"

static const char saved[] =
    "{\"root_index\":28,\"nodes\":[{\"type\":\"None\"},"
    "{\"type\":\"ffi.String\",\"data\":\"main\"},"
    "{\"type\":\"ir.GlobalVar\",\"data\":{\"span\":0,\"struct_info_\":0,\"name_hint\":1}},"
    "{\"type\":\"ffi.String\",\"data\":\"x\"},"
    "{\"type\":\"ir.PrimType\",\"data\":{\"span\":0,\"dtype\":\"int32\"}},"
    "{\"type\":\"tir.Var\",\"data\":{\"span\":0,\"dtype\":\"int32\",\"name\":3,\"type_annotat"
    "ion\":4}},{\"type\":\"ffi.Array\",\"data\":[5]},{\"type\":\"int\",\"data\":1},"
    "{\"type\":\"ir.IntImm\",\"data\":{\"span\":0,\"dtype\":\"int32\",\"value\":1}},"
    "{\"type\":\"tir.Add\",\"data\":{\"span\":0,\"dtype\":\"int32\",\"a\":5,\"b\":8}},"
    "{\"type\":\"tir.Evaluate\",\"data\":{\"span\":0,\"value\":9}},"
    "{\"type\":\"ffi.Array\",\"data\":[10,10]},"
    "{\"type\":\"tir.SeqStmt\",\"data\":{\"span\":0,\"seq\":11}},"
    "{\"type\":\"ffi.String\",\"data\":\"a \\\"b\\\"\\n\"},{\"type\":\"bool\",\"data\":true},"
    "{\"type\":\"float\",\"data\":1.5},{\"type\":\"ffi.Map\",\"data\":[7,3,0,1,5,7,14,15]},"
    "{\"type\":\"ffi.String\",\"data\":\"global_symbol\"},"
    "{\"type\":\"ffi.Map\",\"data\":[13,16,17,1]},"
    "{\"type\":\"ir.DictAttrs\",\"data\":{\"__dict__\":18}},"
    "{\"type\":\"ffi.Array\",\"data\":[]},"
    "{\"type\":\"ir.TupleType\",\"data\":{\"span\":0,\"fields\":20}},"
    "{\"type\":\"ffi.Map\",\"data\":[]},"
    "{\"type\":\"tir.PrimFunc\",\"data\":{\"span\":0,\"struct_info_\":0,\"attrs\":19,\"params"
    "\":6,\"ret_type\":21,\"buffer_map\":22,\"body\":12}},"
    "{\"type\":\"ffi.Map\",\"data\":[2,23]},{\"type\":\"ffi.Map\",\"data\":[1,2]},"
    "{\"type\":\"ir.SourceMap\",\"data\":{\"source_map\":22}},"
    "{\"type\":\"ir.DictAttrs\",\"data\":{\"__dict__\":18}},"
    "{\"type\":\"ir.IRModule\",\"data\":{\"functions\":24,\"global_var_map_\":25,\"source_map"
    "\":26,\"attrs\":27,\"global_infos\":22}}]}";

const tunip_node *fuzz_module(void)
{
    static tunip_graph *graph;
    if (!graph) graph = fuzz_read((tunip_str){saved, sizeof saved - 1});
    FUZZ_CHECK(graph);
    return tunip_graph_root(graph);
}

const tunip_printed *fuzz_module_printed(void)
{
    static tunip_printed *printed;
    if (!printed) tunip_print(fuzz_context(), fuzz_module(), NULL, &printed, NULL);
    FUZZ_CHECK(printed);
    return printed;
}
