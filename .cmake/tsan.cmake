# cmake -C .cmake/tsan.cmake -S . -B build-tsan -G Ninja
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
set(QIPU_SANITIZE thread CACHE STRING "")
