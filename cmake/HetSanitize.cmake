# AddressSanitizer and UndefinedBehaviorSanitizer: flags, and what the tests' environment needs with them.
#   HET_SANITIZER_PRELOAD  what must stand before our library in an LD_PRELOAD of an unsanitized program, separator
#                          included; empty without sanitizers: LD_PRELOAD=${HET_SANITIZER_PRELOAD}$<TARGET_FILE:het_dropin>
#   het_without_leak_check(tests...)  of tests whose code others look for leaks in
set(HET_SANITIZER_PRELOAD "")
function(het_without_leak_check)
  if(HETSCALAPACK_SANITIZE)
    set_property(TEST ${ARGN} APPEND PROPERTY
      ENVIRONMENT_MODIFICATION "ASAN_OPTIONS=string_append::fast_unwind_on_malloc=1:detect_leaks=0")
  endif()
endfunction()
if(NOT HETSCALAPACK_SANITIZE)
  return()
endif()

target_compile_options(het_flags INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer>
  $<$<COMPILE_LANGUAGE:C,CXX>:-g1>) # line numbers are what the reports need; the build is a fifth quicker
target_link_options(het_flags INTERFACE -fsanitize=address,undefined)

# Every program keeps the modules it opened, so that a leak can be told by the library it comes from.
add_library(het_keep_modules SHARED ${PROJECT_SOURCE_DIR}/tests/sanitize/keep_modules.c)
target_link_libraries(het_flags INTERFACE $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:het_keep_modules>)

foreach(runtime asan ubsan)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=lib${runtime}.so
                  OUTPUT_VARIABLE file OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(IS_ABSOLUTE "${file}")
    file(REAL_PATH "${file}" file)
    string(APPEND HET_SANITIZER_PRELOAD "${file}:")
  endif()
endforeach()
string(APPEND HET_SANITIZER_PRELOAD "${PROJECT_BINARY_DIR}/lib/libhet_keep_modules.so:")

# ctest runs this file before the tests, so every test, present or future, has these options. Leaks are told apart by the
# stack of their allocation, walked frame by frame: three times slower than not to look for them (het_without_leak_check).
# Leaks inside other people's libraries are let through. intercept_tls_get_addr: GCC 12's leak check guesses where glibc
# keeps the thread-local storage of opened modules, and crashes when the guess is wrong.
file(WRITE ${PROJECT_BINARY_DIR}/sanitizer-environment.cmake
"set(ENV{ASAN_OPTIONS} \"detect_stack_use_after_return=1:strict_init_order=1:\
fast_unwind_on_malloc=0:malloc_context_size=12:intercept_tls_get_addr=0\")
set(ENV{UBSAN_OPTIONS} \"print_stacktrace=1\")
set(ENV{LSAN_OPTIONS} \"suppressions=${PROJECT_SOURCE_DIR}/tests/sanitize/lsan.supp:print_suppressions=0\")
")
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY
             TEST_INCLUDE_FILES ${PROJECT_BINARY_DIR}/sanitizer-environment.cmake)
