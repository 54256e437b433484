// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --canonicalize --cse | FileCheck %s

// What is printed was compared with a run of compiled code.

// CHECK: 5{{$}}
// CHECK-NEXT: 3{{$}}
// CHECK-NEXT: 4{{$}}
// CHECK-NEXT: 3{{$}}
// CHECK-NEXT: 7{{$}}
// CHECK-NEXT: 7{{$}}
// CHECK-NEXT: 4{{$}}
// CHECK-NEXT: 11{{$}}
// CHECK-NEXT: 11{{$}}
// CHECK-NEXT: 121{{$}}
// CHECK-NEXT: 121{{$}}
// CHECK-NEXT: 3{{$}}
// CHECK-NEXT: 3{{$}}
// CHECK-NEXT: 3{{$}}
// CHECK-NEXT: 1{{$}}
// CHECK-NEXT: 3{{$}}
// CHECK-NEXT: ( 1.5, 2.5 ){{$}}
// CHECK-NEXT: 3{{$}}
// CHECK-NEXT: 4{{$}}
func.func private @printMemrefI32(memref<*xi32>)
func.func private @printMemrefF32(memref<*xf32>)
memref.global "private" @g : memref<2x2xi32> = dense<[[1, 2], [3, 4]]>

func.func @show(%m: memref<*xi32>) {
  %r = memref.rank %m : memref<*xi32>
  vector.print %r : index
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %m = memref.alloc() : memref<2x1x3xi32>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %k = arith.muli %i, %c3 : index
      %l = arith.addi %k, %j : index
      %x = arith.index_cast %l : index to i32
      memref.store %x, %m[%i, %c0, %j] : memref<2x1x3xi32>
    }
  }
  // A slice whose dropped dimension only its strides tell.
  %s = memref.subview %m[1, 0, 0] [1, 1, 3] [1, 1, 1] : memref<2x1x3xi32> to memref<1x3xi32, strided<[3, 1], offset: 3>>
  %x0 = memref.load %s[%c0, %c2] : memref<1x3xi32, strided<[3, 1], offset: 3>>
  vector.print %x0 : i32
  %u = memref.cast %m : memref<2x1x3xi32> to memref<*xi32>
  call @show(%u) : (memref<*xi32>) -> ()
  %shape = memref.alloca() : memref<2xindex>
  memref.store %c3, %shape[%c0] : memref<2xindex>
  memref.store %c2, %shape[%c1] : memref<2xindex>
  %r = memref.reshape %m(%shape) : (memref<2x1x3xi32>, memref<2xindex>) -> memref<?x?xi32>
  %x1 = memref.load %r[%c2, %c0] : memref<?x?xi32>
  vector.print %x1 : i32
  %d = memref.dim %r, %c0 : memref<?x?xi32>
  vector.print %d : index
  %bytes = memref.alloc() : memref<40xi8>
  %four = arith.constant 4 : index
  %v = memref.view %bytes[%four][%c2] : memref<40xi8> to memref<?x3xi32>
  %seven = arith.constant 7 : i32
  memref.store %seven, %v[%c1, %c0] : memref<?x3xi32>
  %v2 = memref.view %bytes[%c0][] : memref<40xi8> to memref<10xi32>
  %x2 = memref.load %v2[%four] : memref<10xi32>
  vector.print %x2 : i32
  %sixteen = arith.constant 16 : index
  %b16 = memref.load %bytes[%sixteen] : memref<40xi8>
  vector.print %b16 : i8
  %a0 = memref.atomic_rmw addi %seven, %m[%c1, %c0, %c1] : (i32, memref<2x1x3xi32>) -> i32
  vector.print %a0 : i32
  %a1 = memref.atomic_rmw maxs %a0, %m[%c1, %c0, %c1] : (i32, memref<2x1x3xi32>) -> i32
  vector.print %a1 : i32
  %a2 = memref.generic_atomic_rmw %m[%c1, %c0, %c1] : memref<2x1x3xi32> {
  ^bb0(%cur: i32):
    %n = arith.muli %cur, %cur : i32
    memref.atomic_yield %n : i32
  }
  vector.print %a2 : i32
  %x3 = memref.load %m[%c1, %c0, %c1] : memref<2x1x3xi32>
  vector.print %x3 : i32
  %line = memref.collapse_shape %m [[0, 1, 2]] : memref<2x1x3xi32> into memref<6xi32>
  %big = memref.alloc() : memref<6xi32>
  memref.copy %line, %big : memref<6xi32> to memref<6xi32>
  %grown = memref.realloc %big : memref<6xi32> to memref<8xi32>
  memref.store %seven, %grown[%c6] : memref<8xi32>
  %x4 = memref.load %grown[%four] : memref<8xi32>
  vector.print %x4 : i32
  %base, %off, %sz:2, %st:2 = memref.extract_strided_metadata %s : memref<1x3xi32, strided<[3, 1], offset: 3>> -> memref<i32>, index, index, index, index, index
  vector.print %off : index
  vector.print %sz#1 : index
  vector.print %st#0 : index
  %p0 = memref.extract_aligned_pointer_as_index %m : memref<2x1x3xi32> -> index
  %p1 = memref.extract_aligned_pointer_as_index %s : memref<1x3xi32, strided<[3, 1], offset: 3>> -> index
  %same = arith.cmpi eq, %p0, %p1 : index
  vector.print %same : i1
  %g = memref.get_global @g : memref<2x2xi32>
  %al = memref.assume_alignment %g, 4 : memref<2x2xi32>
  %da, %db = memref.distinct_objects %al, %r : memref<2x2xi32>, memref<?x?xi32>
  %x5 = memref.load %da[%c1, %c0] : memref<2x2xi32>
  vector.print %x5 : i32
  %vm = memref.alloc() : memref<2xvector<2xf32>>
  %vv = arith.constant dense<[1.5, 2.5]> : vector<2xf32>
  memref.store %vv, %vm[%c1] : memref<2xvector<2xf32>>
  %vl = memref.load %vm[%c1] : memref<2xvector<2xf32>>
  vector.print %vl : vector<2xf32>
  %fm = memref.alloc() : memref<2x2xf32>
  %tc = vector.type_cast %fm : memref<2x2xf32> to memref<vector<2x2xf32>>
  %vv2 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : vector<2x2xf32>
  memref.store %vv2, %tc[] : memref<vector<2x2xf32>>
  %x6 = memref.load %fm[%c1, %c0] : memref<2x2xf32>
  vector.print %x6 : f32
  %um = memref.cast %fm : memref<2x2xf32> to memref<*xf32>
  %back = memref.cast %um : memref<*xf32> to memref<?x2xf32>
  %copied = memref.alloc(%c2) : memref<?x2xf32>
  memref.copy %back, %copied : memref<?x2xf32> to memref<?x2xf32>
  %x7 = memref.load %copied[%c1, %c1] : memref<?x2xf32>
  vector.print %x7 : f32
  memref.dealloc %m : memref<2x1x3xi32>
  memref.dealloc %bytes : memref<40xi8>
  memref.dealloc %grown : memref<8xi32>
  memref.dealloc %vm : memref<2xvector<2xf32>>
  memref.dealloc %fm : memref<2x2xf32>
  memref.dealloc %copied : memref<?x2xf32>
  return
}
