// What the C++ libraries for WebAssembly lack or would drag in from WASI: allocation, abort that traps, and
// the stack protector's two symbols (the packaged libraries were built with it). With these the module
// imports nothing. Memory is an arena: calls are independent of each other, so each begins with an empty one
// (begin_call).
#include "server/web/wasm/runtime.hpp"

#include <cstddef>
#include <cstdint>
#include <new>

extern "C" unsigned char __heap_base;

namespace {
std::uintptr_t arena_next = 0;

void* take(std::size_t size) {
  constexpr std::uintptr_t page = 65536;
  if (arena_next == 0) begin_call();
  const std::uintptr_t at = arena_next;
  arena_next = at + ((size + 15) & ~std::size_t{15});
  const std::uintptr_t have = __builtin_wasm_memory_size(0) * page;
  if (arena_next > have && __builtin_wasm_memory_grow(0, (arena_next - have + page - 1) / page) == SIZE_MAX)
    __builtin_trap();
  return reinterpret_cast<void*>(at);
}
}  // namespace

void begin_call() {
  arena_next = (reinterpret_cast<std::uintptr_t>(&__heap_base) + 15) & ~std::uintptr_t{15};
}

void* operator new(std::size_t size) { return take(size); }
void* operator new[](std::size_t size) { return take(size); }
void operator delete(void*) noexcept {}
void operator delete[](void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}
void operator delete[](void*, std::size_t) noexcept {}

_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD

extern "C" {
std::uintptr_t __stack_chk_guard = 0x5f3759df;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
}
