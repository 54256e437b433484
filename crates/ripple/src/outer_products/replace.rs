//! Replacement of loops by calls of the functions that are outlined from them.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::attrs::LinkageAttr;
use terrace_dialects_llvm::enums::{IntegerOverflowFlags, Linkage};
use terrace_dialects_llvm::ops::{CallOp, LLVMFuncOp, PoisonOp, ReturnOp, function_type};
use terrace_dialects_llvm::types::ArrayType;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::symbols::symbol_name_of;
use terrace_ir::{Attr, InsertPoint, Ir, Loc, OpHandle, OptionalAttr, Rewriter, Type, Value};

use super::kernel::{is_zero, write};
use super::linear::INSIDE;
use super::recognize::{Function, OuterProduct};
use super::registers::write_parts;
use super::transposes::{Transpose, write_transpose};
use super::writer::{Capture, Kernel};
use crate::analysis::Shapes;
use crate::functions::{name_of, ops_of};
use crate::parallel_loops::build::Build;
use crate::run_time::provide;
use crate::subprograms::inherit_subprogram;

/// The attributes that an outlined function inherits.
const INHERITED: &[&str] = &[
    "target_cpu",
    "tune_cpu",
    "target_features",
    "vscale_range",
    "frame_pointer",
    "denormal_fp_math",
    "denormal_fp_math_f32",
];

/// The support routines of functions with private tiles. `__arm_tpidr2_save` saves tiles that a caller uses, as in the
/// procedure call standard for the 64-bit Arm architecture; the caller restores them. Without scalable vectors outside
/// of streaming mode, unwind tables need `__arm_get_current_vg`. A library with these routines may be absent.
const SAVE: &str = "\
.section .text.__arm_tpidr2_save,\"axG\",@progbits,__arm_tpidr2_save,comdat
.arch_extension sme
.weak __arm_tpidr2_save
.hidden __arm_tpidr2_save
.type __arm_tpidr2_save,@function
.variant_pcs __arm_tpidr2_save
.p2align 2
__arm_tpidr2_save:
mrs x14, TPIDR2_EL0
cbz x14, 2f
ldrh w17, [x14, #8]
ldr x16, [x14]
cbz x16, 2f
cbz w17, 2f
mov x15, x12
mov w12, wzr
1: str za[w12, 0], [x16]
addsvl x16, x16, #1
add w12, w12, #1
cmp w12, w17
b.ne 1b
mov x12, x15
2: ret
.size __arm_tpidr2_save, .-__arm_tpidr2_save
.section .text.__arm_tpidr2_restore,\"axG\",@progbits,__arm_tpidr2_restore,comdat
.weak __arm_tpidr2_restore
.hidden __arm_tpidr2_restore
.type __arm_tpidr2_restore,@function
.variant_pcs __arm_tpidr2_restore
.p2align 2
__arm_tpidr2_restore:
ldr x16, [x0]
ldrh w17, [x0, #8]
cbz x16, 2f
cbz w17, 2f
mov x15, x12
mov w12, wzr
1: ldr za[w12, 0], [x16]
addsvl x16, x16, #1
add w12, w12, #1
cmp w12, w17
b.ne 1b
mov x12, x15
2: ret
.size __arm_tpidr2_restore, .-__arm_tpidr2_restore
.section .text.__arm_get_current_vg,\"axG\",@progbits,__arm_get_current_vg,comdat
.weak __arm_get_current_vg
.hidden __arm_get_current_vg
.type __arm_get_current_vg,@function
.variant_pcs __arm_get_current_vg
.p2align 2
__arm_get_current_vg:
mrs x0, SVCR
tbz w0, #0, 1f
cntd x0
ret
1: mov x0, xzr
ret
.size __arm_get_current_vg, .-__arm_get_current_vg
.text";

/// The blocks with the rows and columns of a loop that are declared at its entry.
pub(super) fn blocks_of(function: &Function<'_>, product: &OuterProduct) -> Option<[Value; 2]> {
    let before = function.body.block_of(product.entry.0)?;
    let find = |(dim, size): (usize, u32)| {
        let mut declared = function.declared.iter().copied();
        let found = declared.find(|&(value, block)| {
            function.tree.dominates(block, before)
                && function.shapes.block(value).is_some_and(|shape| shape.size(dim) == size)
        });
        found.map(|(value, _)| value)
    };
    Some([find(product.dims[0])?, find(product.dims[1])?])
}

/// The unit that the function of a loop computes at a time.
#[derive(Clone, Copy, Debug)]
pub(super) enum Size {
    /// Tiles, with the vector length in bits if it is known.
    Tiles(Option<i64>),
    /// Parts, with their rows and columns.
    Parts([u32; 2]),
}

/// Outlines a loop: adds the function, and replaces the loop by a call of it.
pub(super) fn replace(
    ir: &mut Ir,
    names: &mut Names,
    function: OpHandle,
    shapes: &Shapes,
    product: &OuterProduct,
    blocks: [Value; 2],
    size: Size,
) {
    let Some(body) = ir.op(function).inner_body() else { return };
    let kernel = ir.rewrite(body, |rw| match size {
        Size::Tiles(bits) => write(rw, shapes, product, bits),
        Size::Parts(sizes) => write_parts(rw, shapes, product, sizes),
    });
    let has_tiles = matches!(size, Size::Tiles(_));
    let name = add_function(ir, names, function, &kernel, product.loc, ("outer_product", has_tiles));
    ir.rewrite(body, |rw| {
        let gone: Vec<_> = rw.body().blocks_of(kernel.region).collect();
        rw.erase_blocks(&gone);
        call(rw, shapes, product, blocks, &kernel, &name);
    });
}

/// Unique names of added functions.
#[derive(Debug)]
pub(super) struct Names {
    /// The symbols in use.
    taken: FxHashSet<String>,
    /// The next suffix by base name.
    next: FxHashMap<String, u32>,
}

impl Names {
    /// Starts with the symbols of a module.
    pub(super) fn new(ir: &Ir, module: OpHandle) -> Self {
        let names = ops_of(ir.op(module)).filter_map(symbol_name_of);
        let taken = names.map(|name| name.text(ir.cx()).to_owned()).collect();
        Self { taken, next: FxHashMap::default() }
    }

    fn name(&mut self, prefix: &str) -> String {
        let next = self.next.entry(prefix.to_owned()).or_default();
        loop {
            let name = format!("{prefix}.{next}");
            *next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

fn add_function(
    ir: &mut Ir,
    names: &mut Names,
    function: OpHandle,
    kernel: &Kernel,
    loc: Loc,
    (what, has_tiles): (&str, bool),
) -> String {
    let cx = std::sync::Arc::clone(ir.cx());
    let view = ir.op(function);
    let name = names.name(&format!("{}.{what}", name_of(view)));
    let inherited: Vec<(&str, Attr)> =
        INHERITED.iter().filter_map(|&name| Some((name, view.inherent_attr(name)?))).collect();
    let inherited_passthrough = view.inherent_attr("passthrough").optional_elements(&cx).to_vec();
    let Some(source) = view.inner_body() else { return name };
    let types: Vec<Type> = {
        let body = ir.body(source);
        let entry = body.entry(kernel.region);
        entry.into_iter().flat_map(|entry| body.args(entry)).map(|arg| body.value_type(arg)).collect()
    };
    let ty = function_type(&cx, &types, None, false);
    // Loops that copy memory must not become calls of `memcpy`: a call would have to save the tiles.
    let passed = inherited_passthrough.into_iter().chain([cx.string_attr("no-builtins")]);
    let passed = cx.array_attr(&passed.collect::<Vec<Attr>>());
    let mut create = |name: &str, modes: &[&str]| {
        let handle = ir.rewrite(function.body, |rw| {
            rw.set_insertion_point(InsertPoint::after(rw.body(), function.op));
            let new = LLVMFuncOp::of()
                .loc(loc)
                .sym_name_attr(cx.string_attr(name))
                .function_type(ty)
                .linkage_attr(Attr::from(LinkageAttr::get(&cx, Linkage::Internal)));
            let new = rw.build(new);
            for &(name, attr) in &inherited {
                rw.set_attr(new, name, attr);
            }
            if has_tiles {
                rw.set_attr(new, "passthrough", passed);
            }
            for name in modes.iter().chain(&["no_unwind"]) {
                rw.set_attr(new, name, Attr::UNIT);
            }
            OpHandle { body: function.body, op: new.into() }
        });
        let (target, regions) = ir.add_inner_body(handle, 1);
        (handle, target, regions[0])
    };
    if !has_tiles {
        let (new, target, region) = create(&name, &[]);
        ir.copy_region((source, kernel.region), (target, region), &mut IrMapping::new());
        inherit_subprogram(ir, function, new);
        return name;
    }
    // The inner function is entered in streaming mode, so that the registers that it saves have the streaming length.
    let streaming = format!("{name}.streaming");
    let (inner, target, inner_region) = create(&streaming, &["arm_streaming", "arm_inout_za", "no_inline"]);
    let (outer, outer_target, region) = create(&name, &["arm_locally_streaming", "arm_new_za", "no_inline"]);
    ir.copy_region((source, kernel.region), (target, inner_region), &mut IrMapping::new());
    ir.rewrite(outer_target, |rw| {
        let args: Vec<_> = types.iter().map(|&ty| (ty, loc)).collect();
        let entry = rw.create_block(region, &args);
        let args: Vec<Value> = rw.body().args(entry).collect();
        rw.set_insertion_point(InsertPoint::End(entry));
        create_call(rw, loc, &streaming, &args);
        let ret = ReturnOp::of().loc(loc);
        rw.build(ret);
    });
    [inner, outer].into_iter().for_each(|new| inherit_subprogram(ir, function, new));
    name
}

fn create_call(rw: &mut Rewriter<'_>, loc: Loc, name: &str, args: &[Value]) {
    let cx = rw.cx();
    let call = CallOp::of()
        .loc(loc)
        .callee_attr(cx.flat_symbol_ref(cx.str(name)))
        .callee_operands(args)
        .op_bundle_operands(&[]);
    rw.build(call);
}

/// Outlines the store of a transposed block.
pub(super) fn replace_transpose(
    ir: &mut Ir,
    names: &mut Names,
    function: OpHandle,
    shapes: &Shapes,
    transpose: &Transpose,
    bits: Option<i64>,
) {
    let Some(body) = ir.op(function).inner_body() else { return };
    let kernel = ir.rewrite(body, |rw| write_transpose(rw, shapes, transpose, bits));
    let name = add_function(ir, names, function, &kernel, transpose.loc, ("transpose", true));
    ir.rewrite(body, |rw| {
        let gone: Vec<_> = rw.body().blocks_of(kernel.region).collect();
        rw.erase_blocks(&gone);
        rw.set_insertion_point_before(transpose.store);
        let args: Vec<Value> = kernel
            .captures
            .iter()
            .filter_map(|&capture| match capture {
                Capture::Scalar(value) => Some(value),
                Capture::Spilled(_) | Capture::Accumulator => None,
            })
            .collect();
        create_call(rw, transpose.loc, &name, &args);
        rw.erase_op(transpose.store);
        for &op in &transpose.gone {
            rw.erase_op(op);
        }
    });
}

/// Creates the call before the loop, and erases the loop.
fn call(
    rw: &mut Rewriter<'_>,
    shapes: &Shapes,
    product: &OuterProduct,
    blocks: [Value; 2],
    kernel: &Kernel,
    name: &str,
) {
    let header = product.blocks[0];
    let before = rw.create_block_before(header, &[]);
    let (entry, index) = product.entry;
    rw.set_successor_operands(entry, index, &[]);
    rw.set_successor(entry, index, before);
    rw.set_insertion_point(InsertPoint::End(before));
    let element = product.accumulation.element(rw.cx());
    let mut accumulator = None;
    let mut args = Vec::new();
    for &capture in &kernel.captures {
        args.push(match capture {
            Capture::Scalar(value) => value,
            Capture::Spilled(value) => {
                let (ty, shape) = (rw.body().value_type(value), shapes.of(value));
                let memory = memory(rw, product, ty, shape.elements() as u64);
                let place = usize::from(shape.size(product.dims[0].0) == 1);
                let index = element_index(rw, product, blocks, place);
                let mut build = Build { rw, loc: product.loc };
                let address = build.offset(memory, ty, index, INSIDE);
                build.store(value, address);
                memory
            }
            Capture::Accumulator => {
                let [(_, rows), (_, columns)] = product.dims;
                let memory = memory(rw, product, element, u64::from(rows) * u64::from(columns));
                let address = flat_address(rw, product, blocks, memory, element);
                if !is_zero(rw, product.initial) && product.initial_address.is_none() {
                    Build { rw, loc: product.loc }.store(product.initial, address);
                }
                accumulator = Some(address);
                memory
            }
        });
    }
    create_call(rw, product.loc, name, &args);
    let result = match (&product.destination, accumulator) {
        (None, Some(address)) => Build { rw, loc: product.loc }.load(address, element),
        _ => rw.build_value(PoisonOp::of().loc(product.loc).res(element)),
    };
    if let Some(destination) = &product.destination {
        rw.erase_op(destination.op);
    }
    leave(rw, product, result);
    rw.erase_blocks(&product.blocks);
}

/// Branches to the exit of the loop.
fn leave(rw: &mut Rewriter<'_>, product: &OuterProduct, result: Value) {
    let (exit, index) = product.exit;
    let view = rw.op(exit);
    let Some(target) = view.successors().nth(index).map(|block| block.id()) else { return };
    let operands = view.interface::<dyn BranchOp>().map(|branch| branch.successor_operands(view, index));
    let count = rw.body().args(target).count();
    let passed: Vec<Value> =
        (0..count)
            .filter_map(|place| Some(view.operand(operands.as_ref()?.operand_for(place)?).id()))
            .map(|value| {
                if product.results.contains(&value) || is_inside(rw, product, value) { result } else { value }
            })
            .collect();
    Build { rw, loc: product.loc }.branch(target, &passed);
    for &old in &product.results {
        if is_inside(rw, product, old) {
            rw.replace_uses_with_if(old, result, |body, user, _| {
                body.block_of(user).is_some_and(|block| !product.inside.contains(&block))
            });
        }
    }
}

fn is_inside(rw: &Rewriter<'_>, product: &OuterProduct, value: Value) -> bool {
    let view = rw.value(value);
    let block = view.owner_block().or_else(|| view.defining_op()?.block());
    block.is_some_and(|block| product.inside.contains(&block.id()))
}

/// A stack slot for a number of elements, in the entry block.
fn memory(rw: &mut Rewriter<'_>, product: &OuterProduct, element: Type, count: u64) -> Value {
    let before = rw.insertion_point();
    let region = rw.body().region_of(product.blocks[0]);
    let entry = region.and_then(|region| rw.body().entry(region)).expect("a loop is in a function");
    let point = InsertPoint::start(rw.body(), entry);
    rw.set_insertion_point(point);
    let ty = ArrayType::get(rw.cx(), element, count).into();
    let slot = Build { rw: &mut *rw, loc: product.loc }.slot(ty);
    if let Some(before) = before {
        rw.set_insertion_point(before);
    }
    slot
}

/// The row or column index of a lane.
fn element_index(rw: &mut Rewriter<'_>, product: &OuterProduct, blocks: [Value; 2], place: usize) -> Value {
    Build { rw, loc: product.loc }.index(blocks[place], product.dims[place].0, Type::I64)
}

/// The address of each lane in a buffer in flat order.
fn flat_address(
    rw: &mut Rewriter<'_>,
    product: &OuterProduct,
    blocks: [Value; 2],
    memory: Value,
    element: Type,
) -> Value {
    let (row, column) = (element_index(rw, product, blocks, 0), element_index(rw, product, blocks, 1));
    let both = IntegerOverflowFlags::NSW | IntegerOverflowFlags::NUW;
    let mut build = Build { rw, loc: product.loc };
    let columns = build.integer(product.dims[1].1.into(), Type::I64);
    let rows = build.mul(row, columns, both);
    let flat = build.add(rows, column, both);
    build.offset(memory, element, flat, INSIDE)
}

/// Adds the routine that saves tiles to a module, as assembly.
pub(super) fn provide_save(ir: &mut Ir, module: OpHandle) {
    provide(ir, module, SAVE);
}
