#include "Structure.h"

#include <stdbool.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Where a block of 64 bytes has quotes, backslashes and brackets: a bit for each byte. Within strings and
// names, `Y`, `_`, `y` and U+007F pass for brackets, too.
typedef struct {
  uint64_t quotes, backslashes, brackets;
} block;

typedef struct {
  size_t depth;
  // All ones within a string.
  uint64_t text;
  // 1 if a backslash before the block escapes its first byte.
  uint64_t escapes;
} progress;

// Takes a bracket in. Returns whether it closes the outermost container.
static inline bool take(
    const uint8_t *bytes, size_t place, progress *at, cleanstore_containers *found) {
  size_t index = found->count < 2 ? found->count : 2;
  // `{` and `[` have this bit, `}` and `]` don't.
  if (bytes[place] & 2) {
    if (at->depth == 1) found->starts[index] = place;
    at->depth++;
    return false;
  }
  if (at->depth == 2) {
    found->ends[index] = place + 1;
    found->count++;
  }
  at->depth -= at->depth > 0;
  return at->depth == 0;
}

// The bytes that backslashes escape. A backslash that is escaped escapes nothing.
static uint64_t escaped(uint64_t backslashes, uint64_t *carry) {
  uint64_t escaped = *carry;
  uint64_t rest = backslashes & ~*carry;
  *carry = 0;
  while (rest) {
    uint64_t bit = rest & (0 - rest), next = bit << 1;
    if (!next) *carry = 1;
    escaped |= next;
    rest &= ~(bit | next);
  }
  return escaped;
}

// Goes on with a block whose quotes stand for the strings they are around: `inside` has a bit for each
// byte from an opening quote up to its closing one, the string that the block begins in left out.
static inline size_t step(
    const uint8_t *bytes, size_t offset, uint64_t brackets, uint64_t inside, progress *at,
    cleanstore_containers *found) {
  uint64_t text = inside ^ at->text;
  at->text = (uint64_t)((int64_t)text >> 63);
  for (uint64_t rest = brackets & ~text; rest; rest &= rest - 1) {
    size_t place = offset + (size_t)__builtin_ctzll(rest);
    if (take(bytes, place, at, found)) return place + 1;
  }
  return 0;
}

#if defined(__x86_64__)
__attribute__((target("avx2,bmi,pclmul"))) static size_t wide(
    const uint8_t *bytes, size_t *offset, size_t readable, progress *at,
    cleanstore_containers *found) {
  const __m256i quote = _mm256_set1_epi8('"'), backslash = _mm256_set1_epi8('\\');
  const __m256i bits = _mm256_set1_epi8((char)0xD9), bracket = _mm256_set1_epi8(0x59);
  for (; *offset + 64 <= readable; *offset += 64) {
    __m256i low = _mm256_loadu_si256((const __m256i *)(bytes + *offset));
    __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + *offset + 32));
#define BOTH(first, second)                             \
  ((uint64_t)(uint32_t)_mm256_movemask_epi8(first) |    \
   (uint64_t)(uint32_t)_mm256_movemask_epi8(second) << 32)
    uint64_t quotes = BOTH(_mm256_cmpeq_epi8(low, quote), _mm256_cmpeq_epi8(high, quote));
    uint64_t brackets = BOTH(
        _mm256_cmpeq_epi8(_mm256_and_si256(low, bits), bracket),
        _mm256_cmpeq_epi8(_mm256_and_si256(high, bits), bracket));
    uint64_t backslashes =
        BOTH(_mm256_cmpeq_epi8(low, backslash), _mm256_cmpeq_epi8(high, backslash));
#undef BOTH
    if (backslashes | at->escapes) quotes &= ~escaped(backslashes, &at->escapes);
    // A multiplication without carries by all ones: each bit becomes the parity of those up to it.
    __m128i parity = _mm_clmulepi64_si128(
        _mm_set_epi64x(0, (long long)quotes), _mm_set1_epi8((char)0xFF), 0);
    size_t end = step(bytes, *offset, brackets, (uint64_t)_mm_cvtsi128_si64(parity), at, found);
    if (end) return end;
  }
  return 0;
}
#endif

// Eight bytes at a time: a byte that is zero gets its top bit, and the top bits are gathered.
static inline uint64_t matches(uint64_t word, uint8_t byte) {
  const uint64_t ones = 0x0101010101010101, low = 0x7F7F7F7F7F7F7F7F;
  uint64_t differing = word ^ ones * byte;
  uint64_t zeros = ~(((differing & low) + low) | differing | low);
  return ((zeros >> 7) * 0x0102040810204080) >> 56;
}

static size_t narrow(
    const uint8_t *bytes, size_t *offset, size_t readable, progress *at,
    cleanstore_containers *found) {
  for (; *offset + 64 <= readable; *offset += 64) {
    block of = {0, 0, 0};
    for (int part = 0; part < 64; part += 8) {
      uint64_t word;
      memcpy(&word, bytes + *offset + part, 8);
      of.quotes |= matches(word, '"') << part;
      of.backslashes |= matches(word, '\\') << part;
      of.brackets |= matches(word & 0xD9D9D9D9D9D9D9D9, 0x59) << part;
    }
    if (of.backslashes | at->escapes) of.quotes &= ~escaped(of.backslashes, &at->escapes);
    uint64_t inside = of.quotes;
    for (int shift = 1; shift < 64; shift *= 2) inside ^= inside << shift;
    size_t end = step(bytes, *offset, of.brackets, inside, at, found);
    if (end) return end;
  }
  return 0;
}

// The last bytes, one by one.
static size_t last(
    const uint8_t *bytes, size_t offset, size_t end, progress *at, cleanstore_containers *found) {
  bool isInText = at->text != 0, isEscaped = at->escapes != 0;
  for (; offset < end; offset++) {
    uint8_t byte = bytes[offset];
    if (isEscaped) {
      isEscaped = false;
    } else if (byte == '\\') {
      isEscaped = true;
    } else if (byte == '"') {
      isInText = !isInText;
    } else if (!isInText && (byte & 0xD9) == 0x59 && take(bytes, offset, at, found)) {
      return offset + 1;
    }
  }
  return 0;
}

size_t cleanstore_step_over(
    const uint8_t *bytes, size_t offset, size_t end, size_t readable, size_t depth,
    cleanstore_containers *found) {
  progress at = {depth, 0, 0};
  size_t stop = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul")) {
    stop = wide(bytes, &offset, readable, &at, found);
  } else {
    stop = narrow(bytes, &offset, readable, &at, found);
  }
#else
  // Little-endian, as all machines are that Swift runs on.
  stop = narrow(bytes, &offset, readable, &at, found);
#endif
  if (!stop) stop = last(bytes, offset, end, &at, found);
  return stop <= end ? stop : 0;
}
