// Attributes of an op whose regions may be absent are told from a region; upstream does not read back what it prints here.
// RUN: terrace-opt %s | terrace-opt | FileCheck %s

func.func @reduce_with_attributes(%c: index) {
  scf.parallel (%i) = (%c) to (%c) step (%c) {
    // CHECK: scf.reduce {a = 1 : i64}
    "scf.reduce"() {a = 1} : () -> ()
  }
  scf.parallel (%i) = (%c) to (%c) step (%c) {
    // CHECK: scf.reduce {only_one}
    "scf.reduce"() {only_one} : () -> ()
  }
  return
}
