// Results of ops that carry ownership are kept for other blocks like anything else, also where they are passed there too.
// RUN: terrace run %s --buffer-deallocation-pipeline --verify-deallocation | FileCheck %s
// RUN: terrace-opt %s --ownership-based-buffer-deallocation | FileCheck %s --check-prefix=RETAINED

// RETAINED-LABEL: func.func @read_behind
// RETAINED:         %[[r:.*]]:2 = scf.if
// RETAINED:         bufferization.dealloc {{.*}} retain (%[[r]]#0 : memref<2xf32>)
// RETAINED:         cf.cond_br
// RETAINED:       ^bb1:
// RETAINED:         memref.load %[[r]]#0
// RETAINED:         bufferization.dealloc
func.func @read_behind(%c: i1, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = scf.if %c -> (memref<2xf32>) {
    %a = memref.alloc() : memref<2xf32>
    memref.store %f, %a[%c0] : memref<2xf32>
    scf.yield %a : memref<2xf32>
  } else {
    %b = memref.alloc() : memref<2xf32>
    scf.yield %b : memref<2xf32>
  }
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = memref.load %0[%c0] : memref<2xf32>
  return %1 : f32
^bb2:
  return %f : f32
}

// RETAINED-LABEL: func.func @passed_and_live
// RETAINED:         %[[r:.*]]:2 = scf.if
// RETAINED:         bufferization.dealloc {{.*}} retain (%[[r]]#0, %[[r]]#0 : memref<2xf32>, memref<2xf32>)
func.func @passed_and_live(%m: memref<2xf32>, %c: i1, %d: i1, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = scf.if %c -> (memref<2xf32>) {
    %a = memref.alloc() : memref<2xf32>
    memref.store %f, %a[%c0] : memref<2xf32>
    scf.yield %a : memref<2xf32>
  } else {
    scf.yield %m : memref<2xf32>
  }
  cf.cond_br %d, ^bb1(%0 : memref<2xf32>), ^bb2
^bb1(%p: memref<2xf32>):
  memref.store %f, %p[%c0] : memref<2xf32>
  %1 = memref.load %0[%c0] : memref<2xf32>
  return %1 : f32
^bb2:
  memref.store %f, %m[%c0] : memref<2xf32>
  cf.br ^bb1(%m : memref<2xf32>)
}

// The argument keeps it.
// RETAINED-LABEL: func.func @passed_on_all_ways
// RETAINED:         %[[r:.*]]:2 = scf.if
// RETAINED:         bufferization.dealloc {{.*}} retain (%[[r]]#0 : memref<2xf32>)
// RETAINED:         bufferization.dealloc {{.*}} retain (%[[r]]#0 : memref<2xf32>)
// RETAINED:       ^bb1(%[[p:.*]]: memref<2xf32>, %[[owned:.*]]: i1):
// RETAINED:         memref.load %[[r]]#0
// RETAINED:         %[[base:[^,]*]], {{.*}} = memref.extract_strided_metadata %[[p]]
// RETAINED:         bufferization.dealloc (%[[base]] : memref<f32>) if (%[[owned]])
func.func @passed_on_all_ways(%c: i1, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = scf.if %c -> (memref<2xf32>) {
    %a = memref.alloc() : memref<2xf32>
    memref.store %f, %a[%c0] : memref<2xf32>
    scf.yield %a : memref<2xf32>
  } else {
    %b = memref.alloc() : memref<2xf32>
    memref.store %f, %b[%c0] : memref<2xf32>
    scf.yield %b : memref<2xf32>
  }
  cf.cond_br %c, ^bb1(%0 : memref<2xf32>), ^bb2(%0 : memref<2xf32>)
^bb1(%p: memref<2xf32>):
  %1 = memref.load %0[%c0] : memref<2xf32>
  return %1 : f32
^bb2(%q: memref<2xf32>):
  cf.cond_br %c, ^bb1(%q : memref<2xf32>), ^bb1(%0 : memref<2xf32>)
}

// Nobody looks at it.
// RETAINED-LABEL: func.func @handed_on
// RETAINED:         %[[r:.*]]:2 = scf.if
// RETAINED:         bufferization.dealloc {{.*}} if (%{{.*}}){{$}}
// RETAINED:         cf.cond_br
// RETAINED:       ^bb1:
// RETAINED:         arith.select {{.*}}, %[[r]]#0, %[[r]]#0
func.func @handed_on(%c: i1, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = scf.if %c -> (memref<2xf32>) {
    %a = memref.alloc() : memref<2xf32>
    memref.store %f, %a[%c0] : memref<2xf32>
    scf.yield %a : memref<2xf32>
  } else {
    %b = memref.alloc() : memref<2xf32>
    memref.store %f, %b[%c0] : memref<2xf32>
    scf.yield %b : memref<2xf32>
  }
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = arith.select %c, %0, %0 : memref<2xf32>
  return %f : f32
^bb2:
  return %f : f32
}

// CHECK: 1.0
// CHECK: 1.0
func.func @main() -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %yes = arith.constant true
  %no = arith.constant false
  %f = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<2xf32>
  memref.store %f, %m[%c0] : memref<2xf32>
  %0 = call @read_behind(%yes, %f) : (i1, f32) -> f32
  %1 = call @read_behind(%no, %f) : (i1, f32) -> f32
  %2 = call @passed_and_live(%m, %yes, %yes, %f) : (memref<2xf32>, i1, i1, f32) -> f32
  %3 = call @passed_and_live(%m, %no, %yes, %f) : (memref<2xf32>, i1, i1, f32) -> f32
  %4 = call @passed_and_live(%m, %yes, %no, %f) : (memref<2xf32>, i1, i1, f32) -> f32
  %5 = call @passed_on_all_ways(%yes, %f) : (i1, f32) -> f32
  %6 = call @passed_on_all_ways(%no, %f) : (i1, f32) -> f32
  %7 = call @handed_on(%yes, %f) : (i1, f32) -> f32
  %8 = arith.mulf %0, %1 : f32
  %9 = arith.mulf %2, %3 : f32
  %10 = arith.mulf %4, %5 : f32
  %11 = arith.mulf %6, %7 : f32
  %12 = arith.mulf %8, %9 : f32
  %13 = arith.mulf %10, %11 : f32
  return %12, %13 : f32, f32
}
