// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | terrace-opt | FileCheck %s
// RUN: terrace-opt %s --emit-bytecode | terrace-opt | FileCheck %s
// RUN: terrace-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

#v = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#w = #sparse_tensor.encoding<{ map = (i) -> (i : dense) }>

// CHECK-LABEL: @ops
func.func @ops(%file: !llvm.ptr, %dense: tensor<4xf32>)
    -> (tensor<4xf32, #v>, tensor<4xf32, #v>, tensor<?xf32, #w>, tensor<?xf32>) {
  // CHECK: %[[NEW:.*]] = sparse_tensor.new %{{.*}} : !llvm.ptr to tensor<4xf32, #[[V:.*]]>
  %0 = sparse_tensor.new %file : !llvm.ptr to tensor<4xf32, #v>
  // CHECK: %[[LOAD:.*]] = sparse_tensor.load %[[NEW]] : tensor<4xf32, #[[V]]>
  %1 = sparse_tensor.load %0 : tensor<4xf32, #v>
  // CHECK: sparse_tensor.load %[[LOAD]] hasInserts {a} : tensor<4xf32, #[[V]]>
  %2 = sparse_tensor.load %1 hasInserts {a} : tensor<4xf32, #v>
  // CHECK: sparse_tensor.convert %{{.*}} : tensor<4xf32> to tensor<4xf32, #[[V]]>
  %3 = sparse_tensor.convert %dense : tensor<4xf32> to tensor<4xf32, #v>
  // CHECK: sparse_tensor.convert %{{.*}} : tensor<4xf32, #[[V]]> to tensor<?xf32, #{{.*}}>
  %4 = sparse_tensor.convert %3 : tensor<4xf32, #v> to tensor<?xf32, #w>
  // CHECK: sparse_tensor.convert %{{.*}} : tensor<?xf32, #{{.*}}> to tensor<?xf32>
  %5 = sparse_tensor.convert %4 : tensor<?xf32, #w> to tensor<?xf32>
  return %2, %3, %4, %5 : tensor<4xf32, #v>, tensor<4xf32, #v>, tensor<?xf32, #w>, tensor<?xf32>
}

// A conversion between equal types folds away.
// CANON-LABEL: @fold
// CANON-SAME: (%[[A:.*]]: tensor<4xf32, #{{.*}}>)
// CANON-NEXT: return %[[A]]
func.func @fold(%a: tensor<4xf32, #v>) -> tensor<4xf32, #v> {
  %0 = sparse_tensor.convert %a : tensor<4xf32, #v> to tensor<4xf32, #v>
  return %0 : tensor<4xf32, #v>
}
