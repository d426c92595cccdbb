// Which of 64 bytes are quotes, backslashes and brackets: a bit for each byte. Leaving Swift pays,
// because it can't gather the lanes of a vector into the bits of a number.
#ifndef CLEANSTORE_STRUCTURE_H
#define CLEANSTORE_STRUCTURE_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef struct {
  uint64_t quotes;
  uint64_t backslashes;
  /// Brackets and braces; within strings and names also `Y`, `_`, `y` and U+007F.
  uint64_t brackets;
} cleanstore_structure;

/// The structure of the 64 bytes at `bytes`.
static inline cleanstore_structure cleanstore_structure_of(const uint8_t *bytes) {
  cleanstore_structure found = {0, 0, 0};
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
  // All four are alike in these bits, and nothing else outside of strings is.
  const __m128i bits = _mm_set1_epi8((char)0xD9), bracket = _mm_set1_epi8(0x59);
  __m128i text[4], escape = _mm_setzero_si128();
  for (int part = 0; part < 4; part++) {
    text[part] = _mm_loadu_si128((const __m128i *)(bytes + 16 * part));
    escape = _mm_or_si128(escape, _mm_cmpeq_epi8(text[part], backslash));
  }
  for (int part = 0; part < 4; part++) {
    uint64_t quotes = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(text[part], quote));
    uint64_t brackets =
        (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(text[part], bits), bracket));
    found.quotes |= quotes << 16 * part;
    found.brackets |= brackets << 16 * part;
  }
  if (_mm_movemask_epi8(escape) != 0) {
    for (int part = 0; part < 4; part++) {
      uint64_t escapes = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(text[part], backslash));
      found.backslashes |= escapes << 16 * part;
    }
  }
#else
  // Eight bytes at a time: a byte that is zero gets its top bit, and the top bits are gathered.
  const uint64_t ones = 0x0101010101010101, low = 0x7F7F7F7F7F7F7F7F;
#define CLEANSTORE_BITS(word, byte) \
  (((~((((word) ^ (ones * (byte))) & low) + low | ((word) ^ (ones * (byte))) | low) >> 7) * \
    0x0102040810204080) >> 56)
  for (int part = 0; part < 8; part++) {
    uint64_t text;
    memcpy(&text, bytes + 8 * part, 8);
    found.quotes |= CLEANSTORE_BITS(text, 0x22) << 8 * part;
    found.backslashes |= CLEANSTORE_BITS(text, 0x5C) << 8 * part;
    found.brackets |= CLEANSTORE_BITS(text & ones * 0xD9, 0x59) << 8 * part;
  }
#undef CLEANSTORE_BITS
#endif
  return found;
}

#endif
