// RUN: terrace-opt %s --split-input-file --verify-diagnostics

func.func @copy_tile_element_type_mismatch(%t: vector<[4]x[4]xi16>) {
  // expected-error @below {{'arm_sme.copy_tile' op operand #0 must be a vector type that fits into a SME tile, but got 'vector<[4]x[4]xi16>'}}
  %0 = arm_sme.copy_tile %t : vector<[4]x[4]xi16>
  return
}

// -----

func.func @zero_tile_id_type() {
  // expected-error @below {{'arm_sme.zero' op tile ID should be a 32-bit signless integer}}
  %0 = arm_sme.zero {tile_id = 0 : i64} : vector<[4]x[4]xi32>
  return
}

// -----

func.func @tile_load_element_type_mismatch(%m: memref<?x?xf32>, %i: index) {
  // expected-error @below {{'arm_sme.tile_load' op failed to verify that all of {result, base} have same element type}}
  %0 = arm_sme.tile_load %m[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xi32>
  return
}

// -----

func.func @outerproduct_accumulator_not_tile(%v: vector<[4]xf32>) {
  // expected-error @below {{'arm_sme.outerproduct' op operand #2 must be a vector type that fits into a SME tile, but got 'vector<[4]xf32>'}}
  %0 = "arm_sme.outerproduct"(%v, %v, %v) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}> : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]x[4]xf32>
  return
}

// -----

func.func @smopa_4way_element_size_mismatch(%v: vector<[8]xi16>) {
  // expected-error @below {{'arm_sme.smopa_4way' op failed to verify that tile element size equals input element size * 4}}
  %0 = arm_sme.smopa_4way %v, %v : vector<[8]xi16>, vector<[8]xi16> into vector<[4]x[4]xi32>
  return
}

// -----

func.func @outerproduct_only_one_mask(%v: vector<[4]xf32>, %m: vector<[4]xi1>) {
  // expected-error @below {{'arm_sme.outerproduct' op failed to verify that both `lhsMask` and `rhsMask` should be provided or neither}}
  %0 = "arm_sme.outerproduct"(%v, %v, %m) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xi1>) -> vector<[4]x[4]xf32>
  return
}

// -----

func.func @masked_addi_mask_shape_mismatch(%m: vector<[8]xi1>, %a: vector<[4]xi32>) {
  // expected-error @below {{'arm_sve.masked.addi' op failed to verify that mask has i1 element type and same shape as operands}}
  %0 = "arm_sve.masked.addi"(%m, %a, %a) : (vector<[8]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  return
}

// -----

func.func @svbool_operand_too_short(%m: vector<[8]xi1>) {
  // expected-error @below {{'arm_sve.convert_from_svbool' op operand #0 must be trailing scalable vector of 1-bit signless integer values with dim -1 having a size of {16}, but got 'vector<[8]xi1>'}}
  %0 = "arm_sve.convert_from_svbool"(%m) : (vector<[8]xi1>) -> vector<[4]xi1>
  return
}

// -----

func.func @smull_result_bitwidth_mismatch(%a: vector<8xi8>) {
  // expected-error @below {{'arm_neon.intr.smull' op failed to verify that res has same vector shape and element bitwidth scaled by 2 as a}}
  %0 = arm_neon.intr.smull %a, %a : vector<8xi8> to vector<8xi32>
  return
}

// -----

llvm.func @svbool_result_length_unsupported(%m: vector<[16]xi1>) {
  // expected-error @below {{'arm_sve.intr.convert.from.svbool' op failed to verify that 'res' is vector<[1]xi1>, vector<[2]xi1>, vector<[4]xi1>, vector<[8]xi1>, or vector<[16]xi1>}}
  %0 = "arm_sve.intr.convert.from.svbool"(%m) : (vector<[16]xi1>) -> vector<[3]xi1>
  llvm.return
}

// -----

func.func @insert_tile_slice_fixed_vector(%v: vector<4xf32>, %t: vector<[4]x[4]xf32>, %i: index) {
  // expected-error @below {{'arm_sme.insert_tile_slice' op operand #0 must be a vector type that matches the size of a SVE vector, but got 'vector<4xf32>'}}
  %0 = arm_sme.insert_tile_slice %v, %t[%i] : vector<4xf32> into vector<[4]x[4]xf32>
  return
}
