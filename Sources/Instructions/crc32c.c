#include "CRC32C.h"

#include <string.h>

#if defined(__x86_64__)

#include <nmmintrin.h>
#include <wmmintrin.h>

bool cleanstore_crc32c_available(void) {
  return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul");
}

static inline uint64_t word(const uint8_t *bytes, size_t index) {
  uint64_t word;
  memcpy(&word, bytes + 8 * index, 8);
  return word;
}

// The instruction takes three cycles, but a new one can begin in each: three thirds are gone through at
// once. Then the register of the first is moved on by two thirds and that of the second by one, each by
// a multiplication (Gopal and others, "Fast CRC Computation for iSCSI Polynomial", Intel, 2011).
__attribute__((target("sse4.2,pclmul")))
uint32_t cleanstore_crc32c_update(
    uint32_t crc, const uint8_t *bytes, size_t count, const uint32_t *shifts) {
  uint64_t wide = crc;
  while (count >= 96) {
    size_t words = count / 24;
    if (words > CLEANSTORE_CRC32C_SHIFTS / 2) words = CLEANSTORE_CRC32C_SHIFTS / 2;
    uint64_t second = 0, third = 0;
    for (size_t index = 0; index < words; index++) {
      wide = _mm_crc32_u64(wide, word(bytes, index));
      second = _mm_crc32_u64(second, word(bytes, words + index));
      third = _mm_crc32_u64(third, word(bytes, 2 * words + index));
    }
    __m128i moved = _mm_xor_si128(
        _mm_clmulepi64_si128(
            _mm_cvtsi64_si128((int64_t)wide), _mm_cvtsi32_si128((int)shifts[2 * words - 1]), 0),
        _mm_clmulepi64_si128(
            _mm_cvtsi64_si128((int64_t)second), _mm_cvtsi32_si128((int)shifts[words - 1]), 0));
    wide = _mm_crc32_u64(0, (uint64_t)_mm_cvtsi128_si64(moved)) ^ third;
    bytes += 24 * words;
    count -= 24 * words;
  }
  while (count >= 8) {
    wide = _mm_crc32_u64(wide, word(bytes, 0));
    bytes += 8;
    count -= 8;
  }
  crc = (uint32_t)wide;
  while (count-- > 0) crc = _mm_crc32_u8(crc, *bytes++);
  return crc;
}

#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)

#include <arm_acle.h>

bool cleanstore_crc32c_available(void) { return true; }

uint32_t cleanstore_crc32c_update(
    uint32_t crc, const uint8_t *bytes, size_t count, const uint32_t *shifts) {
  (void)shifts;
  while (count >= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    crc = __crc32cd(crc, word);
    bytes += 8;
    count -= 8;
  }
  while (count-- > 0) crc = __crc32cb(crc, *bytes++);
  return crc;
}

#else

bool cleanstore_crc32c_available(void) { return false; }

uint32_t cleanstore_crc32c_update(
    uint32_t crc, const uint8_t *bytes, size_t count, const uint32_t *shifts) {
  (void)bytes;
  (void)count;
  (void)shifts;
  return crc;
}

#endif
