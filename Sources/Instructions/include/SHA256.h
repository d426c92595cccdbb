// The CPU instructions for SHA-256.
#ifndef CLEANSTORE_SHA256_H
#define CLEANSTORE_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether they can be used: on x86-64 if this CPU has the SHA extensions, on arm64 if the compiler was told to
/// use the SHA-2 extension, as it is on macOS.
bool cleanstore_sha256_available(void);

/// Takes blocks of 64 bytes into a state of eight words, as FIPS 180-4, section 6.2.2 says.
/// `constants` are the 64 of its section 4.2.2.
/// Call it only where `cleanstore_sha256_available()` is true.
void cleanstore_sha256_compress(
    uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants);

#endif
