// simdjson: visits every value of a store's entries with its On-Demand parser, on one thread. It is
// asked and answers like peer.py.
//
//   c++ -O3 -std=c++17 walk.cpp -lsimdjson -o walk && ./walk LOG-FOLDER

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <simdjson.h>

namespace ondemand = simdjson::ondemand;

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#if defined(__clang__)
#define COMPILER "clang " TEXT(__clang_major__)
#else
#define COMPILER "gcc " TEXT(__GNUC__)
#endif

using Summary = std::map<std::string, int64_t>;

/// The segments of a store, with the padding that the parser needs behind each.
static std::vector<simdjson::padded_string> segments(const char *folder) {
  std::vector<std::string> names;
  for (auto &file : std::filesystem::directory_iterator(folder)) names.push_back(file.path());
  std::sort(names.begin(), names.end());
  std::vector<simdjson::padded_string> segments;
  for (auto &name : names) {
    segments.emplace_back();
    simdjson::padded_string::load(name).value().swap(segments.back());
  }
  return segments;
}

/// Calls the function with each line as a document, while it returns true.
template <typename Function>
static void each_line(const std::vector<simdjson::padded_string> &segments, Function visit) {
  ondemand::parser parser;
  for (auto &segment : segments) {
    const char *start = segment.data(), *end = start + segment.size();
    while (start < end) {
      auto line_end = static_cast<const char *>(memchr(start, '\n', end - start));
      if (!line_end) throw std::runtime_error("A line has no LF.");
      size_t length = line_end - start, rest = end - start + simdjson::SIMDJSON_PADDING;
      ondemand::document document = parser.iterate(start, length, rest);
      if (!visit(document)) return;
      start = line_end + 1;
    }
  }
}

/// A number that depends on every key and value, so that none of them can be left out.
template <typename Value> static uint64_t visit(Value &&value) {
  switch (ondemand::json_type(value.type())) {
    case ondemand::json_type::object: {
      uint64_t sum = 1;
      for (auto field : value.get_object()) {
        sum += std::string_view(field.unescaped_key()).size();
        sum = sum * 31 + visit(field.value().value());
      }
      return sum;
    }
    case ondemand::json_type::array: {
      uint64_t sum = 2;
      for (auto element : value.get_array()) sum = sum * 31 + visit(element.value());
      return sum;
    }
    case ondemand::json_type::string: {
      std::string_view text = value.get_string();
      return text.empty() ? 3 : text.size() * 256 + static_cast<unsigned char>(text.back());
    }
    case ondemand::json_type::number: return static_cast<uint64_t>(int64_t(value.get_int64()));
    case ondemand::json_type::boolean: return bool(value.get_bool()) ? 5 : 4;
    default: return 6;
  }
}

/// How long a visit of every value takes, in nanoseconds.
static int64_t walk(const std::vector<simdjson::padded_string> &segments) {
  auto start = std::chrono::steady_clock::now();
  volatile uint64_t kept = 0;
  uint64_t sum = 0;
  each_line(segments, [&](ondemand::document &document) {
    sum += visit(document);
    return true;
  });
  kept = sum;
  (void)kept;
  return std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
}

/// The members of an event that count.
struct Event {
  std::string type, currency;
  int64_t amount = 0;

  explicit Event(ondemand::object object) {
    for (auto field : object) {
      std::string_view key = field.unescaped_key();
      if (key == "type") type = std::string_view(field.value().get_string());
      else if (key == "currency") currency = std::string_view(field.value().get_string());
      else if (key == "amount") amount = field.value().get_int64();
    }
  }
};

/// The state after this many entries, as summary.py describes it.
static Summary summary(const std::vector<simdjson::padded_string> &segments, int64_t count) {
  Summary numbers;
  std::unordered_map<std::string, std::string> currencies;
  each_line(segments, [&](ondemand::document &document) {
    if (numbers["entries"] == count) return false;
    numbers["entries"] += 1;
    bool accepted = false;
    std::string *currency = nullptr;
    for (auto field : document.get_object()) {
      std::string_view key = field.unescaped_key();
      if (key == "stream") {
        currency = &currencies[std::string(std::string_view(field.value().get_string()))];
      } else if (key == "events") {
        accepted = true;
        for (auto element : field.value().get_array()) {
          Event event(element.get_object());
          numbers["event " + event.type] += 1;
          if (event.type == "order-created") *currency = event.currency;
          if (event.type == "payment-received") numbers["paid " + *currency] += event.amount;
          if (event.type == "payment-refunded") numbers["refunded " + *currency] += event.amount;
        }
      }
    }
    numbers[accepted ? "accepted" : "refused"] += 1;
    return true;
  });
  numbers["streams"] = currencies.size();
  return numbers;
}

static void answer_state(const Summary &numbers) {
  std::cout << "{\"state\":{";
  const char *separator = "";
  for (auto &[name, number] : numbers) {
    if (number == 0) continue;
    std::cout << separator << '"' << name << "\":" << number;
    separator = ",";
  }
  std::cout << "}}" << std::endl;
}

int main(int, char **arguments) try {
  auto segments = ::segments(arguments[1]);
  std::cout << "{\"version\":\"" << simdjson::SIMDJSON_VERSION_MAJOR << '.'
            << simdjson::SIMDJSON_VERSION_MINOR << '.' << simdjson::SIMDJSON_VERSION_REVISION
            << "\",\"settings\":\"On-Demand, every value visited, one thread, kernel "
            << simdjson::get_active_implementation()->name() << ", " COMPILER "\"}" << std::endl;
  for (std::string request; std::getline(std::cin, request);) {
    std::istringstream words(request);
    std::string word;
    int64_t count = 0;
    words >> word >> count;
    if (word == "decode") std::cout << "{\"times\":[" << walk(segments) << "]}" << std::endl;
    else answer_state(summary(segments, count));
  }
  return 0;
} catch (const std::exception &error) {
  std::cout << "{\"error\":\"" << error.what() << "\"}" << std::endl;
  return 1;
}
