// Instants of the service: milliseconds since 1970 UTC, written as RFC 3339 or as HTTP dates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qipu {

/// Milliseconds since 1970-01-01T00:00:00Z.
using Instant = std::int64_t;

Instant now();
/// "2026-05-01T09:30:00.000Z".
std::string to_rfc3339(Instant instant);
/// Also with an offset, with or without a fraction.
std::optional<Instant> from_rfc3339(std::string_view text);
/// "Fri, 01 May 2026 09:30:00 GMT".
std::string to_http_date(Instant instant);
std::optional<Instant> from_http_date(std::string_view text);

}  // namespace qipu
