// Blocks and branches: sorts a buffer in place by a loop that nothing but jumps make.
//
//   terrace run examples/memref/unstructured.mlir '--arg=[3, 1, 2]'

func.func @main(%pots: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %pots, %c0 : memref<?xi32>
  cf.br ^next(%c0 : index)
// The gnome goes on where the pot before it is no larger, and takes both and goes back where it is.
^next(%i: index):
  %more = arith.cmpi ult, %i, %n : index
  cf.cond_br %more, ^look, ^done
^look:
  %first = arith.cmpi eq, %i, %c0 : index
  cf.cond_br %first, ^forward, ^compare
^compare:
  %before = arith.subi %i, %c1 : index
  %a = memref.load %pots[%before] : memref<?xi32>
  %b = memref.load %pots[%i] : memref<?xi32>
  %ordered = arith.cmpi sle, %a, %b : i32
  cf.cond_br %ordered, ^forward, ^swap
^forward:
  %after = arith.addi %i, %c1 : index
  cf.br ^next(%after : index)
^swap:
  memref.store %b, %pots[%before] : memref<?xi32>
  memref.store %a, %pots[%i] : memref<?xi32>
  cf.br ^next(%before : index)
^done:
  return
}
