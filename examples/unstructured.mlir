// Blocks and branches: sorts a tensor by a loop that nothing but jumps make.
//
//   terrace run examples/unstructured.mlir '--arg=[3, 1, 2]'

func.func @main(%t: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c0 : tensor<?xi32>
  cf.br ^next(%c0, %t : index, tensor<?xi32>)
// The gnome goes on where the pot before it is no larger, and takes both and goes back where it is.
^next(%i: index, %pots: tensor<?xi32>):
  %more = arith.cmpi ult, %i, %n : index
  cf.cond_br %more, ^look, ^done
^look:
  %first = arith.cmpi eq, %i, %c0 : index
  cf.cond_br %first, ^forward, ^compare
^compare:
  %before = arith.subi %i, %c1 : index
  %a = tensor.extract %pots[%before] : tensor<?xi32>
  %b = tensor.extract %pots[%i] : tensor<?xi32>
  %ordered = arith.cmpi sle, %a, %b : i32
  cf.cond_br %ordered, ^forward, ^swap
^forward:
  %after = arith.addi %i, %c1 : index
  cf.br ^next(%after, %pots : index, tensor<?xi32>)
^swap:
  %half = tensor.insert %b into %pots[%before] : tensor<?xi32>
  %swapped = tensor.insert %a into %half[%i] : tensor<?xi32>
  cf.br ^next(%before, %swapped : index, tensor<?xi32>)
^done:
  return %pots : tensor<?xi32>
}
