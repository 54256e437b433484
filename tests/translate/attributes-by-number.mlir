// RUN: terrace-translate --mlir-to-llvmir %s | FileCheck %s

// LLVM has numbers for what these attributes say.

llvm.mlir.global external @memory(5 : i32) {target_specific_attrs = [["memory", "1"]]} : i32
llvm.mlir.global external @nothing(5 : i32) {target_specific_attrs = [["memory", "0"]]} : i32
llvm.mlir.global external @places(5 : i32) {target_specific_attrs = [["memory", "63"]]} : i32
llvm.mlir.global external @scale(5 : i32) {target_specific_attrs = [["vscale_range", "4294967298"]]} : i32
llvm.mlir.global external @captured(5 : i32) {target_specific_attrs = [["captures", "3"]]} : i32
llvm.mlir.global external @captures(5 : i32) {target_specific_attrs = [["captures", "245"]]} : i32
llvm.func @tables() attributes {passthrough = [["uwtable", "2"]]}
llvm.func @synchronous() attributes {passthrough = [["uwtable", "1"]]}
llvm.func @allocates() attributes {passthrough = [["allockind", "2"]]}

// CHECK-DAG: attributes #0 = { memory(argmem: read) }
// CHECK-DAG: attributes #1 = { memory(none) }
// CHECK-DAG: attributes #2 = { memory(argmem: readwrite, inaccessiblemem: readwrite, errnomem: readwrite) }
// CHECK-DAG: attributes #3 = { vscale_range(1,2) }
// CHECK-DAG: attributes #4 = { captures(ret: address) }
// CHECK-DAG: attributes #5 = { captures(address, provenance, ret: address_is_null, read_provenance) }
// CHECK-DAG: attributes #6 = { uwtable }
// CHECK-DAG: attributes #7 = { uwtable(sync) }
// CHECK-DAG: attributes #8 = { allockind("realloc") }
