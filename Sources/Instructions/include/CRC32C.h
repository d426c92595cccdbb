// The one CPU instruction that pays for leaving Swift: CRC-32C over eight bytes at a time.
#ifndef CRC32C_INSTRUCTIONS_H
#define CRC32C_INSTRUCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How many factors `cleanstore_crc32c_update` is handed.
#define CLEANSTORE_CRC32C_SHIFTS 128

/// Whether this CPU has what it takes: SSE 4.2 and PCLMULQDQ on x86-64, the CRC extension on arm64.
bool cleanstore_crc32c_available(void);

/// Continues a CRC-32C over `count` bytes. `crc` is the raw register (not inverted).
/// `shifts[n - 1]` is what moves a register on by `n` words of eight bytes: x^(64 n - 33) modulo the
/// polynomial, its bits reflected, for `n` from 1 to `CLEANSTORE_CRC32C_SHIFTS`.
/// Call it only where `cleanstore_crc32c_available()` is true.
uint32_t cleanstore_crc32c_update(
    uint32_t crc, const uint8_t *bytes, size_t count, const uint32_t *shifts);

#endif
