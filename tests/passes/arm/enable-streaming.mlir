// Functions are marked as the options say: all of them, those with ops on tiles, or those with scalable vectors only.
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(enable-arm-streaming{streaming-mode=streaming-locally za-mode=new-za}))' | FileCheck %s --check-prefix=LOCAL
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(enable-arm-streaming{if-required-by-ops za-mode=in-za}))' | FileCheck %s --check-prefix=TILES
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(enable-arm-streaming{if-scalable-and-supported streaming-mode=streaming-compatible}))' | FileCheck %s --check-prefix=SCALABLE

func.func @scalable_addition(%v: vector<[4]xf32>) -> vector<[4]xf32> { %0 = arith.addf %v, %v : vector<[4]xf32>
 return %0 : vector<[4]xf32> }
func.func @zero_tile() { %0 = arm_sme.zero : vector<[4]x[4]xf32>
 return }
func.func @ignored() attributes {enable_arm_streaming_ignore} { return }
func.func @scalable_gather(%m: memref<?xf32>, %i: index, %v: vector<[4]xi32>, %k: vector<[4]xi1>, %p: vector<[4]xf32>) { %0 = vector.gather %m[%i] [%v], %k, %p : memref<?xf32>, vector<[4]xi32>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
 return }
func.func private @declaration()

// LOCAL: func.func @scalable_addition(%arg0: vector<[4]xf32>) -> vector<[4]xf32> attributes {arm_locally_streaming, arm_new_za} {
// LOCAL: func.func @zero_tile() attributes {arm_locally_streaming, arm_new_za} {
// LOCAL: func.func @ignored() attributes {enable_arm_streaming_ignore} {
// LOCAL: func.func @scalable_gather(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<[4]xi32>, %arg3: vector<[4]xi1>, %arg4: vector<[4]xf32>) attributes {arm_locally_streaming, arm_new_za} {
// LOCAL: func.func private @declaration() attributes {arm_locally_streaming, arm_new_za}

// TILES: func.func @scalable_addition(%arg0: vector<[4]xf32>) -> vector<[4]xf32> {
// TILES: func.func @zero_tile() attributes {arm_in_za, arm_streaming} {
// TILES: func.func @ignored() attributes {enable_arm_streaming_ignore} {
// TILES: func.func @scalable_gather(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<[4]xi32>, %arg3: vector<[4]xi1>, %arg4: vector<[4]xf32>) {
// TILES: func.func private @declaration()

// SCALABLE: func.func @scalable_addition(%arg0: vector<[4]xf32>) -> vector<[4]xf32> attributes {arm_streaming_compatible} {
// SCALABLE: func.func @zero_tile() attributes {arm_streaming_compatible} {
// SCALABLE: func.func @ignored() attributes {enable_arm_streaming_ignore} {
// SCALABLE: func.func @scalable_gather(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<[4]xi32>, %arg3: vector<[4]xi1>, %arg4: vector<[4]xf32>) {
// SCALABLE: func.func private @declaration()
