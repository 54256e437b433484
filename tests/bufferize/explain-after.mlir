// What passes before and after bufferization allocate and copy, each with its cause, and who frees it.
// RUN: terrace-opt %s --split-input-file --record-buffer-causes --empty-tensor-to-alloc-tensor --one-shot-bufferize='bufferize-function-boundaries explain explain-after={buffer-results-to-out-params}' -o /dev/null 2>&1 | FileCheck %s --check-prefix=PARAMS
// RUN: terrace-opt %s --split-input-file --one-shot-bufferize='bufferize-function-boundaries explain explain-after={buffer-deallocation-pipeline}' -o /dev/null 2>&1 | FileCheck %s --check-prefix=OWNED
// RUN: terrace-opt %s --split-input-file --one-shot-bufferize='bufferize-function-boundaries explain explain-after={promote-buffers-to-stack}' -o /dev/null 2>&1 | FileCheck %s --check-prefix=STACK
// RUN: not terrace-opt %s --split-input-file --one-shot-bufferize='bufferize-function-boundaries explain explain-after={nothing}' -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: <unknown>:0: error: in explain-after 'nothing': 'nothing' does not refer to a registered pass or pass pipeline

// PARAMS: remark: a tensor.empty becomes an allocation
// PARAMS: note: rule: empty-tensor-to-alloc-tensor gives each tensor.empty a buffer of its own
// PARAMS: note: in the output: %alloc = memref.alloc of 16 bytes
// PARAMS: remark: what the function returned is copied into the buffer of its caller
// PARAMS: note: rule: buffer-results-to-out-params copies, unless the buffer is allocated in the function
// PARAMS: note: in the output: memref.copy
// PARAMS: remark: the buffer that the callee returned is allocated by its caller
// PARAMS: note: in the output: {{.*}} = memref.alloc of 16 bytes
// PARAMS: note: it is freed before the 'func.return'
// PARAMS: remark: in all: 1 copy (16 bytes), 3 allocations (48 bytes)

// OWNED: remark: a buffer is copied where it is returned, unless it is owned: callers free what they are given
// OWNED: note: rule: functions return buffers that they own
// OWNED: note: in the output: {{.*}} = bufferization.clone of 16 bytes
// OWNED: note: it is returned: the caller frees it

// STACK: note: it is on the stack, and freed with the scope around it
func.func private @choose(%t: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %v = arith.constant 1.0 : f32
  %i = arith.constant 0 : index
  %e = tensor.empty() : tensor<4xf32>
  %1 = tensor.insert %v into %e[%i] : tensor<4xf32>
  %2 = arith.select %c, %1, %t : tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func @main(%c: i1) -> f32 {
  %i = arith.constant 0 : index
  %v = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %1 = tensor.insert %v into %e[%i] : tensor<4xf32>
  %2 = call @choose(%1, %c) : (tensor<4xf32>, i1) -> tensor<4xf32>
  %3 = tensor.extract %2[%i] : tensor<4xf32>
  return %3 : f32
}
