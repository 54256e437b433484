// Nested ifs become one on `arith.andi` of both conditions only where the inner one is no poison unless the outer one holds.
// RUN: terrace-opt %s --canonicalize | FileCheck %s

// Never reached: what a pass leaves where it knows that the outer condition is false.
// CHECK-LABEL: func.func @poison
//  CHECK-NEXT:   return
func.func @poison(%a: i1, %x: i32, %m: memref<i32>) {
  scf.if %a {
    %p = ub.poison : i1
    scf.if %p {
      memref.store %x, %m[] : memref<i32>
    }
  }
  return
}

// CHECK-LABEL: func.func @shift
//       CHECK:   %[[FALSE:.*]] = arith.constant false
//       CHECK:   %[[FEW:.*]] = arith.cmpi ult
//       CHECK:   %[[SHIFTED:.*]] = arith.shli
//       CHECK:   %[[NEGATIVE:.*]] = arith.cmpi slt, %[[SHIFTED]]
//       CHECK:   %[[BOTH:.*]] = arith.select %[[FEW]], %[[NEGATIVE]], %[[FALSE]] : i1
//       CHECK:   scf.if %[[BOTH]]
func.func @shift(%x: i32, %n: i32, %m: memref<i32>) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %few = arith.cmpi ult, %n, %c32 : i32
  %shifted = arith.shli %x, %n : i32
  %negative = arith.cmpi slt, %shifted, %c0 : i32
  scf.if %few {
    scf.if %negative {
      memref.store %x, %m[] : memref<i32>
    }
  }
  return
}

// CHECK-LABEL: func.func @flags
//       CHECK:   arith.select %{{.*}}, %{{.*}}, %false : i1
func.func @flags(%a: i1, %x: i32, %y: i32, %m: memref<i32>) {
  %sum = arith.addi %x, %y overflow<nsw> : i32
  %equal = arith.cmpi eq, %sum, %y : i32
  scf.if %a {
    scf.if %equal {
      memref.store %x, %m[] : memref<i32>
    }
  }
  return
}

// CHECK-LABEL: func.func @numbers
//       CHECK:   arith.select %{{.*}}, %{{.*}}, %false : i1
func.func @numbers(%a: i1, %x: f32, %m: memref<f32>) {
  %equal = arith.cmpf oeq, %x, %x fastmath<nnan> : f32
  scf.if %a {
    scf.if %equal {
      memref.store %x, %m[] : memref<f32>
    }
  }
  return
}

// CHECK-LABEL: func.func @conversion
//       CHECK:   arith.select %{{.*}}, %{{.*}}, %false : i1
func.func @conversion(%a: i1, %x: f32, %y: i8, %m: memref<f32>) {
  %int = arith.fptosi %x : f32 to i8
  %less = arith.cmpi slt, %int, %y : i8
  scf.if %a {
    scf.if %less {
      memref.store %x, %m[] : memref<f32>
    }
  }
  return
}

// CHECK-LABEL: func.func @exact
//       CHECK:   arith.select %{{.*}}, %{{.*}}, %false : i1
func.func @exact(%a: i1, %x: i8, %y: i8, %m: memref<i8>) {
  %c2 = arith.constant 2 : i8
  %int = arith.shrsi %x, %c2 exact : i8
  %less = arith.cmpi slt, %int, %y : i8
  scf.if %a {
    scf.if %less {
      memref.store %x, %m[] : memref<i8>
    }
  }
  return
}

// CHECK-LABEL: func.func @index
//       CHECK:   arith.select %{{.*}}, %{{.*}}, %false : i1
func.func @index(%a: i1, %x: index, %n: index, %m: memref<index>) {
  %int = index.shl %x, %n
  %less = index.cmp slt(%int, %n)
  scf.if %a {
    scf.if %less {
      memref.store %x, %m[] : memref<index>
    }
  }
  return
}

// What is no poison for certain, or comes from elsewhere.
// CHECK-LABEL: func.func @no_poison
//       CHECK:   %[[AMOUNT:.*]] = memref.load
//       CHECK:   arith.shli
//       CHECK:   arith.shrui
//       CHECK:   %[[LESS:.*]] = arith.cmpi slt
//       CHECK:   %[[BOTH:.*]] = arith.andi %{{.*}}, %[[LESS]] : i1
//       CHECK:   scf.if %[[BOTH]]
func.func @no_poison(%a: i1, %x: i8, %m: memref<i8>) {
  %c2 = arith.constant 2 : i8
  %y = memref.load %m[] : memref<i8>
  %int = arith.shli %x, %c2 : i8
  %sum = arith.addi %int, %y : i8
  %half = arith.shrui %sum, %c2 : i8
  %less = arith.cmpi slt, %half, %y : i8
  scf.if %a {
    scf.if %less {
      memref.store %x, %m[] : memref<i8>
    }
  }
  return
}
