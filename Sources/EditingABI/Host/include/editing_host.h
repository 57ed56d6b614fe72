/* The C functions that EditingABI needs: a table of handles for use on any thread. */
#ifndef EDITING_HOST_H
#define EDITING_HOST_H

#include <stddef.h>
#include <stdint.h>

/* Annotations for Swift's importer; only clang knows them. */
#ifndef __clang__
#define _Nonnull
#define _Nullable
#endif

/* The codes of markdown_editing.h that the table returns. */
#define EDITING_HOST_ERROR_HANDLE -2
#define EDITING_HOST_ERROR_BUSY -3

/* Adds an object to the table; the handle is not an address. NULL if the table is full. */
void *_Nullable editing_host_add(void *_Nonnull object);
/* The object of a handle, which is in use until editing_host_leave. NULL and a code if the handle
   is invalid, was removed, or is in use. */
void *_Nullable editing_host_enter(void *_Nullable handle, int32_t *_Nonnull code);
/* Ends the use of a handle that was entered. */
void editing_host_leave(void *_Nullable handle);
/* Removes an entered object from the table; replaces the call of editing_host_leave. */
void editing_host_remove(void *_Nullable handle);

/* malloc and free. */
void *_Nullable editing_host_allocate(size_t size);
void editing_host_release(void *_Nullable memory);

#endif
