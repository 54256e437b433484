/* ripple/thread.h: blocks of threads, on POSIX threads.
 *
 * A runtime has a number of threads, by all of which ripple_thd_call has a
 * function called. A block is a shape of them, with up to three dimensions;
 * thread code is ordinary scalar code, in which loops may be distributed over
 * the threads of a block and, within each of them, over a vector. */
#ifndef TERRACE_RIPPLE_THREAD_H
#define TERRACE_RIPPLE_THREAD_H

#include <pthread.h>
#include <ripple.h>
#include <stdio.h>
#include <stdlib.h>

#define RIPPLE_THD_MAX_DIMS 3

/* What a runtime is prepared for: loops with a dynamic schedule, barriers. */
#define RIPPLE_THD_NONE 0u
#define RIPPLE_THD_USE_DYN 1u
#define RIPPLE_THD_USE_BAR 2u
#define RIPPLE_THD_DFT (RIPPLE_THD_USE_DYN | RIPPLE_THD_USE_BAR)
/* How a loop is distributed; there is one way. */
#define RIPPLE_THD_PAR_DFT 0
/* The size of a dimension that has as many threads as there are for it. */
#define RIPPLE_THD_DYNAMIC (~(size_t)0)

/* A block of threads. It belongs to the thread that declares it, and may be
 * used by all. */
typedef struct ripple_thd_block {
  struct ripple_thd_runtime *runtime;
  unsigned id;
  unsigned dims;
  size_t size[RIPPLE_THD_MAX_DIMS];
} *ripple_thd_block_t;

/* Threads that wait for each other. */
struct __ripple_thd_barrier {
  pthread_mutex_t lock;
  pthread_cond_t opened;
  size_t waiting, round;
};

/* The chunks that the threads with one index in dimension 0 have got, in order. */
struct __ripple_thd_team {
  size_t *first;
  size_t count, room;
};

/* A loop with a dynamic schedule that is being carried out. */
struct __ripple_thd_server {
  struct __ripple_thd_server *next;
  size_t number, taken, done;
  struct __ripple_thd_team *teams;
};

/* The loops that a group of threads carries out together. */
struct __ripple_thd_servers {
  pthread_mutex_t lock;
  struct __ripple_thd_server *first;
};

struct __ripple_thd_thread {
  struct ripple_thd_runtime *runtime;
  size_t index;
  pthread_t thread;
  /* The blocks that this thread declared, and the loops with a dynamic schedule
   * that it began, for each block and set of dimensions around. */
  ripple_thd_block_t blocks;
  size_t *loops;
};

/* A runtime: its threads, and what they share for each block. Threads other
 * than the first begin with the first call and wait for the next one. */
typedef struct ripple_thd_runtime {
  size_t count;
  unsigned blocks, flags, max_dims;
  int is_calling, has_begun, is_ending;
  pthread_key_t current;
  /* The function that is called, the number of the call, and how many threads
   * are at it beside the first. */
  pthread_mutex_t lock;
  pthread_cond_t called, done;
  void *(*function)(void *);
  void *argument;
  size_t calls, working;
  struct __ripple_thd_thread *threads;
  struct __ripple_thd_barrier *barriers;
  struct __ripple_thd_servers *servers;
} ripple_thd_runtime_t;

/* Sets of dimensions. */
#define __RIPPLE_THD_SETS (1u << RIPPLE_THD_MAX_DIMS)
#define __RIPPLE_THD_INLINE static inline __attribute__((unused))

__RIPPLE_THD_INLINE void __ripple_thd_fail(const char *what) {
  fprintf(stderr, "ripple/thread.h: %s\n", what);
  abort();
}

__RIPPLE_THD_INLINE void *__ripple_thd_allocate(size_t count, size_t size) {
  void *memory = calloc(count ? count : 1, size);
  if (!memory)
    __ripple_thd_fail("out of memory");
  return memory;
}

/* ---- Runtimes ------------------------------------------------------------ */

/* A runtime with a number of threads, of which the calling one is the first. */
__RIPPLE_THD_INLINE ripple_thd_runtime_t *ripple_thd_runtime_init(unsigned threads) {
  ripple_thd_runtime_t *runtime = (ripple_thd_runtime_t *)__ripple_thd_allocate(1, sizeof(ripple_thd_runtime_t));
  runtime->count = threads ? threads : 1;
  if (pthread_key_create(&runtime->current, NULL))
    __ripple_thd_fail("there are too many runtimes");
  runtime->threads =
      (struct __ripple_thd_thread *)__ripple_thd_allocate(runtime->count, sizeof(struct __ripple_thd_thread));
  for (size_t i = 0; i < runtime->count; ++i) {
    runtime->threads[i].runtime = runtime;
    runtime->threads[i].index = i;
  }
  pthread_mutex_init(&runtime->lock, NULL);
  pthread_cond_init(&runtime->called, NULL);
  pthread_cond_init(&runtime->done, NULL);
  return runtime;
}

/* Frees what ripple_thd_init prepared. */
__RIPPLE_THD_INLINE void ripple_thd_exit(void *runtime_of_threads) {
  ripple_thd_runtime_t *runtime = (ripple_thd_runtime_t *)runtime_of_threads;
  const size_t groups = runtime->blocks * __RIPPLE_THD_SETS * runtime->count;
  for (size_t i = 0; runtime->barriers && i < groups; ++i) {
    pthread_mutex_destroy(&runtime->barriers[i].lock);
    pthread_cond_destroy(&runtime->barriers[i].opened);
  }
  for (size_t i = 0; runtime->servers && i < groups; ++i)
    pthread_mutex_destroy(&runtime->servers[i].lock);
  for (size_t i = 0; i < runtime->count; ++i) {
    free(runtime->threads[i].blocks);
    free(runtime->threads[i].loops);
    runtime->threads[i].blocks = NULL;
    runtime->threads[i].loops = NULL;
  }
  free(runtime->barriers);
  free(runtime->servers);
  runtime->barriers = NULL;
  runtime->servers = NULL;
  runtime->blocks = 0;
}

/* Ends the threads of a runtime and frees it. */
__RIPPLE_THD_INLINE void ripple_thd_runtime_exit(ripple_thd_runtime_t *runtime) {
  pthread_mutex_lock(&runtime->lock);
  runtime->is_ending = 1;
  pthread_cond_broadcast(&runtime->called);
  pthread_mutex_unlock(&runtime->lock);
  for (size_t i = 1; runtime->has_begun && i < runtime->count; ++i)
    pthread_join(runtime->threads[i].thread, NULL);
  pthread_mutex_destroy(&runtime->lock);
  pthread_cond_destroy(&runtime->called);
  pthread_cond_destroy(&runtime->done);
  ripple_thd_exit(runtime);
  pthread_key_delete(runtime->current);
  free(runtime->threads);
  free(runtime);
}

/* Prepares a runtime for a number of blocks with up to so many dimensions;
 * returns block 0, with one dimension for all threads. */
__RIPPLE_THD_INLINE ripple_thd_block_t ripple_thd_init(int pe, void *runtime_of_threads, unsigned blocks,
                                                       unsigned flags, unsigned max_dims) {
  ripple_thd_runtime_t *runtime = (ripple_thd_runtime_t *)runtime_of_threads;
  (void)pe;
  if (max_dims > RIPPLE_THD_MAX_DIMS)
    __ripple_thd_fail("a block of threads has at most 3 dimensions");
  ripple_thd_exit(runtime);
  runtime->blocks = blocks ? blocks : 1;
  runtime->flags = flags;
  runtime->max_dims = max_dims ? max_dims : 1;
  const size_t sets = runtime->blocks * __RIPPLE_THD_SETS, groups = sets * runtime->count;
  for (size_t i = 0; i < runtime->count; ++i) {
    struct __ripple_thd_thread *thread = &runtime->threads[i];
    thread->blocks = (ripple_thd_block_t)__ripple_thd_allocate(runtime->blocks, sizeof(struct ripple_thd_block));
    thread->loops = (size_t *)__ripple_thd_allocate(sets, sizeof(size_t));
    for (unsigned block = 0; block < runtime->blocks; ++block) {
      thread->blocks[block].runtime = runtime;
      thread->blocks[block].id = block;
      thread->blocks[block].dims = 1;
      thread->blocks[block].size[0] = runtime->count;
      thread->blocks[block].size[1] = thread->blocks[block].size[2] = 1;
    }
  }
  if (flags & RIPPLE_THD_USE_BAR) {
    runtime->barriers =
        (struct __ripple_thd_barrier *)__ripple_thd_allocate(groups, sizeof(struct __ripple_thd_barrier));
    for (size_t i = 0; i < groups; ++i) {
      pthread_mutex_init(&runtime->barriers[i].lock, NULL);
      pthread_cond_init(&runtime->barriers[i].opened, NULL);
    }
  }
  if (flags & RIPPLE_THD_USE_DYN) {
    runtime->servers =
        (struct __ripple_thd_servers *)__ripple_thd_allocate(groups, sizeof(struct __ripple_thd_servers));
    for (size_t i = 0; i < groups; ++i)
      pthread_mutex_init(&runtime->servers[i].lock, NULL);
  }
  return &runtime->threads[0].blocks[0];
}

/* What a thread other than the first does: it waits for calls. */
__RIPPLE_THD_INLINE void *__ripple_thd_work(void *argument) {
  struct __ripple_thd_thread *thread = (struct __ripple_thd_thread *)argument;
  ripple_thd_runtime_t *runtime = thread->runtime;
  size_t calls = 0;
  pthread_setspecific(runtime->current, thread);
  pthread_mutex_lock(&runtime->lock);
  for (;;) {
    while (runtime->calls == calls && !runtime->is_ending)
      pthread_cond_wait(&runtime->called, &runtime->lock);
    if (runtime->calls == calls)
      break;
    calls = runtime->calls;
    pthread_mutex_unlock(&runtime->lock);
    runtime->function(runtime->argument);
    pthread_mutex_lock(&runtime->lock);
    if (--runtime->working == 0)
      pthread_cond_signal(&runtime->done);
  }
  pthread_mutex_unlock(&runtime->lock);
  return NULL;
}

/* Has all threads of a block's runtime call a function, and waits for them. */
__RIPPLE_THD_INLINE void ripple_thd_call(ripple_thd_block_t block, void *(*function)(void *), void *argument) {
  ripple_thd_runtime_t *runtime = block->runtime;
  if (__atomic_exchange_n(&runtime->is_calling, 1, __ATOMIC_ACQ_REL))
    __ripple_thd_fail("ripple_thd_call is called while its threads are at work");
  for (size_t i = 1; !runtime->has_begun && i < runtime->count; ++i)
    if (pthread_create(&runtime->threads[i].thread, NULL, __ripple_thd_work, &runtime->threads[i]))
      __ripple_thd_fail("cannot create a thread");
  runtime->has_begun = 1;
  pthread_mutex_lock(&runtime->lock);
  runtime->function = function;
  runtime->argument = argument;
  runtime->working = runtime->count - 1;
  ++runtime->calls;
  pthread_cond_broadcast(&runtime->called);
  pthread_mutex_unlock(&runtime->lock);
  pthread_setspecific(runtime->current, &runtime->threads[0]);
  function(argument);
  pthread_setspecific(runtime->current, NULL);
  pthread_mutex_lock(&runtime->lock);
  while (runtime->working)
    pthread_cond_wait(&runtime->done, &runtime->lock);
  pthread_mutex_unlock(&runtime->lock);
  __atomic_store_n(&runtime->is_calling, 0, __ATOMIC_RELEASE);
}

/* ---- Blocks -------------------------------------------------------------- */

/* The calling thread; the first one where no function is called by all. */
__RIPPLE_THD_INLINE struct __ripple_thd_thread *__ripple_thd_self(ripple_thd_runtime_t *runtime) {
  void *self = pthread_getspecific(runtime->current);
  return self ? (struct __ripple_thd_thread *)self : &runtime->threads[0];
}

__RIPPLE_THD_INLINE ripple_thd_block_t __ripple_thd_set_block_shape(void *runtime_of_threads, unsigned id,
                                                                    unsigned dims, size_t a, size_t b, size_t c) {
  ripple_thd_runtime_t *runtime = (ripple_thd_runtime_t *)runtime_of_threads;
  const size_t sizes[RIPPLE_THD_MAX_DIMS] = {a, b, c};
  size_t others = 1;
  int dynamic = -1;
  if (id >= runtime->blocks)
    __ripple_thd_fail("the runtime is not prepared for so many blocks: see ripple_thd_init");
  if (dims < 1 || dims > runtime->max_dims)
    __ripple_thd_fail("the runtime is not prepared for so many dimensions: see ripple_thd_init");
  ripple_thd_block_t block = &__ripple_thd_self(runtime)->blocks[id];
  block->dims = dims;
  for (unsigned dim = 0; dim < RIPPLE_THD_MAX_DIMS; ++dim) {
    block->size[dim] = dim < dims ? sizes[dim] : 1;
    if (block->size[dim] == RIPPLE_THD_DYNAMIC && dynamic >= 0)
      __ripple_thd_fail("two dimensions have a dynamic size");
    if (block->size[dim] == RIPPLE_THD_DYNAMIC)
      dynamic = (int)dim;
    else
      others *= block->size[dim];
  }
  if (dynamic >= 0)
    block->size[dynamic] = others ? runtime->count / others : 0;
  if (others * (dynamic >= 0 ? block->size[dynamic] : 1) != runtime->count)
    __ripple_thd_fail("the block has another number of threads than the runtime");
  return block;
}
#define __RIPPLE_THD_THREE(a, b, c, ...) (size_t)(a), (size_t)(b), (size_t)(c)
/* ripple_thd_set_block_shape(runtime, block, dims, size0 [, size1 [, size2]]) */
#define ripple_thd_set_block_shape(runtime, id, dims, ...) \
  __RIPPLE_CALL(__ripple_thd_set_block_shape, (runtime), (id), (dims), __RIPPLE_THD_THREE(__VA_ARGS__, 1, 1, 1))

/* The index of the calling thread in a dimension, and the size of a dimension. */
__RIPPLE_THD_INLINE size_t ripple_thd_id(ripple_thd_block_t block, unsigned dim) {
  size_t index = __ripple_thd_self(block->runtime)->index;
  if (dim >= RIPPLE_THD_MAX_DIMS)
    return 0;
  for (unsigned below = 0; below < dim; ++below)
    index /= block->size[below];
  return index % block->size[dim];
}
__RIPPLE_THD_INLINE size_t ripple_thd_get_block_size(ripple_thd_block_t block, unsigned dim) {
  return dim < RIPPLE_THD_MAX_DIMS ? block->size[dim] : 1;
}

/* The number of threads in a set of dimensions, and the calling thread's flat index in them. */
__RIPPLE_THD_INLINE size_t __ripple_thd_size_in(ripple_thd_block_t block, unsigned set) {
  size_t size = 1;
  for (unsigned dim = 0; dim < block->dims; ++dim)
    size *= set >> dim & 1 ? block->size[dim] : 1;
  return size;
}
__RIPPLE_THD_INLINE size_t __ripple_thd_index_in(ripple_thd_block_t block, unsigned set) {
  size_t index = 0;
  for (unsigned dim = block->dims; dim-- > 0;)
    if (set >> dim & 1)
      index = index * block->size[dim] + ripple_thd_id(block, dim);
  return index;
}

/* ripple_thd_is_main(block [, dims]): whether the calling thread's indices in
 * these dimensions, bits, are 0. */
__RIPPLE_THD_INLINE int __ripple_thd_is_main(ripple_thd_block_t block, unsigned dims) {
  return __ripple_thd_index_in(block, dims) == 0;
}
#define __RIPPLE_THD_TWO(a, b, ...) (a), (unsigned)(b)
#define ripple_thd_is_main(...) __RIPPLE_CALL(__ripple_thd_is_main, __RIPPLE_THD_TWO(__VA_ARGS__, -1, 0))

/* Waits for the threads that differ in these dimensions, bits, alone. */
__RIPPLE_THD_INLINE void ripple_thd_barrier(ripple_thd_block_t block, unsigned dims) {
  const unsigned all = (1u << block->dims) - 1, set = dims & all;
  const size_t members = __ripple_thd_size_in(block, set);
  ripple_thd_runtime_t *runtime = block->runtime;
  if (!runtime->barriers)
    __ripple_thd_fail("the runtime is not prepared for barriers: see RIPPLE_THD_USE_BAR");
  struct __ripple_thd_barrier *barrier =
      &runtime->barriers[(block->id * __RIPPLE_THD_SETS + set) * runtime->count +
                         __ripple_thd_index_in(block, all & ~set)];
  pthread_mutex_lock(&barrier->lock);
  const size_t round = barrier->round;
  if (++barrier->waiting == members) {
    barrier->waiting = 0;
    ++barrier->round;
    pthread_cond_broadcast(&barrier->opened);
  } else {
    while (barrier->round == round)
      pthread_cond_wait(&barrier->opened, &barrier->lock);
  }
  pthread_mutex_unlock(&barrier->lock);
}

/* ---- Annotated loops ----------------------------------------------------- */

/* The chunks of a loop that the calling thread carries out. The compiler reads
 * the first two members. */
struct __ripple_thd_chunks {
  size_t first, count;
  ripple_thd_block_t block;
  size_t chunk, at, threads, index, requests, number;
  int is_dynamic, has_begun;
  unsigned around;
};

__RIPPLE_THD_INLINE size_t __ripple_thd_product(size_t a, size_t b) {
  size_t product;
  return __builtin_mul_overflow(a, b, &product) ? ~(size_t)0 : product;
}
__RIPPLE_THD_INLINE size_t __ripple_thd_sum(size_t a, size_t b) { return a + b < a ? ~(size_t)0 : a + b; }

/* Begins a loop over dimensions, four bits for each, of which the first varies
 * fastest; a chunk of 0 iterations is one for each thread. */
__RIPPLE_THD_INLINE struct __ripple_thd_chunks *__ripple_thd_begin(ripple_thd_block_t block, size_t chunk,
                                                                   int is_dynamic, unsigned dims, unsigned count) {
  struct __ripple_thd_chunks *chunks =
      (struct __ripple_thd_chunks *)__ripple_thd_allocate(1, sizeof(struct __ripple_thd_chunks));
  chunks->block = block;
  chunks->chunk = chunk;
  chunks->is_dynamic = is_dynamic;
  chunks->threads = 1;
  for (unsigned i = 0; i < count; ++i, dims >>= 4) {
    chunks->index += chunks->threads * ripple_thd_id(block, dims & 15);
    chunks->threads *= ripple_thd_get_block_size(block, dims & 15);
  }
  return chunks;
}

/* The loops of the threads that share the calling one's. */
__RIPPLE_THD_INLINE struct __ripple_thd_servers *__ripple_thd_servers_of(struct __ripple_thd_chunks *chunks) {
  ripple_thd_block_t block = chunks->block;
  ripple_thd_runtime_t *runtime = block->runtime;
  return &runtime->servers[(block->id * __RIPPLE_THD_SETS + chunks->around) * runtime->count +
                           __ripple_thd_index_in(block, chunks->around)];
}

/* The loop, in a list that is locked. */
__RIPPLE_THD_INLINE struct __ripple_thd_server **__ripple_thd_server_of(struct __ripple_thd_chunks *chunks,
                                                                        struct __ripple_thd_servers *servers) {
  struct __ripple_thd_server **at = &servers->first;
  while (*at && (*at)->number != chunks->number)
    at = &(*at)->next;
  if (!*at) {
    *at = (struct __ripple_thd_server *)__ripple_thd_allocate(1, sizeof(struct __ripple_thd_server));
    (*at)->number = chunks->number;
    (*at)->teams = (struct __ripple_thd_team *)__ripple_thd_allocate(chunks->block->size[0],
                                                                     sizeof(struct __ripple_thd_team));
  }
  return at;
}

/* Ends a loop with a dynamic schedule for the calling thread, in a list that is locked. */
__RIPPLE_THD_INLINE void __ripple_thd_leave(struct __ripple_thd_chunks *chunks, struct __ripple_thd_server **at) {
  struct __ripple_thd_server *server = *at;
  ripple_thd_block_t block = chunks->block;
  if (++server->done < block->runtime->count / __ripple_thd_size_in(block, chunks->around))
    return;
  *at = server->next;
  for (size_t i = 0; i < block->size[0]; ++i)
    free(server->teams[i].first);
  free(server->teams);
  free(server);
}

/* The next chunk of a loop with a dynamic schedule: its first iteration, or the number of all. */
__RIPPLE_THD_INLINE size_t __ripple_thd_take(struct __ripple_thd_chunks *chunks, size_t iterations) {
  ripple_thd_block_t block = chunks->block;
  struct __ripple_thd_servers *servers = __ripple_thd_servers_of(chunks);
  size_t first = iterations;
  pthread_mutex_lock(&servers->lock);
  struct __ripple_thd_server **at = __ripple_thd_server_of(chunks, servers), *server = *at;
  struct __ripple_thd_team *team = &server->teams[ripple_thd_id(block, 0)];
  if (chunks->requests < team->count) {
    first = team->first[chunks->requests];
  } else if (server->taken < iterations) {
    first = server->taken;
    server->taken = __ripple_thd_sum(first, chunks->chunk);
    if (team->count == team->room) {
      team->room = team->room * 2 + 8;
      team->first = (size_t *)realloc(team->first, team->room * sizeof(size_t));
      if (!team->first)
        __ripple_thd_fail("out of memory");
    }
    team->first[team->count++] = first;
  }
  ++chunks->requests;
  if (first >= iterations)
    __ripple_thd_leave(chunks, at);
  pthread_mutex_unlock(&servers->lock);
  return first;
}

/* Goes on to the next chunk of so many iterations; returns 0 where there is
 * none, which ends the loop. `around` are the dimensions of loops around it. */
__RIPPLE_THD_INLINE size_t __ripple_thd_next(struct __ripple_thd_chunks *chunks, size_t iterations, size_t around) {
  if (!chunks->has_begun) {
    ripple_thd_block_t block = chunks->block;
    chunks->has_begun = 1;
    if (!chunks->chunk)
      chunks->chunk = iterations / chunks->threads + (iterations % chunks->threads != 0);
    if (!chunks->chunk)
      chunks->chunk = 1;
    chunks->at = __ripple_thd_product(chunks->index, chunks->chunk);
    chunks->around = (unsigned)around & ((1u << block->dims) - 1);
    if (chunks->is_dynamic) {
      if (!block->runtime->servers)
        __ripple_thd_fail("the runtime is not prepared for dynamic schedules: see RIPPLE_THD_USE_DYN");
      chunks->number =
          __ripple_thd_self(block->runtime)->loops[block->id * __RIPPLE_THD_SETS + chunks->around]++;
    }
  }
  if (chunks->is_dynamic)
    chunks->at = __ripple_thd_take(chunks, iterations);
  if (chunks->at >= iterations) {
    free(chunks);
    return 0;
  }
  chunks->first = chunks->at;
  chunks->count = iterations - chunks->first < chunks->chunk ? iterations - chunks->first : chunks->chunk;
  chunks->at = __ripple_thd_sum(chunks->first, __ripple_thd_product(chunks->threads, chunks->chunk));
  return 1;
}

/* The driver puts a call of this before each annotated loop. */
extern __RIPPLE_BOOL __ripple_thread_mark(struct __ripple_thd_chunks *,
                                          size_t (*next)(struct __ripple_thd_chunks *, size_t, size_t), int id,
                                          int dims, int count, int is_dynamic)
    __asm__("llvm.ripple.thread.mark") __attribute__((nothrow, convergent));

#ifdef RIPPLE_DRIVER_PRAGMAS
/* ripple_thd_parallel(block, chunk, flags, dim0 ..): chunks of iterations go
 * to one thread after the other; with `_dyn`, to the thread that is free. */
#define ripple_thd_parallel(block, chunk, flags, ...) \
  __RIPPLE_PRAGMA(ripple parallel Block(block) Dims(__VA_ARGS__) Thread ThreadChunk(chunk) IgnoreNullStmts)
#define ripple_thd_parallel_dyn(block, chunk, flags, ...) \
  __RIPPLE_PRAGMA(ripple parallel Block(block) Dims(__VA_ARGS__) ThreadChunk(chunk) Schedule(dynamic) IgnoreNullStmts)
#define ripple_parallel_thd(block, ...) \
  __RIPPLE_PRAGMA(ripple parallel Block(block) Dims(__VA_ARGS__) Thread IgnoreNullStmts)
#define ripple_parallel_thd_chunk(block, chunk, ...) \
  __RIPPLE_PRAGMA(ripple parallel Block(block) Dims(__VA_ARGS__) Thread ThreadChunk(chunk) IgnoreNullStmts)
#define ripple_parallel_thd_dyn(block, ...) \
  __RIPPLE_PRAGMA(ripple parallel Block(block) Dims(__VA_ARGS__) Thread Schedule(dynamic) IgnoreNullStmts)
#define ripple_parallel_thd_dyn_chunk(block, chunk, ...) \
  __RIPPLE_PRAGMA(ripple parallel Block(block) Dims(__VA_ARGS__) ThreadChunk(chunk) Schedule(dynamic) IgnoreNullStmts)
#else
#define ripple_thd_parallel(block, chunk, flags, ...) __RIPPLE_USE(block)
#define ripple_thd_parallel_dyn(block, chunk, flags, ...) __RIPPLE_USE(block)
#define ripple_parallel_thd(block, ...) __RIPPLE_USE(block)
#define ripple_parallel_thd_chunk(block, chunk, ...) __RIPPLE_USE(block)
#define ripple_parallel_thd_dyn(block, ...) __RIPPLE_USE(block)
#define ripple_parallel_thd_dyn_chunk(block, chunk, ...) __RIPPLE_USE(block)
#endif

/* ---- Iteration servers: chunks of a number of iterations on request ------- */

/* Begins to serve iterations to the threads of a block, all of which ask for
 * them; threads that differ in dimension 0 get different ones. */
__RIPPLE_THD_INLINE void *ripple_it_serv_init(ripple_thd_block_t block, size_t chunk) {
  return __ripple_thd_begin(block, chunk, 1, 0, 1);
}
/* The next chunk of so many iterations, from `*first` up to `*end`; returns 0
 * where there is none, which ends the service. */
__RIPPLE_THD_INLINE int ripple_it_serv_next(void *server, size_t iterations, size_t *first, size_t *end) {
  struct __ripple_thd_chunks *chunks = (struct __ripple_thd_chunks *)server;
  if (!__ripple_thd_next(chunks, iterations, 0))
    return 0;
  *first = chunks->first;
  *end = chunks->first + chunks->count;
  return 1;
}
/* Ends the service for the calling thread before there are no iterations left. */
__RIPPLE_THD_INLINE void ripple_it_serv_exit(void *server) {
  struct __ripple_thd_chunks *chunks = (struct __ripple_thd_chunks *)server;
  if (!chunks->has_begun) {
    chunks->has_begun = 1;
    chunks->number = __ripple_thd_self(chunks->block->runtime)->loops[chunks->block->id * __RIPPLE_THD_SETS]++;
  }
  struct __ripple_thd_servers *servers = __ripple_thd_servers_of(chunks);
  pthread_mutex_lock(&servers->lock);
  __ripple_thd_leave(chunks, __ripple_thd_server_of(chunks, servers));
  pthread_mutex_unlock(&servers->lock);
  free(chunks);
}

#endif
