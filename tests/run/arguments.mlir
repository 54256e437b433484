// Errors about arguments say why a value does not fit its type, and which functions there are.
// RUN: not terrace run %s 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not terrace run %s --entry add 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: terrace run %s --entry add --arg -128 --arg '[1, 2]' | FileCheck %s --check-prefix=RIGHT
// RUN: not terrace run %s --entry=add --arg=300 --arg=1 2>&1 | FileCheck %s --check-prefix=WIDTH
// RUN: not terrace run %s --entry=add --arg=1.5 --arg=1 2>&1 | FileCheck %s --check-prefix=INTEGER
// RUN: not terrace run %s --entry=add --arg=1 --arg='[[1, 2]]' 2>&1 | FileCheck %s --check-prefix=DEEP
// RUN: not terrace run %s --entry=add --arg=1 --arg='[1, x]' 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: not terrace run %s --entry=add --arg=1 --arg='[1, 2' 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not terrace run %s --entry=add --arg=1 --arg='[1, 2] 3' 2>&1 | FileCheck %s --check-prefix=REST
// RUN: not terrace run %s --entry=matrix --arg='[[1, 2], [3]]' --arg='(1, 2)' 2>&1 | FileCheck %s --check-prefix=RAGGED
// RUN: not terrace run %s --entry=matrix --arg='[1, 2]' --arg='(1, 2)' 2>&1 | FileCheck %s --check-prefix=FLAT
// RUN: not terrace run %s --entry=matrix --arg='[[1, 2]]' --arg=1 2>&1 | FileCheck %s --check-prefix=COMPLEX

// ENTRY: error: there is no function 'main' with a body to run: there is --entry=add, --entry=matrix
// COUNT: error: the function takes 2 arguments (i8, tensor<2xi32>), but --arg was given 0 times
// RIGHT: -128 : i8
// WIDTH: error: argument #0: '300' is no value of type i8: '300' does not fit into 8 bits
// INTEGER: error: argument #0: '1.5' is no value of type i8: '1.5' is no integer
// DEEP: error: argument #1: '[{{\[}}1, 2]]' is no value of type tensor<2xi32>: lists are nested deeper than the 1 dimension of the type
// ELEMENT: error: argument #1: '[1, x]' is no value of type tensor<2xi32>: 'x' is no integer
// OPEN: error: argument #1: '[1, 2' is no value of type tensor<2xi32>: ']' is missing
// REST: '[1, 2] 3' is no value of type tensor<2xi32>: '3' follows the list
// RAGGED: error: argument #0: {{.*}}: lists of dimension 1 have 2 and 1 elements
// FLAT: error: argument #0: {{.*}}: '1' is at depth 1 of the 2 dimensions of the type
// COMPLEX: error: argument #1: '1' is no value of type complex<f32>: '1' is no complex number such as (1, -2)

func.func @add(%x: i8, %t: tensor<2xi32>) -> i8 {
  return %x : i8
}

func.func @matrix(%m: tensor<?x2xf32>, %c: complex<f32>) {
  return
}

func.func private @declared()
