# toolchain.cmake -- builds for WebAssembly with Clang, LLD and wasi-libc. `./dev wasm` uses it.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "-isystem ${CMAKE_CURRENT_LIST_DIR}/include -D_WASI_EMULATED_SIGNAL \
-D_WASI_EMULATED_MMAN -D_WASI_EMULATED_PROCESS_CLOCKS \
-Wno-unused-command-line-argument -Wno-deprecated-declarations")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-lwasi-emulated-signal -lwasi-emulated-mman \
-lwasi-emulated-process-clocks -Wl,-z,stack-size=8388608 -Wl,--strip-all")
set(CMAKE_C_LINK_LIBRARY_USING_WHOLE_ARCHIVE
    "-Wl,--whole-archive <LINK_ITEM> -Wl,--no-whole-archive")
set(CMAKE_C_LINK_LIBRARY_USING_WHOLE_ARCHIVE_SUPPORTED TRUE)
set(CMAKE_EXECUTABLE_SUFFIX_C .wasm)
