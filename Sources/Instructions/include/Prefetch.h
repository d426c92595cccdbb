// Tells the processor what memory will be read, which Swift can't.
#ifndef CLEANSTORE_PREFETCH_H
#define CLEANSTORE_PREFETCH_H

/// Has the processor load this address's line into its caches, without waiting. Any address may be named.
static inline void cleanstore_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
