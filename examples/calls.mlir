// A graph of calls: the number of ways to make change, by functions that call each other and themselves.
//
//   terrace run examples/calls.mlir --arg=100

// The coin with a number.
func.func private @coin(%i: index) -> i64 {
  %coins = arith.constant dense<[1, 5, 10, 25, 50]> : tensor<5xi64>
  %coin = tensor.extract %coins[%i] : tensor<5xi64>
  return %coin : i64
}

// The ways without the largest of the first %n coins.
func.func private @without(%amount: i64, %n: index) -> i64 {
  %c1 = arith.constant 1 : index
  %fewer = arith.subi %n, %c1 : index
  %ways = call @ways(%amount, %fewer) : (i64, index) -> i64
  return %ways : i64
}

// The ways with it.
func.func private @with(%amount: i64, %n: index) -> i64 {
  %c1 = arith.constant 1 : index
  %largest = arith.subi %n, %c1 : index
  %coin = call @coin(%largest) : (index) -> i64
  %rest = arith.subi %amount, %coin : i64
  %ways = call @ways(%rest, %n) : (i64, index) -> i64
  return %ways : i64
}

// The ways to make an amount of the first %n coins.
func.func private @ways(%amount: i64, %n: index) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : index
  %done = arith.cmpi eq, %amount, %zero : i64
  %ways = scf.if %done -> i64 {
    scf.yield %one : i64
  } else {
    %over = arith.cmpi slt, %amount, %zero : i64
    %none = arith.cmpi eq, %n, %c0 : index
    %impossible = arith.ori %over, %none : i1
    %r = scf.if %impossible -> i64 {
      scf.yield %zero : i64
    } else {
      %a = func.call @without(%amount, %n) : (i64, index) -> i64
      %b = func.call @with(%amount, %n) : (i64, index) -> i64
      %sum = arith.addi %a, %b : i64
      scf.yield %sum : i64
    }
    scf.yield %r : i64
  }
  return %ways : i64
}

func.func @main(%amount: i64) -> i64 {
  %c5 = arith.constant 5 : index
  %ways = call @ways(%amount, %c5) : (i64, index) -> i64
  return %ways : i64
}
