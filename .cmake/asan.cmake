# cmake -C .cmake/asan.cmake -S . -B build-asan -G Ninja
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
set(QIPU_SANITIZE address,undefined CACHE STRING "")
