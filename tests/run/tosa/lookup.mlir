// Ops that look elements up.

// RUN: terrace run %s | FileCheck %s

// CHECK{LITERAL}: [[[5, 6], [1, 2], [5, 6]], [[9, 10], [9, 10], [7, 8]]] : tensor<2x3x2xi32>
// CHECK-NEXT{LITERAL}: [[[1, 2], [3, 4], [20, 21]], [[12, 13], [9, 10], [11, 12]]] : tensor<2x3x2xi32>
// The table holds 127 down to -128, at the position of -128 up to 127.
// CHECK-NEXT: [127, -1, -128, -6] : tensor<4xi8>
// Entry i of the table is 4 * i - 1024 but for the last, which is 1030. The value -32768 is entry 0: -1024 << 7.
// 64 is half of the way from entry 256, which is 0, to 257, which is 4; 32767 is 127/128 of that from 1020 to 1030.
// CHECK-NEXT: [-131072, 256, 131830, -4] : tensor<4xi32>
func.func @main() -> (tensor<2x3x2xi32>, tensor<2x3x2xi32>, tensor<4xi8>, tensor<4xi32>) {
  %values = "tosa.const"() <{values = dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>}> : () -> tensor<2x3x2xi32>
  %indices = "tosa.const"() <{values = dense<[[2, 0, 2], [1, 1, 0]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %gather = tosa.gather %values, %indices : (tensor<2x3x2xi32>, tensor<2x3xi32>) -> tensor<2x3x2xi32>
  %where = "tosa.const"() <{values = dense<[[2], [0]]> : tensor<2x1xi32>}> : () -> tensor<2x1xi32>
  %new = "tosa.const"() <{values = dense<[[[20, 21]], [[12, 13]]]> : tensor<2x1x2xi32>}> : () -> tensor<2x1x2xi32>
  %scatter = tosa.scatter %values, %where, %new : (tensor<2x3x2xi32>, tensor<2x1xi32>, tensor<2x1x2xi32>) -> tensor<2x3x2xi32>

  %bytes = "tosa.const"() <{values = dense<[-128, 0, 127, 5]> : tensor<4xi8>}> : () -> tensor<4xi8>
  %table8 = func.call @descending() : () -> tensor<256xi8>
  %looked = tosa.table %bytes, %table8 : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
  %table16 = func.call @ascending() : () -> tensor<513xi16>
  %shorts = "tosa.const"() <{values = dense<[-32768, 64, 32767, -1]> : tensor<4xi16>}> : () -> tensor<4xi16>
  %interpolated = tosa.table %shorts, %table16 : (tensor<4xi16>, tensor<513xi16>) -> tensor<4xi32>
  return %gather, %scatter, %looked, %interpolated : tensor<2x3x2xi32>, tensor<2x3x2xi32>, tensor<4xi8>, tensor<4xi32>
}

func.func private @descending() -> tensor<256xi8> {
  %table = tensor.generate {
  ^bb0(%i: index):
    %c127 = arith.constant 127 : index
    %value = arith.subi %c127, %i : index
    %byte = arith.index_cast %value : index to i8
    tensor.yield %byte : i8
  } : tensor<256xi8>
  return %table : tensor<256xi8>
}

func.func private @ascending() -> tensor<513xi16> {
  %c4 = arith.constant 4 : index
  %c1024 = arith.constant 1024 : index
  %c512 = arith.constant 512 : index
  %last = arith.constant 1030 : i16
  %table = tensor.generate {
  ^bb0(%i: index):
    %scaled = arith.muli %i, %c4 : index
    %value = arith.subi %scaled, %c1024 : index
    %short = arith.index_cast %value : index to i16
    tensor.yield %short : i16
  } : tensor<513xi16>
  %all = tensor.insert %last into %table[%c512] : tensor<513xi16>
  return %all : tensor<513xi16>
}
