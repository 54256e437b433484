// Why copies and allocations are made: a remark stands for each that is left once the output is cleaned up.
// RUN: terrace-opt %s --one-shot-bufferize='bufferize-function-boundaries explain' --diagnostic-format=rich -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=DONE --input-file=%t

// The read may go before the write.
// CHECK:      remark: %t (operand #1 of 'tensor.insert') is copied: in place, it would overwrite what is read later
// CHECK-NEXT: explain.mlir:[[#@LINE+12]]:30
// CHECK:      note: %t is defined here
// CHECK-NEXT: explain.mlir:[[#@LINE+9]]:18
// CHECK:      note: it is read here, by operand #0 of 'tensor.extract'
// CHECK-NEXT: explain.mlir:[[#@LINE+9]]:23
// CHECK:      note: rule: a read sees its definition, and no write after that
// CHECK:      note: in the output: %alloc = memref.alloc of 12 bytes; memref.copy %arg0, %alloc of 12 bytes
// CHECK:      note: edit: move %r before the 'tensor.insert' that overwrites what it reads; in all, then:
// CHECK:      note: it is returned: the caller frees it
// DONE-LABEL: func.func @later
// DONE:       memref.copy
func.func @later(%t: tensor<3xf32>, %a: f32, %i: index) -> (tensor<3xf32>, f32) {
  %0 = tensor.insert %a into %t[%i] : tensor<3xf32>
  %r = tensor.extract %t[%i] : tensor<3xf32>
  return %0, %r : tensor<3xf32>, f32
}

// CHECK:      remark: %t (operand #1 of 'tensor.insert') is copied: in place, it would write to a read-only buffer
// CHECK:      note: %t is read-only: the argument has bufferization.writable = false
// CHECK:      note: rule: a read-only buffer is not written
// DONE-LABEL: func.func @constant
// DONE:       memref.copy
func.func @constant(%t: tensor<3xf32> {bufferization.writable = false}, %a: f32, %i: index) -> tensor<3xf32> {
  %0 = tensor.insert %a into %t[%i] : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Of several conflicts, the first in program order is shown.
// CHECK:      remark: %t (operand #1 of 'tensor.insert') is copied
// CHECK:      note: it is read here, by operand #0 of 'tensor.extract'
// CHECK-NEXT: explain.mlir:[[#@LINE+4]]:23
// DONE-LABEL: func.func @first_read
func.func @first_read(%t: tensor<2xf32>, %a: f32, %i: index) -> (tensor<2xf32>, f32, f32, f32) {
  %0 = tensor.insert %a into %t[%i] : tensor<2xf32>
  %r = tensor.extract %t[%i] : tensor<2xf32>
  %s = tensor.extract %t[%i] : tensor<2xf32>
  %u = tensor.extract %t[%i] : tensor<2xf32>
  return %0, %r, %s, %u : tensor<2xf32>, f32, f32, f32
}

// CHECK:      remark: %e is a new allocation: 'tensor.empty' has no destination
// CHECK:      note: rule: a tensor that is not computed from another has a buffer of its own
// CHECK:      note: in the output: %alloc = memref.alloc of 12 bytes
// DONE-LABEL: func.func @empty
// DONE-NEXT:  memref.alloc
// DONE-NOT:   memref.copy
func.func @empty(%a: f32, %i: index) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %0 = tensor.insert %a into %e[%i] : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// A copy of a buffer to itself is made, but canonicalization erases it: no remark stands for it.
// CHECK-NOT:  insert_slice
// CHECK:      remark: in all, before buffers are freed: 3 copies (32 bytes), 4 allocations (44 bytes)
// DONE-LABEL: func.func @in_the_part
// DONE:       memref.copy
func.func @in_the_part(%t: tensor<8xf32>, %f: f32) -> tensor<8xf32> {
  %s = tensor.extract_slice %t[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.insert_slice %0 into %t[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %1 : tensor<8xf32>
}
