// RUN: terrace-test-opt %s --test-func-erase-arg | FileCheck %s --check-prefix=ERASE
// RUN: terrace-test-opt %s --test-func-insert-arg | FileCheck %s --check-prefix=INSERT

// ERASE: func @erased_and_inserted_arguments(%[[A:.*]]: f32 {test.A}, %[[B:.*]]: f64) -> f64
// ERASE-NEXT: "test.use"(%[[A]])
// ERASE-NEXT: return %[[B]]
// INSERT: func @erased_and_inserted_arguments(%{{.*}}: i1 {test.N}, %{{.*}}: f32 {test.erase_this_arg}, %[[A:.*]]: f32 {test.A}, %[[B:.*]]: f64, %{{.*}}: i2) -> f64 {
// INSERT-NEXT: "test.use"(%[[A]])
// INSERT-NEXT: return %[[B]]
func.func @erased_and_inserted_arguments(%arg0: f32 {test.erase_this_arg}, %arg1: f32 {test.A}, %arg2: f64) -> f64 attributes {
  test.insert_args = [[0, i1, {test.N}], [3, i2, {}]]
} {
  "test.use"(%arg1) : (f32) -> ()
  return %arg2 : f64
}
