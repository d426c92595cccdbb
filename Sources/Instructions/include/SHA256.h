// The CPU instructions for SHA-256.
#ifndef CLEANSTORE_SHA256_H
#define CLEANSTORE_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this CPU has them: the SHA extensions of x86-64, the SHA-2 extension of arm64.
bool cleanstore_sha256_available(void);

/// Takes blocks of 64 bytes into a state of eight words, as FIPS 180-4, section 6.2.2 says.
/// `constants` are the 64 of its section 4.2.2.
/// Call it only where `cleanstore_sha256_available()` is true.
void cleanstore_sha256_compress(
    uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants);

#endif
