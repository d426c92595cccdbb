#include "CRC32CInstructions.h"

#include <string.h>

#if defined(__x86_64__)

#include <nmmintrin.h>

bool cleanstore_crc32c_available(void) { return __builtin_cpu_supports("sse4.2"); }

__attribute__((target("sse4.2")))
uint32_t cleanstore_crc32c_update(uint32_t crc, const uint8_t *bytes, size_t count) {
  uint64_t wide = crc;
  while (count >= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    wide = _mm_crc32_u64(wide, word);
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

uint32_t cleanstore_crc32c_update(uint32_t crc, const uint8_t *bytes, size_t count) {
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

uint32_t cleanstore_crc32c_update(uint32_t crc, const uint8_t *bytes, size_t count) {
  (void)bytes;
  (void)count;
  return crc;
}

#endif
