/* Streams of tables: what is taken is a copy and belongs to the taker, and nothing leaks, taken or not. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/arrow.h"

static const int64_t numbers[] = {7, -1, 9}, ends[] = {0, 2, 2, 5};
static const uint8_t valid[] = {5}; /* the one in the middle is missing */

static struct ArrowArrayStream *two_columns(void)
{
    const struct ofc_column columns[] = {
        {.name = "n",
         .format = "l",
         .values = numbers,
         .values_size = sizeof numbers,
         .valid = valid,
         .valid_size = 1,
         .nulls = 1},
        {.name = "word",
         .format = "U",
         .values = "hithe",
         .values_size = 5,
         .offsets = ends,
         .offsets_size = sizeof ends},
    };
    return ofc_arrow_stream(columns, 2, 3);
}

static void a_stream_gives_its_names_and_one_batch(void)
{
    struct ArrowArrayStream *stream = two_columns();
    struct ArrowSchema schema;
    struct ArrowArray batch, end;
    for (int twice = 0; twice < 2; twice++) {
        assert(stream->get_schema(stream, &schema) == 0);
        assert(!strcmp(schema.format, "+s") && schema.n_children == 2);
        assert(!strcmp(schema.children[0]->name, "n") && !strcmp(schema.children[0]->format, "l"));
        assert(!strcmp(schema.children[1]->name, "word") && !strcmp(schema.children[1]->format, "U"));
        schema.release(&schema);
    }
    assert(stream->get_next(stream, &batch) == 0);
    assert(stream->get_next(stream, &end) == 0 && !end.release);
    ofc_arrow_free(stream);
    assert(batch.length == 3 && batch.n_children == 2 && batch.n_buffers == 1 && !batch.buffers[0]);
    struct ArrowArray *n = batch.children[0], *word = batch.children[1];
    assert(n->n_buffers == 2 && n->null_count == 1 && *(const uint8_t *)n->buffers[0] == 5);
    assert(((const int64_t *)n->buffers[1])[2] == 9);
    assert(word->n_buffers == 3 && !word->buffers[0] && ((const int64_t *)word->buffers[1])[3] == 5);
    assert(!memcmp(word->buffers[2], "hithe", 5));
    struct ArrowArray moved = *word; /* a reader may keep one column and release the rest */
    word->release = NULL;
    batch.release(&batch);
    assert(!batch.release && !memcmp(moved.buffers[2], "hithe", 5));
    moved.release(&moved);
}

static void a_stream_that_nobody_takes_is_freed(void)
{
    ofc_arrow_free(two_columns());
    struct ArrowArrayStream *stream = two_columns();
    stream->release(stream);
    ofc_arrow_free(stream);
    stream = ofc_arrow_stream(NULL, 0, 0);
    struct ArrowArray batch;
    assert(stream->get_next(stream, &batch) == 0 && batch.length == 0 && batch.n_children == 0);
    batch.release(&batch);
    ofc_arrow_free(stream);
}

int main(void)
{
    a_stream_gives_its_names_and_one_batch();
    a_stream_that_nobody_takes_is_freed();
    puts("arrow: ok");
    return 0;
}
