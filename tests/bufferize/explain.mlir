// Why copies and allocations are made.
// RUN: terrace-opt %s --one-shot-bufferize='bufferize-function-boundaries explain' --diagnostic-format=rich -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=DONE --input-file=%t

// The read may go in front of the write.
// CHECK:      remark: operand #1 of 'tensor.insert' is copied: in place, it would overwrite what is read later
// CHECK-NEXT: explain.mlir:[[#@LINE+8]]:8
// CHECK:      note: what is to be read is argument #0 of a block of 'func.func'
// CHECK:      note: it is read here, by operand #0 of 'tensor.extract'
// CHECK:      note: rule: a read sees its definition, and no write after that
// CHECK:      note: edit: move this in front of the 'tensor.insert' that overwrites it
// DONE-LABEL: func.func @later
// DONE:       memref.copy
func.func @later(%t: tensor<3xf32>, %a: f32, %i: index) -> (tensor<3xf32>, f32) {
  %0 = tensor.insert %a into %t[%i] : tensor<3xf32>
  %r = tensor.extract %t[%i] : tensor<3xf32>
  return %0, %r : tensor<3xf32>, f32
}

// CHECK:      remark: operand #1 of 'tensor.insert' is copied: in place, it would write to a buffer that must not be written
// CHECK:      note: argument #0 is not writable
// CHECK:      note: rule: what is not writable is not written
// CHECK:      note: edit: bufferization.writable = false on the argument forbids it
// DONE-LABEL: func.func @constant
// DONE:       memref.copy
func.func @constant(%t: tensor<3xf32> {bufferization.writable = false}, %a: f32, %i: index) -> tensor<3xf32> {
  %0 = tensor.insert %a into %t[%i] : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK:      remark: result #0 of 'tensor.empty' is a new allocation
// CHECK:      note: rule: it has no operand whose buffer it could take
// DONE-LABEL: func.func @empty
// DONE-NEXT:  memref.alloc
// DONE-NOT:   memref.copy
func.func @empty(%a: f32, %i: index) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %0 = tensor.insert %a into %e[%i] : tensor<3xf32>
  return %0 : tensor<3xf32>
}
