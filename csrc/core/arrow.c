#include "core/arrow.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What a stream holds: the names and formats of its columns, and its batch until that is taken. */
struct held {
    int64_t count;
    char **names, **formats;
    struct ArrowArray batch;
};

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* -- Schemas --------------------------------------------------------------------------------------- */

static void release_schema(struct ArrowSchema *schema)
{
    for (int64_t i = 0; i < schema->n_children; i++) {
        struct ArrowSchema *child = schema->children[i];
        if (child && child->release)
            child->release(child);
        free(child);
    }
    free(schema->children);
    free((void *)schema->format);
    free((void *)schema->name);
    schema->release = NULL;
}

static int make_schema(struct ArrowSchema *out, const char *format, const char *name, int64_t children)
{
    memset(out, 0, sizeof *out);
    out->flags = 2; /* may hold nulls */
    out->format = copy_text(format);
    out->name = copy_text(name);
    out->children = calloc((size_t)children + 1, sizeof *out->children);
    out->release = release_schema;
    out->n_children = out->children ? children : 0;
    return out->format && out->name && out->children;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    const struct held *held = stream->private_data;
    int made = make_schema(out, "+s", "", held->count);
    for (int64_t i = 0; made && i < held->count; i++) {
        out->children[i] = malloc(sizeof **out->children);
        made = out->children[i] && make_schema(out->children[i], held->formats[i], held->names[i], 0);
    }
    if (made)
        return 0;
    release_schema(out);
    return ENOMEM;
}

/* -- Arrays ---------------------------------------------------------------------------------------- */

static void release_array(struct ArrowArray *array)
{
    for (int64_t i = 0; i < array->n_children; i++) {
        struct ArrowArray *child = array->children[i];
        if (child && child->release)
            child->release(child);
        free(child);
    }
    for (int64_t i = 0; i < array->n_buffers; i++)
        free((void *)array->buffers[i]);
    free(array->children);
    free(array->buffers);
    array->release = NULL;
}

static int make_array(struct ArrowArray *out, int64_t rows, int64_t buffers, int64_t children)
{
    memset(out, 0, sizeof *out);
    out->length = rows;
    out->release = release_array;
    out->buffers = calloc((size_t)buffers + 1, sizeof *out->buffers);
    out->n_buffers = out->buffers ? buffers : 0;
    out->children = calloc((size_t)children + 1, sizeof *out->children);
    out->n_children = out->children ? children : 0;
    return out->buffers && out->children;
}

/* A copy with room to spare, since some readers look at whole words. */
static const void *copy_bytes(const void *bytes, size_t size)
{
    char *copy = calloc(size / 64 + 1, 64);
    if (copy && size)
        memcpy(copy, bytes, size);
    return copy;
}

static int make_column(struct ArrowArray *out, const struct ofc_column *column, int64_t rows)
{
    int text = column->offsets != NULL, last = 1 + text;
    if (!make_array(out, rows, last + 1, 0))
        return 0;
    out->null_count = column->nulls;
    if (column->valid && !(out->buffers[0] = copy_bytes(column->valid, column->valid_size)))
        return 0;
    if (text && !(out->buffers[1] = copy_bytes(column->offsets, column->offsets_size)))
        return 0;
    return (out->buffers[last] = copy_bytes(column->values, column->values_size)) != NULL;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
    struct held *held = stream->private_data;
    *out = held->batch; /* the second time it is released already, which is the end */
    held->batch.release = NULL;
    return 0;
}

/* -- The stream ------------------------------------------------------------------------------------ */

static const char *get_last_error(struct ArrowArrayStream *stream)
{
    (void)stream;
    return NULL;
}

static void release_stream(struct ArrowArrayStream *stream)
{
    struct held *held = stream->private_data;
    if (held->batch.release)
        held->batch.release(&held->batch);
    for (int64_t i = 0; i < held->count; i++) {
        free(held->names[i]);
        free(held->formats[i]);
    }
    free(held->names);
    free(held->formats);
    free(held);
    stream->release = NULL;
}

static int fill(struct held *held, const struct ofc_column *columns, int64_t count, int64_t rows)
{
    held->names = calloc((size_t)count + 1, sizeof *held->names);
    held->formats = calloc((size_t)count + 1, sizeof *held->formats);
    if (!held->names || !held->formats)
        return 0;
    held->count = count;
    if (!make_array(&held->batch, rows, 1, count))
        return 0;
    for (int64_t i = 0; i < count; i++) {
        held->names[i] = copy_text(columns[i].name);
        held->formats[i] = copy_text(columns[i].format);
        held->batch.children[i] = calloc(1, sizeof(struct ArrowArray));
        if (!held->names[i] || !held->formats[i] || !held->batch.children[i] ||
            !make_column(held->batch.children[i], &columns[i], rows))
            return 0;
    }
    return 1;
}

struct ArrowArrayStream *ofc_arrow_stream(const struct ofc_column *columns, int64_t count, int64_t rows)
{
    struct ArrowArrayStream *stream = calloc(1, sizeof *stream);
    struct held *held = calloc(1, sizeof *held);
    if (!stream || !held) {
        free(stream);
        free(held);
        return NULL;
    }
    *stream = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release_stream, held};
    if (fill(held, columns, count, rows))
        return stream;
    ofc_arrow_free(stream);
    return NULL;
}

void ofc_arrow_free(struct ArrowArrayStream *stream)
{
    if (stream->release)
        stream->release(stream);
    free(stream);
}
