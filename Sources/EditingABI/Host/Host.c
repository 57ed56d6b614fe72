#include "editing_host.h"

#include <stdatomic.h>
#include <stdlib.h>

/* A handle is the number of a slot and the use count of that slot, not an address. So a handle that
   was closed or made up is recognized on every thread.

   The state of a slot is 0 if it is free. Otherwise, it is the use, counted from 1, above two bits:
   one that is always set, and one that is set while a thread is in the object. */

enum { INDEX_BITS = 20, CHUNK_BITS = 10, CHUNK = 1 << CHUNK_BITS };

#define USE_LIMIT (sizeof(void *) > 4 ? 0x0FFFFFFFu : 0xFFFu)

typedef struct {
  _Atomic uint32_t state;
  uint32_t use;
  uint32_t next_free;
  void *object;
} slot;

/* Chunks are never freed, so that a slot can be read without the lock. */
static slot *_Atomic chunks[1 << (INDEX_BITS - CHUNK_BITS)];
/* The lock guards these variables. Free slots wait in a queue: reusing a slot at once would soon
   bring its use count back to that of an old handle. */
static atomic_flag lock = ATOMIC_FLAG_INIT;
static uint32_t slot_count;
static uint32_t first_free;
static uint32_t last_free;

static void acquire(void) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
  }
}

static void give_up(void) { atomic_flag_clear_explicit(&lock, memory_order_release); }

/* The slot with a number, counted from 1; NULL if it does not exist yet. */
static slot *slot_at(uint32_t number) {
  if (number == 0) return NULL;
  slot *chunk = atomic_load_explicit(
      &chunks[(number - 1) >> CHUNK_BITS], memory_order_acquire);
  return chunk == NULL ? NULL : chunk + ((number - 1) & (CHUNK - 1));
}

static uint32_t number_of(void *handle) {
  return (uint32_t)((uintptr_t)handle & ((1u << INDEX_BITS) - 1));
}

/* Takes a free slot; 0 if there is none. The caller holds the lock. */
static uint32_t taken_slot(void) {
  if (first_free != 0) {
    uint32_t number = first_free;
    first_free = slot_at(number)->next_free;
    if (first_free == 0) last_free = 0;
    return number;
  }
  /* The number is one more than the index, and has as many bits. */
  if (slot_count + 1 >= (1u << INDEX_BITS)) return 0;
  if (slot_count % CHUNK == 0) {
    slot *chunk = calloc(CHUNK, sizeof(slot));
    if (chunk == NULL) return 0;
    atomic_store_explicit(&chunks[slot_count >> CHUNK_BITS], chunk, memory_order_release);
  }
  slot_count += 1;
  return slot_count;
}

void *editing_host_add(void *object) {
  acquire();
  uint32_t number = taken_slot();
  give_up();
  if (number == 0) return NULL;
  slot *slot = slot_at(number);
  slot->use = slot->use % USE_LIMIT + 1;
  slot->object = object;
  atomic_store_explicit(&slot->state, slot->use << 2 | 1, memory_order_release);
  return (void *)((uintptr_t)slot->use << INDEX_BITS | number);
}

void *editing_host_enter(void *handle, int32_t *code) {
  slot *slot = slot_at(number_of(handle));
  uintptr_t use = (uintptr_t)handle >> INDEX_BITS;
  *code = EDITING_HOST_ERROR_HANDLE;
  if (slot == NULL || use == 0 || use > USE_LIMIT) return NULL;
  uint32_t idle = (uint32_t)use << 2 | 1;
  uint32_t found = idle;
  if (atomic_compare_exchange_strong_explicit(
          &slot->state, &found, idle | 2, memory_order_acquire, memory_order_relaxed)) {
    *code = 0;
    return slot->object;
  }
  if (found == (idle | 2)) *code = EDITING_HOST_ERROR_BUSY;
  return NULL;
}

void editing_host_leave(void *handle) {
  slot *slot = slot_at(number_of(handle));
  atomic_store_explicit(&slot->state, slot->use << 2 | 1, memory_order_release);
}

void editing_host_remove(void *handle) {
  uint32_t number = number_of(handle);
  slot *slot = slot_at(number);
  atomic_store_explicit(&slot->state, 0, memory_order_release);
  acquire();
  slot->next_free = 0;
  if (last_free != 0) slot_at(last_free)->next_free = number;
  else first_free = number;
  last_free = number;
  give_up();
}

void *editing_host_allocate(size_t size) { return malloc(size == 0 ? 1 : size); }

void editing_host_release(void *memory) { free(memory); }

#if defined(EDITING_LIBRARY) && defined(__linux__)
#include <sys/random.h>

/* Embedded Swift seeds its hashes with this function. glibc has it from 2.36 on, but this library
   also supports older versions. */
__attribute__((visibility("hidden"))) void arc4random_buf(void *buffer, size_t size) {
  char *next = buffer;
  while (size > 0) {
    ssize_t count = getrandom(next, size, 0);
    if (count <= 0) continue;
    next += count;
    size -= (size_t)count;
  }
}
#endif
