/* ripple/ripple_thd_qurt.h: the names that programs for QuRT have for runtimes. */
#ifndef TERRACE_RIPPLE_THD_QURT_H
#define TERRACE_RIPPLE_THD_QURT_H

#include <ripple/thread.h>

typedef ripple_thd_runtime_t qthd_runtime_t;
__RIPPLE_THD_INLINE qthd_runtime_t *qthd_runtime_init(unsigned threads) { return ripple_thd_runtime_init(threads); }
__RIPPLE_THD_INLINE void qthd_runtime_exit(qthd_runtime_t *runtime) { ripple_thd_runtime_exit(runtime); }

#endif
