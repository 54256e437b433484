// RUN: not terrace-opt %s --convert-to-llvm=filter-dialects=affine 2>&1 | FileCheck %s --check-prefix=UNLOADED
// RUN: not terrace-opt %s --convert-to-llvm=filter-dialects=scf 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: terrace-opt %s --convert-to-llvm=filter-dialects=ub,ripple | FileCheck %s

// The filter names dialects that are loaded and can be converted: those of the program, and those that others are converted with.

// UNLOADED: error: dialect not loaded: affine
// WITHOUT: error: dialect does not implement ConvertToLLVMPatternInterface: scf

// CHECK-LABEL: func.func @f(
// CHECK: arith.constant
// CHECK: ripple.index(%{{.*}} : !llvm.ptr) [%{{.*}} : i64] -> i64
func.func @f(%block: !llvm.ptr) -> index {
  %dim = arith.constant 0 : index
  %v = ripple.index (%block : !llvm.ptr) [%dim : index] -> index
  %r = scf.execute_region -> index {
    scf.yield %v : index
  }
  return %r : index
}
