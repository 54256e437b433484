// A graph of calls on buffers: the number of ways to make change, in a table that one function fills coin by coin.
//
//   terrace run examples/memref/calls.mlir --arg=100

memref.global "private" constant @coins : memref<5xi64> = dense<[1, 5, 10, 25, 50]>

// The ways to make nothing: one; anything else: none yet.
func.func private @begin(%table: memref<?xi64>) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : index
  linalg.fill ins(%zero : i64) outs(%table : memref<?xi64>)
  memref.store %one, %table[%c0] : memref<?xi64>
  return
}

// Adds the ways that use a coin.
func.func private @add(%table: memref<?xi64>, %coin: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %table, %c0 : memref<?xi64>
  scf.for %i = %coin to %n step %c1 {
    %j = arith.subi %i, %coin : index
    %with = memref.load %table[%j] : memref<?xi64>
    %without = memref.load %table[%i] : memref<?xi64>
    %sum = arith.addi %with, %without : i64
    memref.store %sum, %table[%i] : memref<?xi64>
  }
  return
}

func.func @main(%amount: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %n = arith.addi %amount, %c1 : index
  %table = memref.alloc(%n) : memref<?xi64>
  call @begin(%table) : (memref<?xi64>) -> ()
  %coins = memref.get_global @coins : memref<5xi64>
  scf.for %i = %c0 to %c5 step %c1 {
    %coin = memref.load %coins[%i] : memref<5xi64>
    %step = arith.index_cast %coin : i64 to index
    func.call @add(%table, %step) : (memref<?xi64>, index) -> ()
  }
  %ways = memref.load %table[%amount] : memref<?xi64>
  memref.dealloc %table : memref<?xi64>
  return %ways : i64
}
