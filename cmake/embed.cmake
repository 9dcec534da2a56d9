# Writes the bytes of text files as arrays of C, with the hash that a Content-Security-Policy wants.
#
#   cmake -DOUTPUT=FILE.h "-DINPUTS=page.css;page.js" -P embed.cmake
#
# page.css becomes page_css[], which ends with a NUL, and page_css_hash[], "sha256-...".

set(letters ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)

# The Base64 of the 64 hexadecimal digits of a SHA-256.
function(base64 hex out)
  set(text "")
  foreach(at RANGE 0 60 6)
    string(SUBSTRING "${hex}0000" ${at} 6 three)
    foreach(shift 18 12 6 0)
      math(EXPR index "(0x${three} >> ${shift}) & 63")
      string(SUBSTRING "${letters}" ${index} 1 letter)
      string(APPEND text "${letter}")
    endforeach()
  endforeach()
  string(SUBSTRING "${text}" 0 43 text)
  set(${out} "${text}=" PARENT_SCOPE)
endfunction()

set(code "/* made by cmake/embed.cmake */\n")
foreach(input ${INPUTS})
  get_filename_component(name "${input}" NAME)
  string(MAKE_C_IDENTIFIER "${name}" name)
  file(READ "${input}" bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  if(bytes MATCHES "0x([89a-f].|0d)")
    message(FATAL_ERROR "${input}: write it in ASCII, with newlines alone")
  endif()
  file(SHA256 "${input}" hash)
  base64(${hash} hash)
  string(REPEAT "0x..," 16 row)
  string(REGEX REPLACE "(${row})" "\\1\n" bytes "${bytes}")
  string(APPEND code "static const char ${name}[] = {\n${bytes}0};\n"
         "static const char ${name}_hash[] = \"sha256-${hash}\";\n")
endforeach()
file(WRITE "${OUTPUT}" "${code}")
