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
  /// `{` and `[`.
  uint64_t opening;
  /// `}` and `]`.
  uint64_t closing;
} cleanstore_structure;

/// The structure of the 64 bytes at `bytes`.
static inline cleanstore_structure cleanstore_structure_of(const uint8_t *bytes) {
  cleanstore_structure found = {0, 0, 0, 0};
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
  const __m128i brace = _mm_set1_epi8(0x7B), unbrace = _mm_set1_epi8(0x7D), bit = _mm_set1_epi8(0x20);
  for (int part = 0; part < 4; part++) {
    __m128i text = _mm_loadu_si128((const __m128i *)(bytes + 16 * part));
    // A brace and a bracket differ in this bit alone.
    __m128i folded = _mm_or_si128(text, bit);
    int shift = 16 * part;
    found.quotes |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(text, quote)) << shift;
    found.backslashes |=
        (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(text, backslash)) << shift;
    found.opening |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(folded, brace)) << shift;
    found.closing |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(folded, unbrace)) << shift;
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
    uint64_t folded = text | ones * 0x20;
    int shift = 8 * part;
    found.quotes |= CLEANSTORE_BITS(text, 0x22) << shift;
    found.backslashes |= CLEANSTORE_BITS(text, 0x5C) << shift;
    found.opening |= CLEANSTORE_BITS(folded, 0x7B) << shift;
    found.closing |= CLEANSTORE_BITS(folded, 0x7D) << shift;
  }
#undef CLEANSTORE_BITS
#endif
  return found;
}

#endif
