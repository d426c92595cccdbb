#include "SHA256.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

bool cleanstore_sha256_available(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return false;
  return (b & bit_SHA) && __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("ssse3");
}

// The instructions want the eight words a to h of the state as two vectors, (a, b, e, f) and (c, d, g, h),
// and do two rounds at once (Intel, "Intel SHA Extensions", 2013).
__attribute__((target("sha,sse4.1,ssse3")))
void cleanstore_sha256_compress(
    uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants) {
  const __m128i big_endian = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
  __m128i *halves = (__m128i *)state;
  __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(halves), 0xB1);
  __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128(halves + 1), 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, hgfe, 8), cdgh = _mm_blend_epi16(hgfe, cdab, 0xF0);
  for (; count > 0; count--, blocks += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[4];
#pragma clang loop unroll(full)
    for (int step = 0; step < 16; step++) {
      __m128i *now = &w[step & 3];
      if (step < 4) {
        *now = _mm_shuffle_epi8(
            _mm_loadu_si128((const __m128i *)(blocks + 16 * step)), big_endian);
      } else {
        const __m128i third = w[(step + 2) & 3], last = w[(step + 3) & 3];
        const __m128i sum = _mm_add_epi32(
            _mm_sha256msg1_epu32(*now, w[(step + 1) & 3]), _mm_alignr_epi8(last, third, 4));
        *now = _mm_sha256msg2_epu32(sum, last);
      }
      __m128i added =
          _mm_add_epi32(*now, _mm_loadu_si128((const __m128i *)(constants + 4 * step)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, added);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(added, 0x0E));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128(halves, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128(halves + 1, _mm_alignr_epi8(dchg, feba, 8));
}

#elif defined(__aarch64__) && defined(__ARM_FEATURE_SHA2)

#include <arm_neon.h>

bool cleanstore_sha256_available(void) { return true; }

void cleanstore_sha256_compress(
    uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants) {
  uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
  for (; count > 0; count--, blocks += 64) {
    const uint32x4_t abcd_before = abcd, efgh_before = efgh;
    uint32x4_t w[4];
#pragma clang loop unroll(full)
    for (int step = 0; step < 16; step++) {
      uint32x4_t *now = &w[step & 3];
      if (step < 4) {
        *now = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(blocks + 16 * step)));
      } else {
        *now = vsha256su1q_u32(
            vsha256su0q_u32(*now, w[(step + 1) & 3]), w[(step + 2) & 3], w[(step + 3) & 3]);
      }
      const uint32x4_t added = vaddq_u32(*now, vld1q_u32(constants + 4 * step));
      const uint32x4_t abcd_now = abcd;
      abcd = vsha256hq_u32(abcd, efgh, added);
      efgh = vsha256h2q_u32(efgh, abcd_now, added);
    }
    abcd = vaddq_u32(abcd, abcd_before);
    efgh = vaddq_u32(efgh, efgh_before);
  }
  vst1q_u32(state, abcd);
  vst1q_u32(state + 4, efgh);
}

#else

bool cleanstore_sha256_available(void) { return false; }

void cleanstore_sha256_compress(
    uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants) {
  (void)state;
  (void)blocks;
  (void)count;
  (void)constants;
}

#endif
