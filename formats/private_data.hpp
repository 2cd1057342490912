// Import drops what identifies people beyond their names: e-mail addresses and phone-like numbers in headers
// and comments.
#pragma once

#include <string>
#include <string_view>

#include "formats/record.hpp"

namespace qipu::formats {

/// Whether a header of this name holds an address or a number of a person (AuthorMail, RedNA, 电话, QQ …).
bool is_private_header(std::string_view name);
/// Takes e-mail addresses and phone numbers out of a text; whether there were any.
bool remove_private_text(std::string& text);
/// Cleans a record and says in the warnings what went.
void drop_private_data(ParseOutcome& outcome);

}  // namespace qipu::formats
