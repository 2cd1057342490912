// The arena of the WebAssembly module (runtime.cpp).
#pragma once

/// Everything allocated before is forgotten: no object that owns memory may outlive a call.
void begin_call();
