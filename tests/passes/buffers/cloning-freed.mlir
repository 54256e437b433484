// RUN: terrace-opt %s --buffer-deallocation | FileCheck %s

// What is freed and given away all the same stays wrong as it is; nothing follows the end of a block.
// CHECK-LABEL: func.func @freed_before_it_is_returned
func.func @freed_before_it_is_returned() -> memref<4xf32> {
  // CHECK-NEXT: %[[M:.*]] = memref.alloc()
  // CHECK-NEXT: memref.dealloc %[[M]]
  // CHECK-NEXT: return %[[M]]
  %0 = memref.alloc() : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return %0 : memref<4xf32>
}
