# install.cmake -- where `cmake --install` puts the libraries, their headers, the files for find_package()
# and pkg-config, and the script for gdb.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tunip)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS tunip_shared tunip_plugin EXPORT tunip-targets
        LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS tunip_static EXPORT tunip-static-targets)
if(TARGET tunip_tvm)
  install(TARGETS tunip_tvm EXPORT tunip-targets
          LIBRARY COMPONENT library NAMELINK_COMPONENT development)
  install(TARGETS tunip_tvm_static EXPORT tunip-static-targets)
  install(FILES bindings/tvm/tunip_tvm.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
if(TARGET tunip_inspect)
  install(TARGETS tunip_inspect tunip_collage EXPORT tunip-static-targets)
  install(FILES programs/inspect/tunip_inspect.h programs/collage/tunip_collage.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
if(TUNIP_BUILD_CLI AND NOT TUNIP_STATIC_CLI)
  install(TARGETS tunip_debug EXPORT tunip-static-targets)
  install(FILES programs/debug/tunip_debug.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
install(EXPORT tunip-targets NAMESPACE tunip:: DESTINATION ${package_dir})
install(EXPORT tunip-static-targets NAMESPACE tunip:: DESTINATION ${package_dir})
list(JOIN unpack_libraries " " unpack_modules)
configure_package_config_file(cmake/tunip-config.cmake.in tunip-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(tunip-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tunip-config.cmake
              ${PROJECT_BINARY_DIR}/tunip-config-version.cmake DESTINATION ${package_dir})
file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/tunip.pc.in tunip.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tunip.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The libraries of programs, which are static and need the static library. Arguments behind the
# description are flags of the linker. `unpack_libraries` are those that tunip_inspect needs.
function(tunip_program_pc name description)
  set(flags ${ARGN})
  set(requires)
  if(name STREQUAL "inspect")
    list(JOIN unpack_libraries " " requires)
    string(PREPEND requires " ")
  endif()
  configure_file(cmake/program.pc.in tunip-${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/tunip-${name}.pc
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
if(TARGET tunip_inspect)
  tunip_program_pc(inspect "Artifacts of compilers, as tunip inspect shows them")
  tunip_program_pc(collage "Backends for the parts of a module, as tunip collage chooses them")
endif()
if(TUNIP_BUILD_CLI AND NOT TUNIP_STATIC_CLI)
  tunip_program_pc(debug "Runs of graphs of TVM's graph executor, as tunip debug shows them"
                   -rdynamic)
endif()

# A gdb in the same prefix looks here for scripts of the shared library. The prefix is that of the
# installation. Any other gdb, which is that of the system, looks beside the library.
set(gdb_script libtunip.so.${PROJECT_VERSION}-gdb.py)
install(FILES tools/gdb/tunip_gdb.py RENAME ${gdb_script}
  DESTINATION ${CMAKE_INSTALL_DATADIR}/gdb/auto-load/\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR})
if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  install(FILES tools/gdb/tunip_gdb.py RENAME ${gdb_script} DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
