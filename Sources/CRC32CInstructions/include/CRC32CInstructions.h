// The one CPU instruction that pays for leaving Swift: CRC-32C over eight bytes at a time.
#ifndef CRC32C_INSTRUCTIONS_H
#define CRC32C_INSTRUCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this CPU has CRC-32C instructions (SSE 4.2 on x86-64, the CRC extension on arm64).
bool cleanstore_crc32c_available(void);

/// Continues a CRC-32C over `count` bytes. `crc` is the raw register (not inverted).
/// Call it only where `cleanstore_crc32c_available()` is true.
uint32_t cleanstore_crc32c_update(uint32_t crc, const uint8_t *bytes, size_t count);

#endif
