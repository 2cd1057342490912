# CXX=clang++-19 cmake -C .cmake/fuzz.cmake -S . -B build-fuzz -G Ninja
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
set(QIPU_SANITIZE address,undefined CACHE STRING "")
set(QIPU_TESTS OFF CACHE BOOL "")
set(QIPU_FUZZ ON CACHE BOOL "")
