// RUN: terrace-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect --emit-bytecode | terrace-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: gpu.binary @first [#gpu.object<#nvvm.target, "fat">]
gpu.binary @first [#gpu.object<#nvvm.target, "fat">]

// CHECK: gpu.binary @second <#gpu.select_object<1 : i64>> [#gpu.object<#nvvm.target, assembly = "text">, #gpu.object<#nvvm.target, properties = {O = 3 : i64}, kernels = <[#gpu.kernel_metadata<"a", () -> ()>, #gpu.kernel_metadata<"b", (f32) -> (), metadata = {x = 1 : i64}>]>, bin = "bits">]
gpu.binary @second <#gpu.select_object<1>> [#gpu.object<#nvvm.target, assembly = "text">, #gpu.object<#nvvm.target, properties = {O = 3 : i64}, kernels = <[#gpu.kernel_metadata<"b", (f32) -> (), metadata = {x = 1}>, #gpu.kernel_metadata<"a", () -> ()>]>, bin = "bits">]

// CHECK-LABEL: gpu.module @module [#nvvm.target] attributes {a.b} {
gpu.module @module [#nvvm.target] attributes {a.b} {
}
