// Parts of a tensor that iterations running at the same time write.
// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=DONE
// RUN: terrace-opt %s --one-shot-bufferize | FileCheck %s --check-prefix=INSIDE

func.func @forall(%t: tensor<320xf32>, %f: f32) -> tensor<320xf32> {
  %c320 = arith.constant 320 : index
  %r = scf.forall (%i) in (%c320) shared_outs(%o = %t) -> (tensor<320xf32>) {
    %e = tensor.empty() : tensor<1xf32>
    %x = linalg.fill ins(%f : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<1xf32> into tensor<320xf32>
    }
  }
  return %r : tensor<320xf32>
}
func.func @scalar(%f: f32, %n: index) -> tensor<?x?xf32> {
  %a = bufferization.alloc_tensor(%n, %n) : tensor<?x?xf32>
  %r = scf.forall (%i, %j) in (%n, 4) shared_outs(%o = %a) -> (tensor<?x?xf32>) {
    %x = tensor.from_elements %f : tensor<f32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i, %j] [1, 1] [1, 1] : tensor<f32> into tensor<?x?xf32>
    }
  }
  return %r : tensor<?x?xf32>
}
func.func @slice(%f: f32, %n: index, %a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %a) -> (tensor<?x?xf32>) {
    %s = tensor.extract_slice %o[%i, 0] [1, %n] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
    %x = linalg.fill ins(%f : f32) outs(%s : tensor<?xf32>) -> tensor<?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i, 0] [1, %n] [1, 1] : tensor<?xf32> into tensor<?x?xf32>
    }
  }
  return %r : tensor<?x?xf32>
}
func.func @two(%f: f32, %n: index, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.forall (%i) in (4) shared_outs(%o = %a, %p = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    %x = tensor.extract_slice %o[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %y = linalg.fill ins(%f : f32) outs(%x : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %p[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %y into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
func.func @dealloc(%f: f32, %n: index, %a: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %a) -> (tensor<4xf32>) {
    %x = bufferization.alloc_tensor() : tensor<1xf32>
    %y = linalg.fill ins(%f : f32) outs(%x : tensor<1xf32>) -> tensor<1xf32>
    bufferization.dealloc_tensor %y : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// DONE: module {
// DONE-NEXT:   func.func @forall(%arg0: memref<320xf32, strided<[?], offset: ?>>, %arg1: f32) -> memref<320xf32, strided<[?], offset: ?>> {
// DONE-NEXT:     %c320 = arith.constant 320 : index
// DONE-NEXT:     scf.forall (%arg2) in (%c320) {
// DONE-NEXT:       %alloc = memref.alloc() {alignment = 64 : i64} : memref<1xf32>
// DONE-NEXT:       linalg.fill ins(%arg1 : f32) outs(%alloc : memref<1xf32>)
// DONE-NEXT:       %subview = memref.subview %arg0[%arg2] [1] [1] : memref<320xf32, strided<[?], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
// DONE-NEXT:       memref.copy %alloc, %subview : memref<1xf32> to memref<1xf32, strided<[?], offset: ?>>
// DONE-NEXT:     }
// DONE-NEXT:     return %arg0 : memref<320xf32, strided<[?], offset: ?>>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @scalar(%arg0: f32, %arg1: index) -> memref<?x?xf32> {
// DONE-NEXT:     %alloc = memref.alloc(%arg1, %arg1) {alignment = 64 : i64} : memref<?x?xf32>
// DONE-NEXT:     scf.forall (%arg2, %arg3) in (%arg1, 4) {
// DONE-NEXT:       %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<f32>
// DONE-NEXT:       memref.store %arg0, %alloc_0[] : memref<f32>
// DONE-NEXT:       %subview = memref.subview %alloc[%arg2, %arg3] [1, 1] [1, 1] : memref<?x?xf32> to memref<f32, strided<[], offset: ?>>
// DONE-NEXT:       memref.copy %alloc_0, %subview : memref<f32> to memref<f32, strided<[], offset: ?>>
// DONE-NEXT:     }
// DONE-NEXT:     %cast = memref.cast %alloc : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     return %alloc : memref<?x?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @slice(%arg0: f32, %arg1: index, %arg2: memref<?x?xf32, strided<[?, ?], offset: ?>>) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
// DONE-NEXT:     scf.forall (%arg3) in (%arg1) {
// DONE-NEXT:       %subview = memref.subview %arg2[%arg3, 0] [1, %arg1] [1, 1] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:       linalg.fill ins(%arg0 : f32) outs(%subview : memref<?xf32, strided<[?], offset: ?>>)
// DONE-NEXT:       %subview_0 = memref.subview %arg2[%arg3, 0] [1, %arg1] [1, 1] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:       memref.copy %subview, %subview_0 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     }
// DONE-NEXT:     return %arg2 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @two(%arg0: f32, %arg1: index, %arg2: memref<4xf32, strided<[?], offset: ?>>, %arg3: memref<4xf32, strided<[?], offset: ?>>) -> (memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>) {
// DONE-NEXT:     scf.forall (%arg4) in (4) {
// DONE-NEXT:       %subview = memref.subview %arg2[%arg4] [1] [1] : memref<4xf32, strided<[?], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
// DONE-NEXT:       linalg.fill ins(%arg0 : f32) outs(%subview : memref<1xf32, strided<[?], offset: ?>>)
// DONE-NEXT:       %subview_0 = memref.subview %arg3[%arg4] [1] [1] : memref<4xf32, strided<[?], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
// DONE-NEXT:       memref.copy %subview, %subview_0 : memref<1xf32, strided<[?], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
// DONE-NEXT:       %subview_1 = memref.subview %arg2[%arg4] [1] [1] : memref<4xf32, strided<[?], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
// DONE-NEXT:       memref.copy %subview, %subview_1 : memref<1xf32, strided<[?], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
// DONE-NEXT:     }
// DONE-NEXT:     return %arg2, %arg3 : memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @dealloc(%arg0: f32, %arg1: index, %arg2: memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {
// DONE-NEXT:     scf.forall (%arg3) in (4) {
// DONE-NEXT:       %alloc = memref.alloc() {alignment = 64 : i64} : memref<1xf32>
// DONE-NEXT:       linalg.fill ins(%arg0 : f32) outs(%alloc : memref<1xf32>)
// DONE-NEXT:       %subview = memref.subview %arg2[%arg3] [1] [1] : memref<4xf32, strided<[?], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
// DONE-NEXT:       memref.copy %alloc, %subview : memref<1xf32> to memref<1xf32, strided<[?], offset: ?>>
// DONE-NEXT:       memref.dealloc %alloc : memref<1xf32>
// DONE-NEXT:     }
// DONE-NEXT:     return %arg2 : memref<4xf32, strided<[?], offset: ?>>
// DONE-NEXT:   }
// DONE-NEXT: }

// INSIDE: module {
// INSIDE-NEXT:   func.func @forall(%arg0: tensor<320xf32>, %arg1: f32) -> tensor<320xf32> {
// INSIDE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<320xf32> to memref<320xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %c320 = arith.constant 320 : index
// INSIDE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<320xf32>
// INSIDE-NEXT:     memref.copy %0, %alloc : memref<320xf32, strided<[?], offset: ?>> to memref<320xf32>
// INSIDE-NEXT:     scf.forall (%arg2) in (%c320) {
// INSIDE-NEXT:       %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<1xf32>
// INSIDE-NEXT:       linalg.fill ins(%arg1 : f32) outs(%alloc_0 : memref<1xf32>)
// INSIDE-NEXT:       %subview = memref.subview %alloc[%arg2] [1] [1] : memref<320xf32> to memref<1xf32, strided<[1], offset: ?>>
// INSIDE-NEXT:       memref.copy %alloc_0, %subview : memref<1xf32> to memref<1xf32, strided<[1], offset: ?>>
// INSIDE-NEXT:     }
// INSIDE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<320xf32> to tensor<320xf32>
// INSIDE-NEXT:     return %1 : tensor<320xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @scalar(%arg0: f32, %arg1: index) -> tensor<?x?xf32> {
// INSIDE-NEXT:     %alloc = memref.alloc(%arg1, %arg1) {alignment = 64 : i64} : memref<?x?xf32>
// INSIDE-NEXT:     scf.forall (%arg2, %arg3) in (%arg1, 4) {
// INSIDE-NEXT:       %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<f32>
// INSIDE-NEXT:       memref.store %arg0, %alloc_0[] : memref<f32>
// INSIDE-NEXT:       %subview = memref.subview %alloc[%arg2, %arg3] [1, 1] [1, 1] : memref<?x?xf32> to memref<f32, strided<[], offset: ?>>
// INSIDE-NEXT:       memref.copy %alloc_0, %subview : memref<f32> to memref<f32, strided<[], offset: ?>>
// INSIDE-NEXT:     }
// INSIDE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<?x?xf32> to tensor<?x?xf32>
// INSIDE-NEXT:     return %0 : tensor<?x?xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @slice(%arg0: f32, %arg1: index, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
// INSIDE-NEXT:     %0 = bufferization.to_buffer %arg2 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// INSIDE-NEXT:     %c0 = arith.constant 0 : index
// INSIDE-NEXT:     %dim = memref.dim %0, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// INSIDE-NEXT:     %c1 = arith.constant 1 : index
// INSIDE-NEXT:     %dim_0 = memref.dim %0, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// INSIDE-NEXT:     %alloc = memref.alloc(%dim, %dim_0) {alignment = 64 : i64} : memref<?x?xf32>
// INSIDE-NEXT:     memref.copy %0, %alloc : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32>
// INSIDE-NEXT:     scf.forall (%arg3) in (%arg1) {
// INSIDE-NEXT:       %subview = memref.subview %alloc[%arg3, 0] [1, %arg1] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
// INSIDE-NEXT:       linalg.fill ins(%arg0 : f32) outs(%subview : memref<?xf32, strided<[1], offset: ?>>)
// INSIDE-NEXT:       %subview_1 = memref.subview %alloc[%arg3, 0] [1, %arg1] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
// INSIDE-NEXT:       memref.copy %subview, %subview_1 : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
// INSIDE-NEXT:     }
// INSIDE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<?x?xf32> to tensor<?x?xf32>
// INSIDE-NEXT:     return %1 : tensor<?x?xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @two(%arg0: f32, %arg1: index, %arg2: tensor<4xf32>, %arg3: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// INSIDE-NEXT:     %0 = bufferization.to_buffer %arg3 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %1 = bufferization.to_buffer %arg2 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// INSIDE-NEXT:     memref.copy %1, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// INSIDE-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// INSIDE-NEXT:     memref.copy %0, %alloc_0 : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// INSIDE-NEXT:     scf.forall (%arg4) in (4) {
// INSIDE-NEXT:       %subview = memref.subview %alloc[%arg4] [1] [1] : memref<4xf32> to memref<1xf32, strided<[1], offset: ?>>
// INSIDE-NEXT:       linalg.fill ins(%arg0 : f32) outs(%subview : memref<1xf32, strided<[1], offset: ?>>)
// INSIDE-NEXT:       %subview_1 = memref.subview %alloc_0[%arg4] [1] [1] : memref<4xf32> to memref<1xf32, strided<[1], offset: ?>>
// INSIDE-NEXT:       memref.copy %subview, %subview_1 : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
// INSIDE-NEXT:       %subview_2 = memref.subview %alloc[%arg4] [1] [1] : memref<4xf32> to memref<1xf32, strided<[1], offset: ?>>
// INSIDE-NEXT:       memref.copy %subview, %subview_2 : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
// INSIDE-NEXT:     }
// INSIDE-NEXT:     %2 = bufferization.to_tensor %alloc_0 : memref<4xf32> to tensor<4xf32>
// INSIDE-NEXT:     %3 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// INSIDE-NEXT:     return %3, %2 : tensor<4xf32>, tensor<4xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @dealloc(%arg0: f32, %arg1: index, %arg2: tensor<4xf32>) -> tensor<4xf32> {
// INSIDE-NEXT:     %0 = bufferization.to_buffer %arg2 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// INSIDE-NEXT:     memref.copy %0, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// INSIDE-NEXT:     scf.forall (%arg3) in (4) {
// INSIDE-NEXT:       %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<1xf32>
// INSIDE-NEXT:       linalg.fill ins(%arg0 : f32) outs(%alloc_0 : memref<1xf32>)
// INSIDE-NEXT:       %subview = memref.subview %alloc[%arg3] [1] [1] : memref<4xf32> to memref<1xf32, strided<[1], offset: ?>>
// INSIDE-NEXT:       memref.copy %alloc_0, %subview : memref<1xf32> to memref<1xf32, strided<[1], offset: ?>>
// INSIDE-NEXT:       memref.dealloc %alloc_0 : memref<1xf32>
// INSIDE-NEXT:     }
// INSIDE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// INSIDE-NEXT:     return %1 : tensor<4xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT: }
