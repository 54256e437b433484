// RUN: terrace-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect | terrace-opt --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect --mlir-print-op-generic | terrace-opt --allow-unregistered-dialect | FileCheck %s

// Each attribute, with and without what may be left out.

module attributes {
  dlti.dl_spec = #dlti.dl_spec<index = 32, "dlti.endianness" = "big", "dlti.mangling_mode" = "e", "foo.bar" = 4 : i32>,
  dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"cache" = #dlti.map<"L1" = 4096 : ui32>>>,
  dlti.map = #dlti.map<"a" = 1, i32 = affine_map<(d0) -> (d0)>>
} {
func.func private @attributes_on_function() attributes {a = #dlti.dl_spec<>, b = #dlti.dl_entry<"a", #dlti.dl_entry<memref<?xf32>, [1, "x"]>>, c = #dlti.function_pointer_alignment<64, function_dependent = true>, d = #dlti.map<#dlti.dl_entry<"k", 1 : i8>, f32 = unit>}
}

// CHECK:      #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64, "dlti.endianness" = "big", "dlti.mangling_mode" = "e", "foo.bar" = 4 : i32>, dlti.map = #dlti.map<"a" = 1 : i64, i32 = #map>, dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"cache" = #dlti.map<"L1" = 4096 : ui32>>>} {
// CHECK-NEXT:   func.func private @attributes_on_function() attributes {a = #dlti.dl_spec<>, b = #dlti.dl_entry<"a", #dlti.dl_entry<memref<?xf32>, [1, "x"]>>, c = #dlti.function_pointer_alignment<64, function_dependent = true>, d = #dlti.map<"k" = 1 : i8, f32 = unit>}
// CHECK-NEXT: }
