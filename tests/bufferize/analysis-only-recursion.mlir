// How buffers of arguments are accessed is not found out for functions that call each other in circles.
// RUN: terrace-opt %s --one-shot-bufferize='bufferize-function-boundaries test-analysis-only' | FileCheck %s

// CHECK: func.func @calls_itself(%{{.*}}: tensor<4xi64>) -> i64
func.func @calls_itself(%t: tensor<4xi64>) -> i64 {
  %x = func.call @calls_itself(%t) : (tensor<4xi64>) -> i64
  return %x : i64
}

// CHECK: func.func @calls_back(%{{.*}}: tensor<4xi64>, %{{.*}}: index)
func.func @calls_back(%t: tensor<4xi64>, %i: index) {
  %x = tensor.extract %t[%i] : tensor<4xi64>
  call @is_called_back(%t, %i) : (tensor<4xi64>, index) -> ()
  return
}
// CHECK: func.func @is_called_back(%{{.*}}: tensor<4xi64>, %{{.*}}: index)
func.func @is_called_back(%t: tensor<4xi64>, %i: index) {
  call @calls_back(%t, %i) : (tensor<4xi64>, index) -> ()
  return
}

// CHECK: func.func @reads_and_calls_no_one(%{{.*}}: tensor<4xi64> {bufferization.access = "read"}, %{{.*}}: index)
func.func @reads_and_calls_no_one(%t: tensor<4xi64>, %i: index) -> i64 {
  %x = tensor.extract %t[%i] : tensor<4xi64>
  return %x : i64
}

// CHECK: func.func private @unknown(tensor<4xi64> {bufferization.access = "read-write"})
func.func private @unknown(tensor<4xi64>)
