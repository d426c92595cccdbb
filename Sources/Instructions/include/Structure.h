// Steps over JSON that is known to be good, many bytes at a time. Leaving Swift pays, because it can't
// gather the lanes of a vector into the bits of a number.
#ifndef CLEANSTORE_STRUCTURE_H
#define CLEANSTORE_STRUCTURE_H

#include <stddef.h>
#include <stdint.h>

/// The arrays and objects at depth 1 that were stepped over: where the first three begin and end.
typedef struct {
  size_t count;
  size_t starts[3];
  size_t ends[3];
} cleanstore_containers;

/// Steps over the rest of the container in which the offset lies `depth` deep (0: before it).
///
/// Bytes from `readable` on are never looked at. Returns the offset after the bracket that closes
/// the outermost container, or 0 if it isn't closed before `end`.
size_t cleanstore_step_over(
    const uint8_t *bytes, size_t offset, size_t end, size_t readable, size_t depth,
    cleanstore_containers *containers);

#endif
