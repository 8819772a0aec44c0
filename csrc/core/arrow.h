/* Tables for other programs by the C stream interface of Apache Arrow, whose three structs are an ABI: a table is
 * handed over as one batch of columns, and belongs to whoever took it. Nothing here knows Python. */
#ifndef OFCKIT_CORE_ARROW_H
#define OFCKIT_CORE_ARROW_H

#include <stddef.h>
#include <stdint.h>

struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

/* A column as it is given: its name, its format ("l" int64, "g" double, "b" bits, "U" text), which rows hold something
   (bits, NULL where all do), the values, and of text the rows + 1 offsets into them. */
struct ofc_column {
    const char *name, *format;
    const void *valid, *values, *offsets;
    size_t valid_size, values_size, offsets_size;
    int64_t nulls;
};

/* A stream of one batch with a copy of these columns; 0 where there is no memory. The stream has to be released. */
struct ArrowArrayStream *ofc_arrow_stream(const struct ofc_column *columns, int64_t count, int64_t rows);

/* Release a stream, unless that was done already, and free it. */
void ofc_arrow_free(struct ArrowArrayStream *stream);

#endif
