// RUN: terrace-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @trip_counts(%arg0: i32) -> (i32, i32, i32) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c5 = arith.constant 5 : index
// CHECK-NEXT:   %0 = "foo.op"(%arg0, %c0) : (i32, index) -> i32
// CHECK-NEXT:   %1 = scf.for %arg1 = %c0 to %c5 step %c4 iter_args(%arg2 = %arg0) -> (i32) {
// CHECK-NEXT:     %2 = "foo.op"(%arg2, %arg1) : (i32, index) -> i32
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %arg0, %0, %1 : i32, i32, i32
// CHECK-NEXT: }
func.func @trip_counts(%x: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %a = scf.for %i = %c4 to %c4 step %c5 iter_args(%p = %x) -> (i32) {
    %0 = "foo.op"(%p) : (i32) -> i32
    scf.yield %0 : i32
  }
  %b = scf.for %i = %c0 to %c4 step %c5 iter_args(%p = %x) -> (i32) {
    %0 = "foo.op"(%p, %i) : (i32, index) -> i32
    scf.yield %0 : i32
  }
  %c = scf.for %i = %c0 to %c5 step %c4 iter_args(%p = %x) -> (i32) {
    %0 = "foo.op"(%p, %i) : (i32, index) -> i32
    scf.yield %0 : i32
  }
  return %a, %b, %c : i32, i32, i32
}

// What is carried and never changes, twice the same, or not used is not carried.

// CHECK-LABEL: func.func @carried(%arg0: index, %arg1: index, %arg2: index, %arg3: i32, %arg4: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = scf.for %arg5 = %arg0 to %arg1 step %arg2 iter_args(%arg6 = %arg3) -> (i32) {
// CHECK-NEXT:     %1 = "foo.op"(%arg6, %arg6, %arg4) : (i32, i32, i32) -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0, %arg4 : i32, i32
// CHECK-NEXT: }
func.func @carried(%l: index, %u: index, %s: index, %x: i32, %y: i32) -> (i32, i32) {
  %r:4 = scf.for %i = %l to %u step %s iter_args(%a = %x, %b = %x, %c = %y, %d = %y) -> (i32, i32, i32, i32) {
    %0 = "foo.op"(%a, %b, %c) : (i32, i32, i32) -> i32
    scf.yield %0, %0, %c, %0 : i32, i32, i32, i32
  }
  return %r#1, %r#2 : i32, i32
}

// CHECK-LABEL: func.func @chosen(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT:   %1 = arith.xori %arg0, %true : i1
// CHECK-NEXT:   %2 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     %3 = "foo.op"(%true) : (i1) -> i32
// CHECK-NEXT:     scf.yield %3 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %3 = "foo.op"(%false) : (i1) -> i32
// CHECK-NEXT:     scf.yield %3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %2, %0, %1 : i32, i32, i1
// CHECK-NEXT: }
func.func @chosen(%c: i1, %x: i32, %y: i32) -> (i32, i32, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %r:3 = scf.if %c -> (i32, i32, i1) {
    %0 = "foo.op"(%c) : (i1) -> i32
    scf.yield %0, %x, %false : i32, i32, i1
  } else {
    %0 = "foo.op"(%c) : (i1) -> i32
    scf.yield %0, %y, %true : i32, i32, i1
  }
  return %r#0, %r#1, %r#2 : i32, i32, i1
}

// CHECK-LABEL: func.func @combined(%arg0: i1, %arg1: i1, %arg2: i32) -> i32 {
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     "foo.one"() : () -> ()
// CHECK-NEXT:     scf.if %arg1 {
// CHECK-NEXT:       "foo.three"() : () -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %arg2 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = "foo.two"() : () -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @combined(%c: i1, %d: i1, %x: i32) -> i32 {
  %true = arith.constant true
  scf.if %c {
    "foo.one"() : () -> ()
  }
  %n = arith.xori %c, %true : i1
  %r = scf.if %n -> (i32) {
    %0 = "foo.two"() : () -> i32
    scf.yield %0 : i32
  } else {
    scf.yield %x : i32
  }
  scf.if %c {
    scf.if %d {
      "foo.three"() : () -> ()
    } else {
    }
  } else {
  }
  return %r : i32
}

// CHECK-LABEL: func.func @while_truth(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %0:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg2, %arg1 : i32
// CHECK-NEXT:     "foo.use"(%arg3) : (i32) -> ()
// CHECK-NEXT:     scf.condition(%1) %arg2, %arg3 : i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT:     "foo.use"(%false) : (i1) -> ()
// CHECK-NEXT:     %1 = "foo.op"(%arg3) : (i32) -> i32
// CHECK-NEXT:     scf.yield %1, %arg2 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#1 : i32
// CHECK-NEXT: }
func.func @while_truth(%x: i32, %y: i32) -> i32 {
  %r:2 = scf.while (%a = %x, %b = %y) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi slt, %a, %y : i32
    "foo.use"(%b) : (i32) -> ()
    scf.condition(%c) %b, %a : i32, i32
  } do {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sge, %b, %y : i32
    "foo.use"(%c) : (i1) -> ()
    %0 = "foo.op"(%a) : (i32) -> i32
    scf.yield %0, %b : i32, i32
  }
  return %r#0 : i32
}

// CHECK-LABEL: func.func @while_if(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = "foo.cond"(%arg1) : (i32) -> i1
// CHECK-NEXT:     scf.condition(%1) %arg1 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg1: i32):
// CHECK-NEXT:     %1 = "foo.op"(%arg1) : (i32) -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @while_if(%x: i32) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %c = "foo.cond"(%a) : (i32) -> i1
    %i = scf.if %c -> (i32) {
      %0 = "foo.op"(%a) : (i32) -> i32
      scf.yield %0 : i32
    } else {
      scf.yield %a : i32
    }
    scf.condition(%c) %i : i32
  } do {
  ^bb0(%a: i32):
    scf.yield %a : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @boxes(%arg0: index) {
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   scf.parallel (%arg1, %arg2) = (%c0, %c0) to (%arg0, %arg0) step (%c1, %c1) {
// CHECK-NEXT:     "foo.use"(%arg1, %c0, %arg2) : (index, index, index) -> ()
// CHECK-NEXT:     scf.reduce 
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.forall (%arg1) in (%arg0) {
// CHECK-NEXT:     "foo.use"(%arg1, %c3) : (index, index) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @boxes(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c1) step (%c1, %c1) {
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      "foo.use"(%i, %j, %k) : (index, index, index) -> ()
    }
  }
  scf.forall (%i, %j) = (%c0, 3) to (%n, 4) step (%c1, 1) {
    "foo.use"(%i, %j) : (index, index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @reduced(%arg0: f32) -> f32 {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = "foo.op"(%c0) : (index) -> f32
// CHECK-NEXT:   %1 = arith.addf %arg0, %0 : f32
// CHECK-NEXT:   return %1 : f32
// CHECK-NEXT: }
func.func @reduced(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%x) -> f32 {
    %0 = "foo.op"(%i) : (index) -> f32
    scf.reduce(%0 : f32) {
    ^bb0(%a: f32, %b: f32):
      %1 = arith.addf %a, %b : f32
      scf.reduce.return %1 : f32
    }
  }
  return %r : f32
}

// CHECK-LABEL: func.func @regions(%arg0: i1) -> (i32, i32) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %0 = "foo.one"() : () -> i32
// CHECK-NEXT:   cf.br ^bb3(%0 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   %1 = "foo.two"() : () -> i32
// CHECK-NEXT:   cf.br ^bb3(%1 : i32)
// CHECK-NEXT: ^bb3(%2: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   %3 = "foo.three"() : () -> i32
// CHECK-NEXT:   return %2, %3 : i32, i32
// CHECK-NEXT: }
func.func @regions(%c: i1) -> (i32, i32) {
  %c1 = arith.constant 1 : index
  %a = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %0 = "foo.one"() : () -> i32
    scf.yield %0 : i32
  ^bb2:
    %1 = "foo.two"() : () -> i32
    scf.yield %1 : i32
  }
  %b = scf.index_switch %c1 -> i32
  case 1 {
    %0 = "foo.three"() : () -> i32
    scf.yield %0 : i32
  }
  default {
    %0 = "foo.four"() : () -> i32
    scf.yield %0 : i32
  }
  return %a, %b : i32, i32
}
