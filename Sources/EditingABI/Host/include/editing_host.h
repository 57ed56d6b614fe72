/* What EditingABI needs of the host language: a table of handles that any thread may ask. */
#ifndef EDITING_HOST_H
#define EDITING_HOST_H

#include <stddef.h>
#include <stdint.h>

/* What Swift is told; other compilers than clang do not know it. */
#ifndef __clang__
#define _Nonnull
#define _Nullable
#endif

/* The codes of markdown_editing.h that the table answers. */
#define EDITING_HOST_ERROR_HANDLE -2
#define EDITING_HOST_ERROR_BUSY -3

/* Puts an object into the table; the handle is no address. NULL where the table is full. */
void *_Nullable editing_host_add(void *_Nonnull object);
/* The object of a handle, which is in use until editing_host_leave; NULL and a code where the
   handle is none, was removed, or is in use. */
void *_Nullable editing_host_enter(void *_Nullable handle, int32_t *_Nonnull code);
/* Ends the use of a handle that was entered. */
void editing_host_leave(void *_Nullable handle);
/* Takes an object out of the table, in the place of editing_host_leave. */
void editing_host_remove(void *_Nullable handle);

/* malloc and free. */
void *_Nullable editing_host_allocate(size_t size);
void editing_host_release(void *_Nullable memory);

#endif
