// Blocks that are reached in several ways.
// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s

// Both cases of a branch go to one block.
// CHECK-LABEL: func.func @same_block
// CHECK:         cf.cond_br %{{.*}}, ^bb1(%{{.*}} : memref<4xf32{{.*}}>), ^bb1(%{{.*}} : memref<4xf32{{.*}}>)
// CHECK:       ^bb1(%[[X:.*]]: memref<4xf32
// CHECK-NEXT:    return %[[X]]
func.func @same_block(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^bb1(%a : tensor<4xf32>), ^bb1(%b : tensor<4xf32>)
^bb1(%x: tensor<4xf32>):
  return %x : tensor<4xf32>
}

// What a branch carries comes around to where it was made.
// CHECK-LABEL: func.func @around
// CHECK:         cf.br ^bb1(%{{.*}} : memref<4xf32{{.*}}>)
// CHECK:       ^bb1(%[[X:.*]]: memref<4xf32
// CHECK:         %[[R:.*]] = scf.if
// CHECK:           scf.yield %[[X]]
// CHECK:         cf.cond_br %{{.*}}, ^bb1(%[[R]] : memref<4xf32{{.*}}>), ^bb2
// CHECK:       ^bb2:
// CHECK-NEXT:    return %[[R]]
func.func @around(%c: i1, %a: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb1(%a : tensor<4xf32>)
^bb1(%x: tensor<4xf32>):
  %0 = scf.if %c -> (tensor<4xf32>) {
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  cf.cond_br %c, ^bb1(%0 : tensor<4xf32>), ^bb2
^bb2:
  return %0 : tensor<4xf32>
}
