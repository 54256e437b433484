// What two values have to do with each other, and what ops do to the memory they point to.
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-alias-analysis))' --mlir-disable-threading 2>&1 | FileCheck %s
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-alias-analysis-modref))' --mlir-disable-threading 2>&1 | FileCheck %s --check-prefix=MOD

func.func @sources(%a: memref<8xf32>, %c: i1) attributes {test.ptr = "func"} {
  %0 = memref.alloc() {test.ptr = "alloc"} : memref<8xf32>
  %1 = memref.cast %0 {test.ptr = "cast"} : memref<8xf32> to memref<?xf32>
  %2 = memref.subview %a[0][4][1] {test.ptr = "view"} : memref<8xf32> to memref<4xf32>
  %3 = scf.if %c -> memref<8xf32> {
    scf.yield %0 : memref<8xf32>
  } else {
    scf.yield %a : memref<8xf32>
  } {test.ptr = "if"}
  %4:2 = memref.distinct_objects %a, %3 {test.ptr = "distinct"} : memref<8xf32>, memref<8xf32>
  return
}
func.func @effects(%a: memref<f32>, %v: f32) attributes {test.ptr = "effects"} {
  %0 = memref.alloca() {test.ptr = "alloca"} : memref<f32>
  memref.store %v, %a[] {test.ptr = "store"} : memref<f32>
  %1 = memref.load %0[] {test.ptr = "load"} : memref<f32>
  memref.copy %a, %0 {test.ptr = "copy"} : memref<f32> to memref<f32>
  "test.unknown"() {test.ptr = "unknown"} : () -> ()
  return
}

// CHECK: Testing : "sources"
// CHECK-NEXT: alloc#0 <-> cast#0: MustAlias
// CHECK-NEXT: alloc#0 <-> view#0: NoAlias
// CHECK-NEXT: cast#0 <-> view#0: NoAlias
// CHECK-NEXT: alloc#0 <-> if#0: MayAlias
// CHECK-NEXT: cast#0 <-> if#0: MayAlias
// CHECK-NEXT: view#0 <-> if#0: MayAlias
// CHECK-NEXT: alloc#0 <-> distinct#0: MayAlias
// CHECK-NEXT: cast#0 <-> distinct#0: MayAlias
// CHECK-NEXT: view#0 <-> distinct#0: MustAlias
// CHECK-NEXT: if#0 <-> distinct#0: MayAlias
// CHECK-NEXT: alloc#0 <-> distinct#1: MayAlias
// CHECK-NEXT: cast#0 <-> distinct#1: MayAlias
// CHECK-NEXT: view#0 <-> distinct#1: MayAlias
// CHECK-NEXT: if#0 <-> distinct#1: MayAlias
// CHECK-NEXT: distinct#0 <-> distinct#1: NoAlias
// CHECK-NEXT: alloc#0 <-> func.region0#0: NoAlias
// CHECK-NEXT: cast#0 <-> func.region0#0: NoAlias
// CHECK-NEXT: view#0 <-> func.region0#0: MustAlias
// CHECK-NEXT: if#0 <-> func.region0#0: MayAlias
// CHECK-NEXT: distinct#0 <-> func.region0#0: MustAlias
// CHECK-NEXT: distinct#1 <-> func.region0#0: MayAlias
// CHECK-NEXT: alloc#0 <-> func.region0#1: NoAlias
// CHECK-NEXT: cast#0 <-> func.region0#1: NoAlias
// CHECK-NEXT: view#0 <-> func.region0#1: MayAlias
// CHECK-NEXT: if#0 <-> func.region0#1: MayAlias
// CHECK-NEXT: distinct#0 <-> func.region0#1: MayAlias
// CHECK-NEXT: distinct#1 <-> func.region0#1: MayAlias
// CHECK-NEXT: func.region0#0 <-> func.region0#1: MayAlias
// CHECK-NEXT: Testing : "effects"
// CHECK-NEXT: alloca#0 <-> load#0: MayAlias
// CHECK-NEXT: alloca#0 <-> effects.region0#0: NoAlias
// CHECK-NEXT: load#0 <-> effects.region0#0: MayAlias
// CHECK-NEXT: alloca#0 <-> effects.region0#1: NoAlias
// CHECK-NEXT: load#0 <-> effects.region0#1: MayAlias
// CHECK-NEXT: effects.region0#0 <-> effects.region0#1: MayAlias
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @sources(%arg0: memref<8xf32>, %arg1: i1) attributes {test.ptr = "func"} {
// CHECK-NEXT:     %alloc = memref.alloc() {test.ptr = "alloc"} : memref<8xf32>
// CHECK-NEXT:     %cast = memref.cast %alloc {test.ptr = "cast"} : memref<8xf32> to memref<?xf32>
// CHECK-NEXT:     %subview = memref.subview %arg0[0] [4] [1] {test.ptr = "view"} : memref<8xf32> to memref<4xf32>
// CHECK-NEXT:     %0 = scf.if %arg1 -> (memref<8xf32>) {
// CHECK-NEXT:       scf.yield %alloc : memref<8xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg0 : memref<8xf32>
// CHECK-NEXT:     } {test.ptr = "if"}
// CHECK-NEXT:     %1:2 = memref.distinct_objects %arg0, %0 {test.ptr = "distinct"} : memref<8xf32>, memref<8xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @effects(%arg0: memref<f32>, %arg1: f32) attributes {test.ptr = "effects"} {
// CHECK-NEXT:     %alloca = memref.alloca() {test.ptr = "alloca"} : memref<f32>
// CHECK-NEXT:     memref.store %arg1, %arg0[] {test.ptr = "store"} : memref<f32>
// CHECK-NEXT:     %0 = memref.load %alloca[] {test.ptr = "load"} : memref<f32>
// CHECK-NEXT:     memref.copy %arg0, %alloca {test.ptr = "copy"} : memref<f32> to memref<f32>
// CHECK-NEXT:     "test.unknown"() {test.ptr = "unknown"} : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// MOD: Testing : "sources"
// MOD-NEXT: alloc -> alloc#0: NoModRef
// MOD-NEXT: cast -> alloc#0: NoModRef
// MOD-NEXT: view -> alloc#0: NoModRef
// MOD-NEXT: if -> alloc#0: ModRef
// MOD-NEXT: distinct -> alloc#0: NoModRef
// MOD-NEXT: func -> alloc#0: ModRef
// MOD-NEXT: alloc -> cast#0: NoModRef
// MOD-NEXT: cast -> cast#0: NoModRef
// MOD-NEXT: view -> cast#0: NoModRef
// MOD-NEXT: if -> cast#0: ModRef
// MOD-NEXT: distinct -> cast#0: NoModRef
// MOD-NEXT: func -> cast#0: ModRef
// MOD-NEXT: alloc -> view#0: NoModRef
// MOD-NEXT: cast -> view#0: NoModRef
// MOD-NEXT: view -> view#0: NoModRef
// MOD-NEXT: if -> view#0: ModRef
// MOD-NEXT: distinct -> view#0: NoModRef
// MOD-NEXT: func -> view#0: ModRef
// MOD-NEXT: alloc -> if#0: NoModRef
// MOD-NEXT: cast -> if#0: NoModRef
// MOD-NEXT: view -> if#0: NoModRef
// MOD-NEXT: if -> if#0: ModRef
// MOD-NEXT: distinct -> if#0: NoModRef
// MOD-NEXT: func -> if#0: ModRef
// MOD-NEXT: alloc -> distinct#0: NoModRef
// MOD-NEXT: cast -> distinct#0: NoModRef
// MOD-NEXT: view -> distinct#0: NoModRef
// MOD-NEXT: if -> distinct#0: ModRef
// MOD-NEXT: distinct -> distinct#0: NoModRef
// MOD-NEXT: func -> distinct#0: ModRef
// MOD-NEXT: alloc -> distinct#1: NoModRef
// MOD-NEXT: cast -> distinct#1: NoModRef
// MOD-NEXT: view -> distinct#1: NoModRef
// MOD-NEXT: if -> distinct#1: ModRef
// MOD-NEXT: distinct -> distinct#1: NoModRef
// MOD-NEXT: func -> distinct#1: ModRef
// MOD-NEXT: alloc -> func.region0#0: NoModRef
// MOD-NEXT: cast -> func.region0#0: NoModRef
// MOD-NEXT: view -> func.region0#0: NoModRef
// MOD-NEXT: if -> func.region0#0: ModRef
// MOD-NEXT: distinct -> func.region0#0: NoModRef
// MOD-NEXT: func -> func.region0#0: ModRef
// MOD-NEXT: alloc -> func.region0#1: NoModRef
// MOD-NEXT: cast -> func.region0#1: NoModRef
// MOD-NEXT: view -> func.region0#1: NoModRef
// MOD-NEXT: if -> func.region0#1: ModRef
// MOD-NEXT: distinct -> func.region0#1: NoModRef
// MOD-NEXT: func -> func.region0#1: ModRef
// MOD-NEXT: Testing : "effects"
// MOD-NEXT: alloca -> alloca#0: NoModRef
// MOD-NEXT: store -> alloca#0: NoModRef
// MOD-NEXT: load -> alloca#0: Ref
// MOD-NEXT: copy -> alloca#0: Mod
// MOD-NEXT: unknown -> alloca#0: ModRef
// MOD-NEXT: effects -> alloca#0: ModRef
// MOD-NEXT: alloca -> load#0: NoModRef
// MOD-NEXT: store -> load#0: Mod
// MOD-NEXT: load -> load#0: Ref
// MOD-NEXT: copy -> load#0: ModRef
// MOD-NEXT: unknown -> load#0: ModRef
// MOD-NEXT: effects -> load#0: ModRef
// MOD-NEXT: alloca -> effects.region0#0: NoModRef
// MOD-NEXT: store -> effects.region0#0: Mod
// MOD-NEXT: load -> effects.region0#0: NoModRef
// MOD-NEXT: copy -> effects.region0#0: Ref
// MOD-NEXT: unknown -> effects.region0#0: ModRef
// MOD-NEXT: effects -> effects.region0#0: ModRef
// MOD-NEXT: alloca -> effects.region0#1: NoModRef
// MOD-NEXT: store -> effects.region0#1: Mod
// MOD-NEXT: load -> effects.region0#1: NoModRef
// MOD-NEXT: copy -> effects.region0#1: Ref
// MOD-NEXT: unknown -> effects.region0#1: ModRef
// MOD-NEXT: effects -> effects.region0#1: ModRef
// MOD-NEXT: module {
// MOD-NEXT:   func.func @sources(%arg0: memref<8xf32>, %arg1: i1) attributes {test.ptr = "func"} {
// MOD-NEXT:     %alloc = memref.alloc() {test.ptr = "alloc"} : memref<8xf32>
// MOD-NEXT:     %cast = memref.cast %alloc {test.ptr = "cast"} : memref<8xf32> to memref<?xf32>
// MOD-NEXT:     %subview = memref.subview %arg0[0] [4] [1] {test.ptr = "view"} : memref<8xf32> to memref<4xf32>
// MOD-NEXT:     %0 = scf.if %arg1 -> (memref<8xf32>) {
// MOD-NEXT:       scf.yield %alloc : memref<8xf32>
// MOD-NEXT:     } else {
// MOD-NEXT:       scf.yield %arg0 : memref<8xf32>
// MOD-NEXT:     } {test.ptr = "if"}
// MOD-NEXT:     %1:2 = memref.distinct_objects %arg0, %0 {test.ptr = "distinct"} : memref<8xf32>, memref<8xf32>
// MOD-NEXT:     return
// MOD-NEXT:   }
// MOD-NEXT:   func.func @effects(%arg0: memref<f32>, %arg1: f32) attributes {test.ptr = "effects"} {
// MOD-NEXT:     %alloca = memref.alloca() {test.ptr = "alloca"} : memref<f32>
// MOD-NEXT:     memref.store %arg1, %arg0[] {test.ptr = "store"} : memref<f32>
// MOD-NEXT:     %0 = memref.load %alloca[] {test.ptr = "load"} : memref<f32>
// MOD-NEXT:     memref.copy %arg0, %alloca {test.ptr = "copy"} : memref<f32> to memref<f32>
// MOD-NEXT:     "test.unknown"() {test.ptr = "unknown"} : () -> ()
// MOD-NEXT:     return
// MOD-NEXT:   }
// MOD-NEXT: }
