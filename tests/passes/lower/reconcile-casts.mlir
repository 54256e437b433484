// Casts that cancel go; those that are used otherwise stay.
// RUN: terrace-opt %s --reconcile-unrealized-casts --allow-unregistered-dialect | FileCheck %s

func.func @chains(%x: i64) -> (i64, i64, f32) {
  %0 = builtin.unrealized_conversion_cast %x : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  %2 = builtin.unrealized_conversion_cast %1 : i32 to i64
  %3 = builtin.unrealized_conversion_cast %1 : i32 to f32
  %4 = builtin.unrealized_conversion_cast %3 : f32 to i64
  %5 = builtin.unrealized_conversion_cast %x : i64 to f64
  %6:2 = builtin.unrealized_conversion_cast %x : i64 to i32, i32
  %7 = builtin.unrealized_conversion_cast %6#0, %6#1 : i32, i32 to i64
  "foo.use"(%7) : (i64) -> ()
  return %2, %4, %3 : i64, i64, f32
}

module {
  %0 = builtin.unrealized_conversion_cast %2 : i32 to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to i16
  %2 = builtin.unrealized_conversion_cast %1 : i16 to i32
  "foo.use"(%2) : (i32) -> ()
  %3:2 = builtin.unrealized_conversion_cast %2, %3#1 : i32, i32 to i32, i32
  "foo.use"(%3#0) : (i32) -> ()
}

// CHECK:      module {
// CHECK-NEXT:   func.func @chains(%arg0: i64) -> (i64, i64, f32) {
// CHECK-NEXT:     %0 = builtin.unrealized_conversion_cast %arg0 : i64 to index
// CHECK-NEXT:     %1 = builtin.unrealized_conversion_cast %0 : index to i32
// CHECK-NEXT:     %2 = builtin.unrealized_conversion_cast %1 : i32 to f32
// CHECK-NEXT:     "foo.use"(%arg0) : (i64) -> ()
// CHECK-NEXT:     return %arg0, %arg0, %2 : i64, i64, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   module {
// CHECK-NEXT:     %0 = unrealized_conversion_cast %2 : i32 to i64
// CHECK-NEXT:     %1 = unrealized_conversion_cast %0 : i64 to i16
// CHECK-NEXT:     %2 = unrealized_conversion_cast %1 : i16 to i32
// CHECK-NEXT:     "foo.use"(%2) : (i32) -> ()
// CHECK-NEXT:     %3:2 = unrealized_conversion_cast %2, %3#1 : i32, i32 to i32, i32
// CHECK-NEXT:     "foo.use"(%3#0) : (i32) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
