// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --canonicalize --cse | FileCheck %s

// What is printed was compared with a run of compiled code.

// CHECK: 1.75{{$}}
// CHECK-NEXT: 1{{$}}
// CHECK-NEXT: 6.375{{$}}
// CHECK-NEXT: 4{{$}}
// CHECK-NEXT: -0.62069{{$}}
// CHECK-NEXT: -0.551724{{$}}
// CHECK-NEXT: -1.86504{{$}}
// CHECK-NEXT: -4.07519{{$}}
// CHECK-NEXT: 0.916291{{$}}
// CHECK-NEXT: -0.927295{{$}}
// CHECK-NEXT: 1.41421{{$}}
// CHECK-NEXT: -0.707107{{$}}
// CHECK-NEXT: 3.75277{{$}}
// CHECK-NEXT: -0.256554{{$}}
// CHECK-NEXT: 0.266127{{$}}
// CHECK-NEXT: 3.61778{{$}}
// CHECK-NEXT: 1.06414{{$}}
// CHECK-NEXT: 0.080391{{$}}
// CHECK-NEXT: 0.00536206{{$}}
// CHECK-NEXT: -1.03692{{$}}
// CHECK-NEXT: -16.4735{{$}}
// CHECK-NEXT: 11.874{{$}}
// CHECK-NEXT: -2.86504{{$}}
// CHECK-NEXT: -4.07519{{$}}
// CHECK-NEXT: 1.16364{{$}}
// CHECK-NEXT: -0.674741{{$}}
// CHECK-NEXT: 0.565685{{$}}
// CHECK-NEXT: 0.282843{{$}}
// CHECK-NEXT: 0.6{{$}}
// CHECK-NEXT: -0.8{{$}}
// CHECK-NEXT: 1.5{{$}}
// CHECK-NEXT: 2{{$}}
// CHECK-NEXT: -1.5{{$}}
// CHECK-NEXT: 2{{$}}
// CHECK-NEXT: 1.25{{$}}
// CHECK-NEXT: -5{{$}}
// CHECK-NEXT: 2.47868{{$}}
// CHECK-NEXT: -0.390309{{$}}
// CHECK-NEXT: -14.625{{$}}
// CHECK-NEXT: -5.5{{$}}
// CHECK-NEXT: 2.5{{$}}
// CHECK-NEXT: -0.927295{{$}}
// CHECK-NEXT: 0{{$}}
// CHECK-NEXT: 1{{$}}
// CHECK-NEXT: 7.5{{$}}
// CHECK-NEXT: 0.512{{$}}
// CHECK-NEXT: 0.948985{{$}}
// CHECK-NEXT: 0.315322{{$}}
func.func @show(%z: complex<f64>) {
  %re = complex.re %z : complex<f64>
  %im = complex.im %z : complex<f64>
  %six = arith.constant 1.0e6 : f64
  vector.print %re : f64
  vector.print %im : f64
  return
}
func.func @main() {
  %a = complex.constant [1.5, -2.0] : complex<f64>
  %b = complex.constant [0.25, 3.0] : complex<f64>
  %0 = complex.add %a, %b : complex<f64>
  call @show(%0) : (complex<f64>) -> ()
  %1 = complex.mul %a, %b : complex<f64>
  call @show(%1) : (complex<f64>) -> ()
  %2 = complex.div %a, %b : complex<f64>
  call @show(%2) : (complex<f64>) -> ()
  %3 = complex.exp %a : complex<f64>
  call @show(%3) : (complex<f64>) -> ()
  %4 = complex.log %a : complex<f64>
  call @show(%4) : (complex<f64>) -> ()
  %5 = complex.sqrt %a : complex<f64>
  call @show(%5) : (complex<f64>) -> ()
  %6 = complex.sin %a : complex<f64>
  call @show(%6) : (complex<f64>) -> ()
  %7 = complex.cos %a : complex<f64>
  call @show(%7) : (complex<f64>) -> ()
  %8 = complex.tanh %a : complex<f64>
  call @show(%8) : (complex<f64>) -> ()
  %9 = complex.tan %a : complex<f64>
  call @show(%9) : (complex<f64>) -> ()
  %10 = complex.pow %a, %b : complex<f64>
  call @show(%10) : (complex<f64>) -> ()
  %11 = complex.expm1 %a : complex<f64>
  call @show(%11) : (complex<f64>) -> ()
  %12 = complex.log1p %a : complex<f64>
  call @show(%12) : (complex<f64>) -> ()
  %13 = complex.rsqrt %a : complex<f64>
  call @show(%13) : (complex<f64>) -> ()
  %14 = complex.sign %a : complex<f64>
  call @show(%14) : (complex<f64>) -> ()
  %15 = complex.conj %a : complex<f64>
  call @show(%15) : (complex<f64>) -> ()
  %16 = complex.neg %a : complex<f64>
  call @show(%16) : (complex<f64>) -> ()
  %17 = complex.sub %a, %b : complex<f64>
  call @show(%17) : (complex<f64>) -> ()
  %18 = complex.atan2 %a, %b : complex<f64>
  call @show(%18) : (complex<f64>) -> ()
  %n = arith.constant 3 : i32
  %19 = complex.powi %a, %n : complex<f64>, i32
  call @show(%19) : (complex<f64>) -> ()
  %20 = complex.abs %a : complex<f64>
  vector.print %20 : f64
  %21 = complex.angle %a : complex<f64>
  vector.print %21 : f64
  %22 = complex.eq %a, %b : complex<f64>
  vector.print %22 : i1
  %23 = complex.neq %a, %b : complex<f64>
  vector.print %23 : i1
  %re = arith.constant 7.5 : f32
  %24 = complex.create %re, %re : complex<f32>
  %25 = complex.im %24 : complex<f32>
  vector.print %25 : f32
  %x = arith.constant 1.25 : f64
  %m = arith.constant -3 : i32
  %p = math.fpowi %x, %m : f64, i32
  vector.print %p : f64
  %s, %c = math.sincos %x : f64
  vector.print %s : f64
  vector.print %c : f64
  return
}
