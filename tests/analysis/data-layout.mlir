// The layout of builtin types, and what specifications change, with the numbers that mlir-opt has.
// RUN: terrace-test-opt %s --split-input-file --verify-diagnostics --test-data-layout-query --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @builtin_types
module attributes { dlti.dl_spec = #dlti.dl_spec<
  #dlti.dl_entry<"dlti.endianness", "big">,
  #dlti.dl_entry<"dlti.alloca_memory_space", 5 : ui64>,
  #dlti.dl_entry<"dlti.program_memory_space", 3 : ui64>,
  #dlti.dl_entry<"dlti.global_memory_space", 2 : ui64>,
  #dlti.dl_entry<"dlti.default_memory_space", 7 : ui64>,
  #dlti.dl_entry<"dlti.mangling_mode", "e">,
  #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>,
  #dlti.dl_entry<i32, dense<[64,128]> : vector<2xi64>>
  >} {
  func.func @builtin_types() {
    // CHECK: alignment = 8 : index, {{.*}}bitsize = 32 : index, {{.*}}preferred = 16 : index, {{.*}}size = 4 : index, stack_alignment = 128 : index} : () -> i32
    "test.data_layout_query"() : () -> i32
    // CHECK: alignment = 8 : index, {{.*}}bitsize = 1 : index, {{.*}}preferred = 16 : index, {{.*}}size = 1 : index, stack_alignment = 128 : index} : () -> i1
    "test.data_layout_query"() : () -> i1
    // CHECK: alignment = 8 : index, {{.*}}bitsize = 13 : index, {{.*}}preferred = 16 : index, {{.*}}size = 2 : index, stack_alignment = 128 : index} : () -> i13
    "test.data_layout_query"() : () -> i13
    // CHECK: alignment = 8 : index, {{.*}}bitsize = 24 : index, {{.*}}preferred = 16 : index, {{.*}}size = 3 : index, stack_alignment = 128 : index} : () -> i24
    "test.data_layout_query"() : () -> i24
    // CHECK: alignment = 8 : index, {{.*}}bitsize = 100 : index, {{.*}}preferred = 16 : index, {{.*}}size = 13 : index, stack_alignment = 128 : index} : () -> i100
    "test.data_layout_query"() : () -> i100
    // CHECK: alignment = 4 : index, {{.*}}bitsize = 32 : index, {{.*}}preferred = 4 : index, {{.*}}size = 4 : index, stack_alignment = 128 : index} : () -> vector<3xi1>
    "test.data_layout_query"() : () -> vector<3xi1>
    // CHECK: alignment = 128 : index, {{.*}}bitsize = 768 : index, {{.*}}preferred = 128 : index, {{.*}}size = 96 : index, stack_alignment = 128 : index} : () -> vector<3x5xf32>
    "test.data_layout_query"() : () -> vector<3x5xf32>
    // CHECK: alignment = 4 : index, {{.*}}bitsize = 64 : index, {{.*}}preferred = 4 : index, {{.*}}size = 8 : index, stack_alignment = 128 : index} : () -> complex<i32>
    "test.data_layout_query"() : () -> complex<i32>
    // CHECK: alignment = 2 : index, {{.*}}bitsize = 16 : index, {{.*}}preferred = 2 : index, {{.*}}size = 2 : index, stack_alignment = 128 : index} : () -> bf16
    "test.data_layout_query"() : () -> bf16
    // CHECK: alignment = 16 : index, {{.*}}bitsize = 80 : index, {{.*}}preferred = 16 : index, {{.*}}size = 10 : index, stack_alignment = 128 : index} : () -> f80
    "test.data_layout_query"() : () -> f80
    // CHECK: alignment = 16 : index, {{.*}}bitsize = 128 : index, {{.*}}preferred = 16 : index, {{.*}}size = 16 : index, stack_alignment = 128 : index} : () -> f128
    "test.data_layout_query"() : () -> f128
    // CHECK: alignment = 4 : index, {{.*}}bitsize = 19 : index, {{.*}}preferred = 4 : index, {{.*}}size = 3 : index, stack_alignment = 128 : index} : () -> tf32
    "test.data_layout_query"() : () -> tf32
    // CHECK: alignment = 16 : index, {{.*}}bitsize = 128 : index, {{.*}}preferred = 16 : index, {{.*}}size = 16 : index, stack_alignment = 128 : index} : () -> vector<2xindex>
    "test.data_layout_query"() : () -> vector<2xindex>
    // CHECK: alignment = 32 : index, {{.*}}bitsize = {minimal_size = 256 : index, scalable}, {{.*}}preferred = 32 : index, {{.*}}size = {minimal_size = 32 : index, scalable}, stack_alignment = 128 : index} : () -> vector<[2]x[3]xi32>
    "test.data_layout_query"() : () -> vector<[2]x[3]xi32>
    return
  }
}

// -----

// The properties of the layout.
// CHECK-LABEL: func.func @properties
module attributes { dlti.dl_spec = #dlti.dl_spec<
  "dlti.endianness" = "big", "dlti.alloca_memory_space" = 5 : ui64, "dlti.program_memory_space" = 3 : ui64,
  "dlti.global_memory_space" = 2 : ui64, "dlti.default_memory_space" = 7 : ui64, "dlti.mangling_mode" = "e"> } {
  func.func @properties() {
    // CHECK: alloca_memory_space = 5 : ui64, bitsize = 64 : index, default_memory_space = 7 : ui64, endianness = "big"
    // CHECK-SAME: function_pointer_alignment = #dlti.function_pointer_alignment<0, function_dependent = false>, global_memory_space = 2 : ui64, index = 64 : index
    // CHECK-SAME: legal_int_widths = array<i32>, mangling_mode = "e"
    // CHECK-SAME: program_memory_space = 3 : ui64
    // CHECK-SAME: stack_alignment = 0 : index
    "test.data_layout_query"() : () -> index
    return
  }
}

// -----

// An inner specification goes before an outer one, where mlir-opt crashes.
// CHECK-LABEL: "test.op_with_data_layout"
module attributes { dlti.dl_spec = #dlti.dl_spec<i32 = dense<64> : vector<1xi64>, index = 32> } {
  func.func @nested() {
    "test.op_with_data_layout"() ({
      // CHECK: alignment = 16 : index, {{.*}}bitsize = 32
      "test.data_layout_query"() : () -> i32
      // CHECK: alignment = 16 : index, {{.*}}bitsize = 32 : index, {{.*}}index = 32 : index
      "test.data_layout_query"() : () -> index
    }) { dlti.dl_spec = #dlti.dl_spec<i32 = dense<128> : vector<1xi64>> } : () -> ()
    return
  }
}

// -----

// Types without a layout.
func.func @no_layout() {
  // expected-error@below {{neither the scoping op nor the type class provide data layout information for memref<4xi32>}}
  "test.data_layout_query"() : () -> memref<4xi32>
  return
}

// -----

// expected-error@below {{unexpected data layout for a built-in type}}
module attributes { dlti.dl_spec = #dlti.dl_spec<memref<4xi32> = 4>} { }

// -----

// expected-error@below {{data layout specified for a type that does not support it}}
module attributes { dlti.dl_spec = #dlti.dl_spec<!test.smpla = 4>} { }

// -----

// expected-error@below {{expected layout attribute for '!ptr.ptr<#ptr.generic_space>' to be a #ptr.spec attribute}}
module attributes { dlti.dl_spec = #dlti.dl_spec<!ptr.ptr<#ptr.generic_space> = 4>} { }

// -----

// expected-note@below {{enclosing op with data layout}}
module attributes { dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">} {
  // expected-error@below {{data layout does not combine with layouts of enclosing ops}}
  module attributes { dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little">} { }
}

// -----

// Names of dialects that nothing uses, and of none.
// CHECK: "nowhere.foo" = 4 : i64, "foo" = 4 : i64, "arith.foo" = 5 : i64
module attributes { dlti.dl_spec = #dlti.dl_spec<"nowhere.foo" = 4, "foo" = 4, "arith.foo" = 5>} { }
