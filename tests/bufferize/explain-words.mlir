// RUN: terrace explain %s 2>&1 | FileCheck %s
// RUN: not terrace explain %t.absent --html=%t.html 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not cat %t.html

// CHECK: remark: %t (operand #0 of 'func.call') is copied: in place, it could overwrite what another operand of the op reads
// CHECK-NOT: terrace.provenance
// CHECK: remark: in all, before buffers are freed: 1 copy (16 bytes), 1 allocation (16 bytes)
// CHECK: --canonicalize leaves 1 copy of a buffer onto itself, --cse --canonicalize none
// ABSENT: cannot open input file
func.func @callee(%a: tensor<4xf32>, %b: tensor<4xf32>, %x: f32, %i: index) -> f32 {
  %0 = tensor.insert %x into %a[%i] : tensor<4xf32>
  %1 = tensor.extract %b[%i] : tensor<4xf32>
  %2 = tensor.extract %0[%i] : tensor<4xf32>
  %3 = arith.addf %1, %2 : f32
  return %3 : f32
}

func.func @twice(%t: tensor<4xf32>, %x: f32, %i: index) -> f32 {
  %r = func.call @callee(%t, %t, %x, %i) : (tensor<4xf32>, tensor<4xf32>, f32, index) -> f32
  return %r : f32
}

func.func @onto_itself(%t: tensor<8xf32>, %x: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %r = scf.forall (%i) = (0) to (8) step (4) shared_outs(%o = %t) -> (tensor<8xf32>) {
    %s = tensor.extract_slice %o[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %w = tensor.insert %x into %s[%c0] : tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %w into %o[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}
