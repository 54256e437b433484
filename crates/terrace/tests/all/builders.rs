//! Builders take what goes into an op by the names of its slots.

use terrace::dialects::{arith, func, llvm, scf, tensor};
use terrace::ir::OpFoldResult;
use terrace::prelude::*;
use terrace_ir::{RankedTensorType, VectorType};

/// The text of a module with a function of these arguments, whose ops `fill` creates.
fn built(
    inputs: impl FnOnce(&Context) -> Vec<Type>,
    fill: impl FnOnce(&mut Rewriter<'_>, &[Value]),
) -> String {
    let cx = terrace::context();
    let mut ir = ModuleOp::create_ir(&cx);
    let (mut symbols, loc) = (SymbolTable::new(ir.root().unwrap()), Loc::UNKNOWN);
    let inputs = inputs(&cx);
    let function = NewFunction { name: "f", inputs: &inputs, results: &[], private: false, loc };
    let created = function.create(&mut ir, &mut symbols, |rw, args| {
        fill(rw, args);
        rw.build(func::ReturnOp::of(&[]).loc(loc));
    });
    assert!(created.is_some());
    terrace::verify(&ir).unwrap();
    let text = terrace::print(&ir);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let body = lines.iter().skip_while(|line| !line.starts_with("func.func")).skip(1);
    body.take_while(|line| **line != "return").copied().collect::<Vec<&str>>().join("\n")
}

fn tensor_of(cx: &Context, extent: i64) -> Type {
    RankedTensorType::get(cx, &[extent], Type::F32)
}

#[test]
fn result_types_are_inferred_by_traits_constraints_and_the_op() {
    let text = built(
        |_| vec![Type::I1, Type::F32, Type::INDEX],
        |rw, args| {
            let loc = Loc::UNKNOWN;
            let [flag, number, index] = args[..] else { unreachable!() };
            let sum = rw.build_value(arith::AddFOp::of(number, number).loc(loc));
            rw.build(arith::SelectOp::of(flag, sum, number).loc(loc));
            let predicate = arith::CmpIPredicate::Slt;
            rw.build(arith::CmpIOp::of(index, index).loc(loc).predicate(predicate));
        },
    );
    assert_eq!(
        text,
        "%0 = arith.addf %arg1, %arg1 : f32\n\
         %1 = arith.select %arg0, %0, %arg1 : f32\n\
         %2 = arith.cmpi slt, %arg2, %arg2 : index"
    );
}

#[test]
fn closures_fill_regions_and_implied_terminators_follow() {
    let text = built(
        |_| vec![Type::I1, Type::F32, Type::INDEX],
        |rw, args| {
            let loc = Loc::UNKNOWN;
            let [flag, number, index] = args[..] else { unreachable!() };
            let chosen = scf::IfOp::of(flag)
                .loc(loc)
                .then_region_with(&[], |rw, _| {
                    let negated = rw.build_value(arith::NegFOp::of(number).loc(loc));
                    rw.build(scf::YieldOp::of(&[negated]).loc(loc));
                })
                .else_region_with(&[], |rw, _| {
                    rw.build(scf::YieldOp::of(&[number]).loc(loc));
                });
            rw.build(chosen);
            let looped = scf::ForOp::of(index, index, index, &[]).loc(loc);
            rw.build(looped.region_with(&[Type::INDEX], |rw, args| {
                rw.build(arith::AddIOp::of(args[0], index).loc(loc));
            }));
        },
    );
    assert_eq!(
        text,
        "%0 = scf.if %arg0 -> (f32) {\n\
         %1 = arith.negf %arg1 : f32\n\
         scf.yield %1 : f32\n\
         } else {\n\
         scf.yield %arg1 : f32\n\
         }\n\
         scf.for %arg3 = %arg2 to %arg2 step %arg2 {\n\
         %1 = arith.addi %arg3, %arg2 : index\n\
         }"
    );
}

#[test]
fn lists_of_numbers_and_values_are_set_and_read_as_one() {
    let text = built(
        |cx| vec![tensor_of(cx, DYNAMIC), Type::INDEX],
        |rw, args| {
            let part = tensor::ExtractSliceOp::of(args[0])
                .loc(Loc::UNKNOWN)
                .mixed_offsets(&[OpFoldResult::Value(args[1])])
                .mixed_sizes(&[OpFoldResult::Static(4)])
                .mixed_strides(&[OpFoldResult::Static(1)])
                .result(tensor_of(rw.cx(), 4));
            let op = rw.build(part);
            let view = tensor::ExtractSliceOp::view_of(rw.op(op));
            let offsets: Vec<OpFoldResult> =
                view.mixed_offsets().into_iter().map(OpFoldResult::from).collect();
            assert_eq!(offsets, [OpFoldResult::Value(args[1])]);
            assert_eq!(view.mixed_sizes().len(), 1);
        },
    );
    assert_eq!(
        text,
        "%extracted_slice = tensor.extract_slice %arg0[%arg1] [4] [1] : tensor<?xf32> to tensor<4xf32>"
    );
}

#[test]
fn ops_of_llvm_take_symbols_indices_and_masks() {
    let text = built(
        |cx| {
            vec![llvm::types::PointerType::default_space(cx), Type::I64, VectorType::get(cx, &[4], Type::F32)]
        },
        |rw, args| {
            let (cx, loc) = (rw.cx(), Loc::UNKNOWN);
            let [pointer, number, vector] = args[..] else { unreachable!() };
            let ty = rw.value(pointer).ty();
            let pair = llvm::types::StructType::get(cx, vec![Type::I32, Type::F32], false).into();
            let address = llvm::GEPOp::of_indices(cx, loc, pointer, pair, &[number.into(), 1.into()]);
            let address = rw.build_value(address.res(ty));
            let loaded = rw.build_value(llvm::LoadOp::of(address).loc(loc).res(Type::F32));
            rw.build(llvm::StoreOp::of(loaded, pointer).loc(loc));
            rw.build(llvm::AddOp::of(number, number).loc(loc));
            let ty = rw.value(vector).ty();
            rw.build(llvm::ShuffleVectorOp::of_mask(cx, loc, [vector, vector], ty, &[0, 5]));
            rw.build(llvm::CallOp::of_pointer(loc, pointer, &[number], Some(Type::I32)));
            rw.build(llvm::CallOp::of_pointer(loc, address, &[], None));
        },
    );
    assert_eq!(
        text,
        "%0 = llvm.getelementptr %arg0[%arg1, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>\n\
         %1 = llvm.load %0 : !llvm.ptr -> f32\n\
         llvm.store %1, %arg0 : f32, !llvm.ptr\n\
         %2 = llvm.add %arg1, %arg1 : i64\n\
         %3 = llvm.shufflevector %arg2, %arg2 [0, 5] : vector<4xf32>\n\
         %4 = llvm.call %arg0(%arg1) : !llvm.ptr, (i64) -> i32\n\
         llvm.call %0() : !llvm.ptr, () -> ()"
    );
}

#[test]
fn names_in_strings_follow_a_symbol_that_is_renamed() {
    let text = "tosa.variable @a = dense<7> : tensor<2xi32>
func.func @main(%new: tensor<2xi32>) -> tensor<2xi32> {
  %old = tosa.variable_read @a : tensor<2xi32>
  tosa.variable_write @a, %new : tensor<2xi32>
  return %old : tensor<2xi32>
}";
    let mut ir = terrace::parse(&terrace::context(), text).unwrap();
    let root = ir.root().unwrap();
    let mut symbols = SymbolTable::new(root);
    let variable = symbols.lookup(ir.cx().str("a")).unwrap();
    symbols.rename(&mut ir, variable, "b").unwrap();
    terrace::verify(&ir).unwrap();
    let printed = terrace::print(&ir);
    assert!(!printed.contains("@a") && printed.matches("@b").count() == 3, "{printed}");
}
