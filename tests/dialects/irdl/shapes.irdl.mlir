// RUN: terrace-opt %s | terrace-opt | FileCheck %s
// RUN: terrace-opt %s --emit-bytecode | terrace-opt | FileCheck %s

// A dialect with all that definitions can say, which other files here use.

// CHECK-LABEL: irdl.dialect @shapes {
irdl.dialect @shapes {
  // CHECK-NEXT: irdl.type @point{{ $}}
  irdl.type @point
  // CHECK-NEXT: irdl.type @box attributes {documented} {
  // CHECK-NEXT:   %[[ANY:.*]] = irdl.any
  // CHECK-NEXT:   %[[I32:.*]] = irdl.is i32
  // CHECK-NEXT:   %[[I64:.*]] = irdl.is i64
  // CHECK-NEXT:   %[[EITHER:.*]] = irdl.any_of(%[[I32]], %[[I64]])
  // CHECK-NEXT:   irdl.parameters(of: %[[ANY]], size: %[[EITHER]])
  irdl.type @box attributes {documented} {
    %0 = irdl.any
    %1 = irdl.is i32
    %2 = irdl.is i64
    %3 = irdl.any_of(%1, %2)
    irdl.parameters(of: %0, size: %3)
  }
  // CHECK: irdl.type @list {
  // CHECK:   irdl.parametric @shapes::@list<%{{.*}}>
  irdl.type @list {
    %0 = irdl.any
    %1 = irdl.parametric @shapes::@list<%0>
    %2 = irdl.base @shapes::@point
    %3 = irdl.any_of(%1, %2)
    irdl.parameters(rest: %3)
  }
  // CHECK: irdl.attribute @mark {
  // CHECK:   irdl.base "#builtin.integer"
  irdl.attribute @mark {
    %0 = irdl.base "#builtin.integer"
    irdl.parameters(weight: %0)
  }
  // CHECK: irdl.operation @one {
  // CHECK:   irdl.operands(point: %{{.*}})
  // CHECK:   irdl.results(value: %{{.*}})
  irdl.operation @one {
    %0 = irdl.base "!builtin.integer"
    %1 = irdl.base @shapes::@point
    irdl.operands(point: %1)
    irdl.results(value: %0)
  }
  // CHECK: irdl.operation @same {
  // CHECK:   %[[SHAPE:.*]] = irdl.any
  // CHECK:   irdl.operands(first: %[[SHAPE]], others: variadic %[[SHAPE]])
  irdl.operation @same {
    %0 = irdl.any
    irdl.operands(first: single %0, others: variadic %0)
    irdl.results(value: optional %0)
  }
  // CHECK: irdl.operands(a: variadic %{{.*}}, b: %{{.*}}, c: optional %{{.*}})
  irdl.operation @groups {
    %0 = irdl.is i32
    %1 = irdl.is f32
    irdl.operands(a: variadic %0, b: %1, c: optional %0)
    irdl.results(d: variadic %0, e: optional %1)
  }
  // CHECK: irdl.attributes {"mark" = %{{.*}}, "kind" = %{{.*}}} {note = 1 : i64}
  irdl.operation @marked {
    %0 = irdl.base @shapes::@mark
    %1 = irdl.is "round"
    %2 = irdl.is "square"
    %3 = irdl.any_of(%1, %2)
    %4 = irdl.any
    %5 = irdl.all_of(%3, %4)
    irdl.attributes {"mark" = %0, "kind" = %5} {note = 1}
  }
  // CHECK: irdl.operation @holds {
  // CHECK-NEXT: %[[VALUE:.*]] = irdl.any
  // CHECK-NEXT: %[[R0:.*]] = irdl.region{{$}}
  // CHECK-NEXT: %[[R1:.*]] = irdl.region(){{$}}
  // CHECK-NEXT: %[[R2:.*]] = irdl.region(%[[VALUE]], %[[VALUE]]) with size 1
  // CHECK-NEXT: %[[R3:.*]] = irdl.region with size 2
  // CHECK-NEXT: irdl.operands(value: %[[VALUE]])
  // CHECK-NEXT: irdl.regions(free: %[[R0]], bare: %[[R1]], pair: %[[R2]], two: %[[R3]])
  irdl.operation @holds {
    %v = irdl.any
    %0 = irdl.region
    %1 = irdl.region()
    %2 = irdl.region(%v, %v) with size 1
    %3 = irdl.region with size 2
    irdl.operands(value: %v)
    irdl.regions(free: %0, bare: %1, pair: %2, two: %3)
  }
}
