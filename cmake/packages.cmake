# packages.cmake -- `cpack -G DEB` in a build folder for /usr: libtunip<version> is what programs need
# to run, libtunip-dev what they need to be built, tunip the command, which has the library inside.

set(abi ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_COMPONENTS_ALL library development command)
if(NOT TUNIP_BUILD_CLI)
  list(REMOVE_ITEM CPACK_COMPONENTS_ALL command)
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compiler IR as text")
set(CPACK_PACKAGE_CONTACT "tunip maintainers <maintainers@tunip.invalid>" CACHE STRING
    "Who is the maintainer of packages")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_VERSION ${PROJECT_VERSION}-1)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/staged.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/packed.cmake)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers)
configure_file(cmake/debian/changelog.in changelog.Debian @ONLY)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

function(tunip_package component name section contents)
  string(TOUPPER ${component} key)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_COMPONENT_${key}_DESCRIPTION "${what}\nThis package has ${contents}." PARENT_SCOPE)
  set(folder ${CMAKE_INSTALL_DATADIR}/doc/${name})
  install(FILES cmake/debian/copyright ${PROJECT_BINARY_DIR}/changelog.Debian
          DESTINATION ${folder} COMPONENT ${component})
  install(FILES CHANGELOG.md RENAME changelog DESTINATION ${folder} COMPONENT ${component})
endfunction()

set(what "tunip turns compiler IR, as Apache TVM saves it, into text that people
can read and tools can load back, compares it by structure and shows what
differs.")
tunip_package(library libtunip${abi} libs "the shared library")
tunip_package(development libtunip-dev libdevel
              "the headers, the static library and the manual pages")
tunip_package(command tunip devel "the command and its completions")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libtunip${abi} (= ${CPACK_DEBIAN_PACKAGE_VERSION}), libutf8proc-dev")
# libtunip-inspect.a unpacks archives.
foreach(library IN LISTS unpack_libraries)
  string(REPLACE "zlib" "zlib1g" package "${library}")
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", ${package}-dev")
endforeach()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)

include(CPack)
