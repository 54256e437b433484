// y = a * x + y for buffers of any layout; returns the sum of y.
func.func @axpy(%a: f32, %x: memref<?xf32, strided<[?], offset: ?>>, %y: memref<?xf32>) -> f32
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  %dense = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %dense : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%part = %zero) -> f32 {
    %xi = memref.load %dense[%i] : memref<?xf32>
    %yi = memref.load %y[%i] : memref<?xf32>
    %scaled = arith.mulf %a, %xi : f32
    %new = arith.addf %scaled, %yi : f32
    memref.store %new, %y[%i] : memref<?xf32>
    %next = arith.addf %part, %new : f32
    scf.yield %next : f32
  }
  memref.dealloc %dense : memref<?xf32>
  return %sum : f32
}
