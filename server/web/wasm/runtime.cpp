// What the C++ libraries for WebAssembly lack or would drag in from WASI: allocation that traps, abort that traps, and
// the stack protector's two symbols (the packaged libraries were built with it). With these the module imports nothing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

void* operator new(std::size_t size) {
  if (void* p = std::malloc(size ? size : 1)) return p;
  __builtin_trap();
}
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD

extern "C" {
std::uintptr_t __stack_chk_guard = 0x5f3759df;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
}
