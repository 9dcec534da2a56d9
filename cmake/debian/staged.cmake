# staged.cmake -- run by cpack before files become packages: manual pages and changelogs are
# compressed, as Debian wants them. -n leaves the time out, so that equal files stay equal.
file(GLOB plain ${CPACK_TEMPORARY_DIRECTORY}/*/usr/share/man/man*/*
                ${CPACK_TEMPORARY_DIRECTORY}/*/usr/share/doc/*/changelog*)
list(FILTER plain EXCLUDE REGEX "\\.gz$")
execute_process(COMMAND gzip -9n ${plain} COMMAND_ERROR_IS_FATAL ANY)
