// Edges that leave several regions for one block are yields of each region, at every level.
// RUN: terrace-opt %s --lift-cf-to-scf --allow-unregistered-dialect | FileCheck %s

func.func @one_block_behind_several_regions(%x: i1, %k: i32, %p: i32, %q: i32) -> i32 {
  cf.cond_br %x, ^a, ^b
^a:
  "test.a"() : () -> ()
  cf.switch %k : i32, [default: ^c, 1: ^z(%p : i32), 2: ^z(%q : i32)]
^c:
  "test.c"() : () -> ()
  cf.cond_br %x, ^z(%k : i32), ^d
^d:
  "test.d"() : () -> ()
  cf.cond_br %x, ^z(%p : i32), ^z(%q : i32)
^b:
  "test.b"() : () -> ()
  cf.cond_br %x, ^e, ^z(%q : i32)
^e:
  "test.e"() : () -> ()
  cf.br ^z(%p : i32)
^z(%r: i32):
  return %r : i32
}

// CHECK: module {
// CHECK-NEXT:   func.func @one_block_behind_several_regions(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: i32) -> i32 {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:       "test.a"() : () -> ()
// CHECK-NEXT:       %1 = arith.index_castui %arg1 : i32 to index
// CHECK-NEXT:       %2 = scf.index_switch %1 -> i32 
// CHECK-NEXT:       case 1 {
// CHECK-NEXT:         scf.yield %arg2 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       case 2 {
// CHECK-NEXT:         scf.yield %arg3 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       default {
// CHECK-NEXT:         "test.c"() : () -> ()
// CHECK-NEXT:         %3 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:           scf.yield %arg1 : i32
// CHECK-NEXT:         } else {
// CHECK-NEXT:           "test.d"() : () -> ()
// CHECK-NEXT:           %4 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:             scf.yield %arg2 : i32
// CHECK-NEXT:           } else {
// CHECK-NEXT:             scf.yield %arg3 : i32
// CHECK-NEXT:           }
// CHECK-NEXT:           scf.yield %4 : i32
// CHECK-NEXT:         }
// CHECK-NEXT:         scf.yield %3 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %2 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       "test.b"() : () -> ()
// CHECK-NEXT:       %1 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:         "test.e"() : () -> ()
// CHECK-NEXT:         scf.yield %arg2 : i32
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %arg3 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
