// RUN: terrace-test-opt %s --test-ir-visitors --allow-unregistered-dialect | FileCheck %s

//      CHECK: Op pre-order visits
// CHECK-NEXT: Visiting op 'builtin.module'
// CHECK-NEXT: Visiting op 'func.func'
// CHECK-NEXT: Visiting op 'test.first'
// CHECK-NEXT: Visiting op 'cf.cond_br'
// CHECK-NEXT: Visiting op 'test.regions'
// CHECK-NEXT: Visiting op 'test.a'
// CHECK-NEXT: Visiting op 'test.b'
// CHECK-NEXT: Visiting op 'cf.br'
// CHECK-NEXT: Visiting op 'func.return'
//      CHECK: Block reverse post-order visits
// CHECK-NEXT: Visiting block ^bb2 from region 0 from operation 'func.func'
// CHECK-NEXT: Visiting block ^bb0 from region 1 from operation 'test.regions'
// CHECK-NEXT: Visiting block ^bb0 from region 0 from operation 'test.regions'
// CHECK-NEXT: Visiting block ^bb1 from region 0 from operation 'func.func'
// CHECK-NEXT: Visiting block ^bb0 from region 0 from operation 'func.func'
// CHECK-NEXT: Visiting block ^bb0 from region 0 from operation 'builtin.module'
//      CHECK: Op forward dominance post-order visits
// CHECK-NEXT: Visiting op 'test.first'
// CHECK-NEXT: Visiting op 'cf.cond_br'
// CHECK-NEXT: Visiting op 'test.a'
// CHECK-NEXT: Visiting op 'test.b'
// CHECK-NEXT: Visiting op 'test.regions'
// CHECK-NEXT: Visiting op 'cf.br'
// CHECK-NEXT: Visiting op 'func.return'
// CHECK-NEXT: Visiting op 'func.func'
//      CHECK: Block reverse dominance post-order visits
// CHECK-NEXT: Visiting block ^bb2 from region 0 from operation 'func.func'
// CHECK-NEXT: Visiting block ^bb0 from region 1 from operation 'test.regions'
// CHECK-NEXT: Visiting block ^bb0 from region 0 from operation 'test.regions'
// CHECK-NEXT: Visiting block ^bb1 from region 0 from operation 'func.func'
// CHECK-NEXT: Visiting block ^bb0 from region 0 from operation 'func.func'
//      CHECK: Invoke block pre-order visits on blocks
// CHECK-NEXT: Visiting block ^bb0 from region 0 from operation 'test.regions'
// CHECK-NEXT: Visiting block ^bb0 from region 1 from operation 'test.regions'
// CHECK-NEXT: Invoke block post-order visits on blocks
//      CHECK: Invoke region pre-order visits on region
// CHECK-NEXT: Invoke region post-order visits on region
// CHECK-NEXT: Op pre-order erasures (skip)
// CHECK-NEXT: Erasing op 'test.first'
// CHECK-NEXT: Erasing op 'cf.cond_br'
// CHECK-NEXT: Erasing op 'test.regions'
// CHECK-NEXT: Erasing op 'cf.br'
// CHECK-NEXT: Erasing op 'func.return'
// CHECK-NEXT: Block pre-order erasures (skip)
// CHECK-NEXT: Erasing block ^bb0 from region 0 from operation 'test.regions'
// CHECK-NEXT: Erasing block ^bb0 from region 1 from operation 'test.regions'
// CHECK-NEXT: Op post-order erasures (skip)
// CHECK-LABEL: func.func @visited(
func.func @visited(%c: i1) {
  "test.first"() : () -> ()
  cf.cond_br %c, ^b1, ^b2
^b1:
  "test.regions"() ({
    "test.a"() : () -> ()
  }, {
    "test.b"() : () -> ()
  }) {walk_blocks} : () -> ()
  cf.br ^b2
^b2:
  return
}
