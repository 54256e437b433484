// RUN: terrace-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
// Canonicalization of addresses.

// Nothing added is nothing done.
// CHECK-LABEL: func.func @add(%arg0: !ptr.ptr<#ptr.generic_space>) -> !ptr.ptr<#ptr.generic_space> {
// CHECK-NEXT:    return %arg0 : !ptr.ptr<#ptr.generic_space>
// CHECK-NEXT:  }
func.func @add(%p: !ptr.ptr<#ptr.generic_space>) -> !ptr.ptr<#ptr.generic_space> {
  %c0 = arith.constant 0 : i64
  %0 = ptr.ptr_add %p, %c0 : !ptr.ptr<#ptr.generic_space>, i64
  return %0 : !ptr.ptr<#ptr.generic_space>
}

// A value made of its own address and metadata is itself; without metadata nothing is known.
// CHECK-LABEL: func.func @made(%arg0: memref<4xf32, #ptr.generic_space>) -> (memref<4xf32, #ptr.generic_space>, memref<4xf32, #ptr.generic_space>) {
// CHECK-NEXT:    %0 = ptr.to_ptr %arg0 : memref<4xf32, #ptr.generic_space> -> <#ptr.generic_space>
// CHECK-NEXT:    %1 = ptr.from_ptr %0 : <#ptr.generic_space> -> memref<4xf32, #ptr.generic_space>
// CHECK-NEXT:    return %arg0, %1 : memref<4xf32, #ptr.generic_space>, memref<4xf32, #ptr.generic_space>
// CHECK-NEXT:  }
func.func @made(%m: memref<4xf32, #ptr.generic_space>) -> (memref<4xf32, #ptr.generic_space>, memref<4xf32, #ptr.generic_space>) {
  %p = ptr.to_ptr %m : memref<4xf32, #ptr.generic_space> -> <#ptr.generic_space>
  %d = ptr.get_metadata %m : memref<4xf32, #ptr.generic_space>
  %a = ptr.from_ptr %p metadata %d : <#ptr.generic_space> -> memref<4xf32, #ptr.generic_space>
  %b = ptr.from_ptr %p : <#ptr.generic_space> -> memref<4xf32, #ptr.generic_space>
  return %a, %b : memref<4xf32, #ptr.generic_space>, memref<4xf32, #ptr.generic_space>
}
