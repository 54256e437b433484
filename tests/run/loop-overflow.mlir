// The induction variable of a loop gets past its type's largest number: what the loop is lowered to would start again from the
// smallest.
// RUN: not terrace run %s 2>&1 | FileCheck %s
// RUN: not terrace run %s --entry=unsigned 2>&1 | FileCheck %s --check-prefix=UNSIGNED
// RUN: terrace run %s --entry=ends | FileCheck %s --check-prefix=ENDS

// CHECK: error: the induction variable of the loop overflows
func.func @main() {
  %a = arith.constant 90 : i8
  %b = arith.constant 100 : i8
  %s = arith.constant 50 : i8
  scf.for %i = %a to %b step %s : i8 {
    vector.print %i : i8
  }
  return
}

// UNSIGNED: error: the induction variable of the loop overflows
func.func @unsigned() {
  %a = arith.constant 200 : i8
  %b = arith.constant 250 : i8
  %s = arith.constant 60 : i8
  scf.for unsigned %i = %a to %b step %s : i8 {
  }
  return
}

// ENDS: 120
// ENDS-NEXT: 200
func.func @ends() {
  %a = arith.constant 120 : i8
  %b = arith.constant 121 : i8
  %s = arith.constant 7 : i8
  scf.for %i = %a to %b step %s : i8 {
    vector.print %i : i8
  }
  %c = arith.constant 200 : i8
  %d = arith.constant 255 : i8
  %t = arith.constant 55 : i8
  scf.for unsigned %i = %c to %d step %t : i8 {
    %n = arith.extui %i : i8 to i32
    vector.print %n : i32
  }
  return
}
