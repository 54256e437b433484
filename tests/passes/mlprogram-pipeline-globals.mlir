// Stores are forwarded to loads, and erased where another store hides them.

// RUN: terrace-opt %s --mlprogram-pipeline-globals --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --mlprogram-pipeline-globals --split-input-file --allow-unregistered-dialect --match-upstream | FileCheck %s --check-prefix=UPSTREAM

ml_program.global private mutable @g(0 : i32) : i32
ml_program.global private mutable @h(0 : i32) : i32

// CHECK-LABEL: func.func @forwarded(
// CHECK-SAME: %[[X:.*]]: i32
// CHECK-NEXT: %[[Y:.*]] = ml_program.global_load @h
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[X]], %[[Y]]
// CHECK-NEXT: %[[SUM2:.*]] = arith.addi %[[SUM]], %[[Y]]
// CHECK-NEXT: ml_program.global_store @g = %[[SUM2]]
// CHECK-NEXT: return %[[X]], %[[Y]]
func.func @forwarded(%x: i32) -> (i32, i32) {
  ml_program.global_store @g = %x : i32
  %0 = ml_program.global_load @g : i32
  %1 = ml_program.global_load @h : i32
  %2 = ml_program.global_load @h : i32
  %3 = arith.addi %0, %1 : i32
  %4 = arith.addi %3, %2 : i32
  ml_program.global_store @g = %4 : i32
  return %0, %2 : i32, i32
}

// CHECK-LABEL: func.func @region(
// CHECK: ml_program.global_store @g
// CHECK: scf.if
// CHECK-NEXT: ml_program.global_load @g
// CHECK: ml_program.global_store @h
// CHECK: ml_program.global_load @h
// CHECK-NOT: ml_program.global_load @g
// CHECK: ml_program.global_store @g
func.func @region(%c: i1, %x: i32) -> (i32, i32) {
  ml_program.global_store @g = %x : i32
  ml_program.global_store @h = %x : i32
  scf.if %c {
    %0 = ml_program.global_load @g : i32
    ml_program.global_store @h = %0 : i32
  }
  %1 = ml_program.global_load @h : i32
  %2 = ml_program.global_load @g : i32
  ml_program.global_store @g = %1 : i32
  return %1, %2 : i32, i32
}

// -----

ml_program.global private mutable @g(0 : i32) : i32
ml_program.global private mutable @h(0 : i32) : i32
func.func private @reads_through_another() -> i32 {
  %0 = call @reads() : () -> i32
  return %0 : i32
}
func.func private @reads() -> i32 {
  %0 = ml_program.global_load @g : i32
  %1 = call @reads_through_another() : () -> i32
  return %0 : i32
}
func.func private @writes(%x: i32) {
  ml_program.global_store @g = %x : i32
  return
}

// CHECK-LABEL: func.func @calls(
// CHECK-SAME: %[[X:.*]]: i32
// CHECK-NEXT: ml_program.global_store @g = %[[X]]
// CHECK-NEXT: %[[R:.*]] = call @reads_through_another
// CHECK-NEXT: call @writes
// CHECK-NEXT: %[[G:.*]] = ml_program.global_load @g
// CHECK-NEXT: ml_program.global_store @h = %[[G]]
// CHECK-NEXT: return %[[X]], %[[X]], %[[G]]
func.func @calls(%x: i32) -> (i32, i32, i32) {
  ml_program.global_store @g = %x : i32
  ml_program.global_store @h = %x : i32
  %0 = call @reads_through_another() : () -> i32
  %1 = ml_program.global_load @g : i32
  %2 = ml_program.global_load @h : i32
  call @writes(%0) : (i32) -> ()
  %3 = ml_program.global_load @g : i32
  ml_program.global_store @h = %3 : i32
  return %1, %2, %3 : i32, i32, i32
}

// -----

// Who is declared, or unknown, may do anything. Upstream takes it for harmless.
ml_program.global public mutable @g(0 : i32) : i32
// CHECK-LABEL: func.func @unknown(
// CHECK: ml_program.global_store
// CHECK-NEXT: "test.unknown"
// CHECK-NEXT: ml_program.global_load
// CHECK-NEXT: ml_program.global_store
// UPSTREAM-LABEL: func.func @unknown(
// UPSTREAM-SAME: %[[X:.*]]: i32
// UPSTREAM-NEXT: "test.unknown"
// UPSTREAM-NEXT: ml_program.global_store @g
// UPSTREAM-NEXT: return %[[X]]
func.func @unknown(%x: i32) -> i32 {
  ml_program.global_store @g = %x : i32
  "test.unknown"() : () -> ()
  %0 = ml_program.global_load @g : i32
  ml_program.global_store @g = %0 : i32
  return %0 : i32
}

// -----

ml_program.global public mutable @g(0 : i32) : i32
func.func private @elsewhere()
// CHECK-LABEL: func.func @declared(
// CHECK: ml_program.global_store
// CHECK-NEXT: call @elsewhere
// CHECK-NEXT: %[[G:.*]] = ml_program.global_load
// CHECK-NEXT: return %[[G]]
func.func @declared(%x: i32) -> i32 {
  ml_program.global_store @g = %x : i32
  call @elsewhere() : () -> ()
  %0 = ml_program.global_load @g : i32
  return %0 : i32
}

// -----

// The callee is a value: nothing is known.
ml_program.global public mutable @g(0 : i32) : i32
// CHECK-LABEL: func.func @indirect(
// CHECK: ml_program.global_store
// CHECK: ml_program.global_load
func.func @indirect(%x: i32, %f: () -> ()) -> i32 {
  ml_program.global_store @g = %x : i32
  %0 = ml_program.global_load @g : i32
  call_indirect %f() : () -> ()
  return %0 : i32
}
