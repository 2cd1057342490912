# cmake -C .cmake/bench.cmake -S . -B build-bench -G Ninja
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
set(QIPU_TESTS OFF CACHE BOOL "")
set(QIPU_BENCH ON CACHE BOOL "")
set(QIPU_MARCH x86-64-v3 CACHE STRING "")
