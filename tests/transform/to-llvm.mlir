// RUN: terrace-opt --allow-unregistered-dialect --transform-interpreter %s | FileCheck %s

// Scripts convert to the dialect llvm with a converter of types of their own.

// CHECK-LABEL: llvm.func @access(
// CHECK-SAME: %{{.*}}: !llvm.ptr, %[[ALIGNED:.*]]: !llvm.ptr, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32, %[[INDEX:.*]]: i32) -> f32
// CHECK: %[[ADDRESS:.*]] = llvm.getelementptr inbounds|nuw %{{.*}}[%[[INDEX]]] : (!llvm.ptr, i32) -> !llvm.ptr, f32
// CHECK: %[[VALUE:.*]] = llvm.load %[[ADDRESS]] : !llvm.ptr -> f32
// CHECK: llvm.return %{{.*}} : f32
module attributes {test.payload} {
func.func @access(%memory: memref<4xf32>, %index: index) -> f32 {
  %value = memref.load %memory[%index] : memref<4xf32>
  %sum = arith.addf %value, %value : f32
  return %sum : f32
}
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %payload = transform.structured.match attributes {test.payload} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %payload {
      transform.apply_conversion_patterns.dialect_to_llvm "memref"
      transform.apply_conversion_patterns.dialect_to_llvm "arith"
      transform.apply_conversion_patterns.func.func_to_llvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {index_bitwidth = 32}
    } {legal_dialects = ["llvm", "transform"], partial_conversion, preserve_handles} : !transform.any_op
    transform.yield
  }
}
