// RUN: terrace-opt %s --ripple-select-instructions | FileCheck %s

// A scalar that is an element of a vector, and that all elements of the next one get, is carried as a vector: the element
// is permuted to all elements at once.

// CHECK-LABEL: llvm.func @totals(
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK: %[[PUT:.*]] = llvm.insertelement %[[ZERO]], %{{.*}} : vector<8xf32>
// CHECK: %[[FIRST:.*]] = llvm.shufflevector %[[PUT]], %{{.*}} [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xf32>
// CHECK: llvm.br ^bb1(%{{.*}}, %[[FIRST]] : i64, vector<8xf32>)
// CHECK: ^bb1(%{{.*}}: i64, %[[BEFORE:.*]]: vector<8xf32>):
// CHECK: %[[SUM:.*]] = llvm.fadd %{{.*}}, %[[BEFORE]] : vector<8xf32>
// CHECK: %[[LAST:.*]] = llvm.shufflevector %[[SUM]], %[[SUM]] [7, 7, 7, 7, 7, 7, 7, 7] : vector<8xf32>
// CHECK: llvm.cond_br %{{.*}}, ^bb1(%{{.*}}, %[[LAST]] : i64, vector<8xf32>), ^bb2
llvm.func @totals(%n: i64, %p: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %step = llvm.mlir.constant(8 : i64) : i64
  %last = llvm.mlir.constant(7 : i64) : i64
  %none = llvm.mlir.constant(0.0 : f32) : f32
  %poison = llvm.mlir.poison : vector<8xf32>
  llvm.br ^loop(%zero, %none : i64, f32)
^loop(%k: i64, %before: f32):
  %a = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %a : !llvm.ptr -> vector<8xf32>
  %put = llvm.insertelement %before, %poison[%zero : i64] : vector<8xf32>
  %spread = llvm.shufflevector %put, %poison [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xf32>
  %sum = llvm.fadd %v, %spread : vector<8xf32>
  llvm.store %sum, %a : vector<8xf32>, !llvm.ptr
  %after = llvm.extractelement %sum[%last : i64] : vector<8xf32>
  %next = llvm.add %k, %step : i64
  %goes = llvm.icmp "slt" %next, %n : i64
  llvm.cond_br %goes, ^loop(%next, %after : i64, f32), ^exit
^exit:
  llvm.return
}

// One register is carried, whatever the length of the vectors; what else reads the scalar gets it from there.

// CHECK-LABEL: llvm.func @long(
// CHECK: ^bb1(%{{.*}}: i64, %[[BEFORE:.*]]: vector<4xi32>):
// CHECK: %[[SCALAR:.*]] = llvm.extractelement %[[BEFORE]][%{{.*}} : i64] : vector<4xi32>
// CHECK: %[[WHOLE:.*]] = llvm.shufflevector %[[BEFORE]], %[[BEFORE]] [0, 1, 2, 3, 0, 1, 2, 3] : vector<4xi32>
// CHECK: %[[SUM:.*]] = llvm.add %{{.*}}, %[[WHOLE]] : vector<8xi32>
// CHECK: llvm.shufflevector %[[SUM]], %[[SUM]] [7, 7, 7, 7] : vector<8xi32>
// CHECK: llvm.return %[[SCALAR]] : i32
llvm.func @long(%n: i64, %p: !llvm.ptr, %first: i32) -> i32 attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %step = llvm.mlir.constant(8 : i64) : i64
  %last = llvm.mlir.constant(7 : i64) : i64
  %poison = llvm.mlir.poison : vector<8xi32>
  llvm.br ^loop(%zero, %first : i64, i32)
^loop(%k: i64, %before: i32):
  %a = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %v = llvm.load %a : !llvm.ptr -> vector<8xi32>
  %put = llvm.insertelement %before, %poison[%zero : i64] : vector<8xi32>
  %spread = llvm.shufflevector %put, %poison [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi32>
  %sum = llvm.add %v, %spread : vector<8xi32>
  llvm.store %sum, %a : vector<8xi32>, !llvm.ptr
  %after = llvm.extractelement %sum[%last : i64] : vector<8xi32>
  %next = llvm.add %k, %step : i64
  %goes = llvm.icmp "slt" %next, %n : i64
  llvm.cond_br %goes, ^loop(%next, %after : i64, i32), ^exit
^exit:
  llvm.return %before : i32
}

// What is computed as a scalar is carried as one.

// CHECK-LABEL: llvm.func @computed(
// CHECK: ^bb1(%{{.*}}: i64, %{{.*}}: i32):
llvm.func @computed(%n: i64, %p: !llvm.ptr, %first: i32) attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %step = llvm.mlir.constant(4 : i64) : i64
  %poison = llvm.mlir.poison : vector<4xi32>
  llvm.br ^loop(%zero, %first : i64, i32)
^loop(%k: i64, %before: i32):
  %a = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %put = llvm.insertelement %before, %poison[%zero : i64] : vector<4xi32>
  %spread = llvm.shufflevector %put, %poison [0, 0, 0, 0] : vector<4xi32>
  llvm.store %spread, %a : vector<4xi32>, !llvm.ptr
  %after = llvm.add %before, %first : i32
  %next = llvm.add %k, %step : i64
  %goes = llvm.icmp "slt" %next, %n : i64
  llvm.cond_br %goes, ^loop(%next, %after : i64, i32), ^exit
^exit:
  llvm.return
}
