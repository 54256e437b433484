//! `gpu-kernel-outlining`: bodies of launches become kernels in modules of their own, which are launched by name.

use std::sync::Arc;

use terrace_asm::{FragmentSymbols, parse_attribute_text};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_builtin::ub::PoisonOp;
use terrace_dialects_gpu::gpu::attrs::Dimension;
use terrace_dialects_gpu::gpu::attrs::DimensionAttr;
use terrace_dialects_gpu::gpu::ids::{
    BlockDimOp, BlockIdOp, ClusterDimOp, ClusterIdOp, GridDimOp, ThreadIdOp,
};
use terrace_dialects_gpu::gpu::kernel::{
    CONTAINER_MODULE, GPUFuncOp, GPUModuleOp, KERNEL, ReturnOp, TerminatorOp, WORKGROUP_ATTRIBUTIONS,
};
use terrace_dialects_gpu::gpu::launch::{LaunchOp, LaunchOpView};
use terrace_dialects_gpu::gpu::launch_func::LaunchFuncOp;
use terrace_ir::attr_kind::AttrKind;
use terrace_ir::data_layout::DataLayoutSpecInterface;
use terrace_ir::matchers::m_constant_int;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::symbols::symbol_uses;
use terrace_ir::{
    Attr, AttrData, BodyId, Context, Diag, InsertPoint, Ir, Loc, Op, OpHandle, OpKind, OpRef, Rewriter, Str,
    Type, Value, ValueRef,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::walk::post_order;

use super::{captured_values, ops_of};

pass_options! {
    /// The options of the pass.
    struct OutliningOptions {
        /// String description of the data layout
        data_layout("data-layout-str"): String = "",
    }
}

/// The pass.
pub static GPU_KERNEL_OUTLINING: PassDef = PassDef {
    name: "gpu-kernel-outlining",
    class: "GpuKernelOutliningPass",
    doc: "Outline gpu.launch bodies to kernel functions",
    anchor: Some(ModuleOp::DEF.name),
    options: OutliningOptions::DEFS,
    make: |options| {
        let data_layout = OutliningOptions::from(options).data_layout;
        Ok(Pass::Ir(Box::new(Outlining { data_layout })))
    },
    ..EMPTY_PASS
};

struct Outlining {
    data_layout: String,
}

impl IrPass for Outlining {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let Some(layout) = data_layout(ir.cx(), &self.data_layout) else {
            let message = format!("invalid data layout '{}'", self.data_layout);
            run.report(Diag::error(ir.op(op).loc(), message));
            return Err(Failed);
        };
        let mut table = SymbolTable::new(ir.op(op));
        let Some(block) = ir.op(op).single_region().entry() else { return Ok(()) };
        let functions: Vec<OpHandle> =
            block.ops().filter(|op| op.symbol_name().is_some()).map(|op| op.handle()).collect();
        let mut is_container = false;
        for function in functions {
            let launches = post_order(ir, function).into_iter().filter(|op| ir.op(*op).isa::<LaunchOp>());
            let launches: Vec<OpHandle> = launches.collect();
            // Modules are inserted before what follows the function.
            let next = ir.op(function).next().map(|next| InsertPoint::Before(next.id()));
            for launch in launches {
                is_container |= outline_launch(ir, launch, &mut table, next, layout).is_some();
            }
        }
        if is_container {
            ir.rewrite(op.body, |rw| rw.set_attr(op.op, CONTAINER_MODULE, Attr::UNIT));
        }
        Ok(())
    }
}

/// The data layout that a text is: [`Attr::NULL`] for no text. `None` if it is no data layout.
fn data_layout(cx: &Context, text: &str) -> Option<Attr> {
    if text.is_empty() {
        return Some(Attr::NULL);
    }
    let (attr, length) = parse_attribute_text(cx, text.as_bytes(), &mut FragmentSymbols::default()).ok()?;
    let is_layout = cx.attr_interface::<dyn DataLayoutSpecInterface>(attr).is_some();
    (length == text.len() && is_layout).then_some(attr)
}

/// The name of the kernel: that of the launch, or one after the symbol around it.
fn kernel_name(launch: LaunchOpView<'_>) -> Option<String> {
    let cx = launch.0.cx();
    if let Some(name) = launch.function_attr().and_then(|name| name.as_flat_symbol_ref(cx)) {
        return Some(name.text(cx).to_string());
    }
    let around = launch.0.ancestors().find_map(|op| op.symbol_name())?;
    Some(format!("{}_kernel", around.text(cx)))
}

/// The sizes if all are constants of 32 bits.
fn constant_sizes(cx: &Context, sizes: [ValueRef<'_>; 3]) -> Option<Attr> {
    let number = |size: ValueRef<'_>| u32::try_from(m_constant_int(size)?.to_u64()?).ok();
    let [x, y, z] = sizes.map(number);
    Some(cx.i32_array(&[x?, y?, z?].map(|size| size as i32)))
}

/// The parts of a launch that the kernel takes.
struct Kernel {
    captured: Vec<Value>,
    inputs: Vec<Type>,
    /// The types of the buffers of the block and of the thread.
    attributions: Vec<Type>,
    num_shared: i64,
    known_sizes: [Option<Attr>; 2],
    has_clusters: bool,
    loc: Loc,
}

impl Kernel {
    fn of(view: LaunchOpView<'_>) -> Option<Self> {
        let cx = view.0.cx();
        let captured = captured_values(view.0);
        let value =
            |&value: &Value| ValueRef::in_body(view.0.ir(), view.0.body(), view.0.body_id(), value).ty();
        let args = view.body().entry()?.args().skip(view.num_config_args());
        Some(Self {
            inputs: captured.iter().map(value).collect(),
            captured,
            attributions: args.map(|arg| arg.ty()).collect(),
            num_shared: view
                .0
                .attr(WORKGROUP_ATTRIBUTIONS)
                .and_then(|count| count.as_i64(cx))
                .map_or(0, |n| n),
            known_sizes: [
                constant_sizes(cx, [view.block_size_x(), view.block_size_y(), view.block_size_z()]),
                constant_sizes(cx, [view.grid_size_x(), view.grid_size_y(), view.grid_size_z()]),
            ],
            has_clusters: view.has_clusters(),
            loc: view.0.loc(),
        })
    }

    /// A function without a body in a module of kernels.
    fn declare(&self, ir: &mut Ir, module: OpHandle, name: &str) -> Option<OpHandle> {
        let mut table = SymbolTable::new(ir.op(module));
        table.insert(ir, name, None, |rw, name| {
            let cx = rw.cx();
            let ty = cx.type_attr(cx.function_type(&self.inputs, &[]));
            let [block, grid] = self.known_sizes;
            let function = GPUFuncOp::of().loc(self.loc).function_type_attr(ty);
            let made: Op = rw.build(function.known_block_size_attr(block).known_grid_size_attr(grid)).into();
            rw.set_attr(made, "sym_name", name);
            rw.set_attr(made, KERNEL, Attr::UNIT);
            rw.set_attr(made, WORKGROUP_ATTRIBUTIONS, cx.int_attr(Type::I64, self.num_shared));
            made
        })
    }

    /// Moves the body of a copy of the launch into the function: numbers and sizes are read from ops there.
    fn define(&self, ir: &mut Ir, launch: OpHandle, function: OpHandle) -> Option<()> {
        let (body, regions) = ir.add_inner_body(function, 1);
        let region = *regions.first()?;
        let args: Vec<(Type, Loc)> =
            self.inputs.iter().chain(&self.attributions).map(|&ty| (ty, self.loc)).collect();
        let block = ir.rewrite(body, |rw| rw.create_block(region, &args));
        let view = ir.op(launch);
        let (types, operands) = (view.operand_types(), view.operands().map(|value| value.id()));
        let operands: Vec<Value> = operands.collect();
        let (mut map, stand_ins) = ir.rewrite(body, |rw| {
            rw.set_insertion_point_to_end(block);
            let mut map = IrMapping::new();
            let mut stand_ins = Vec::new();
            for (&operand, &ty) in operands.iter().zip(&types) {
                let poison = rw.build_value(PoisonOp::of().result(ty).loc(self.loc));
                map.map(operand, poison);
                stand_ins.extend(rw.value(poison).defining_op().map(|op| op.id()));
            }
            let args: Vec<Value> = rw.body().args(block).collect();
            self.captured.iter().zip(args).for_each(|(&value, arg)| map.map(value, arg));
            (map, stand_ins)
        });
        let copy = ir.clone_op(launch, (body, InsertPoint::End(block)), &mut map);
        ir.rewrite(body, |rw| {
            let source = rw.take_regions(copy.op).into_iter().next()?;
            rw.erase_op(copy.op);
            stand_ins.into_iter().rev().for_each(|op| rw.erase_op(op));
            rw.set_insertion_point_to_end(block);
            let mut values = numbers_and_sizes(rw, self.has_clusters, self.loc);
            values.extend(rw.body().args(block).skip(self.inputs.len()));
            let entry = rw.region(source).entry()?.id();
            for op in ops_of(rw, source) {
                if rw.op(op).isa::<TerminatorOp>() {
                    rw.replace(op, ReturnOp::of(&[]));
                }
            }
            rw.inline_block(entry, InsertPoint::End(block), &values);
            rw.inline_region(source, region);
            Some(())
        })
    }
}

/// The numbers of the block and the thread and the sizes, in the order of a launch's arguments.
fn numbers_and_sizes(rw: &mut Rewriter<'_>, has_clusters: bool, loc: Loc) -> Vec<Value> {
    macro_rules! of_dims {
        ($op:ident) => {
            [Dimension::X, Dimension::Y, Dimension::Z].map(|dim| {
                let dim = DimensionAttr::attr(rw.cx(), dim);
                rw.build_value($op::of().dimension_attr(dim).result(Type::INDEX).loc(loc))
            })
        };
    }
    let mut values =
        [of_dims!(BlockIdOp), of_dims!(ThreadIdOp), of_dims!(GridDimOp), of_dims!(BlockDimOp)].concat();
    if has_clusters {
        values.extend(of_dims!(ClusterIdOp));
        values.extend(of_dims!(ClusterDimOp));
    }
    values
}

/// The module that a launch names, or a new one.
fn module_of(
    ir: &mut Ir,
    named: Option<Str>,
    name: &str,
    table: &mut SymbolTable,
    next: Option<InsertPoint>,
    loc: Loc,
) -> Option<OpHandle> {
    let found = named.and_then(|named| table.lookup(named));
    if let Some(found) = found.filter(|found| ir.op(*found).isa::<GPUModuleOp>()) {
        return Some(found);
    }
    let name = named.map_or_else(|| name.to_owned(), |named| named.text(ir.cx()).to_string());
    let module = table.insert(ir, &name, next, |rw, name| {
        rw.build(GPUModuleOp::of().loc(loc).sym_name_attr(name)).into()
    })?;
    let (body, regions) = ir.add_inner_body(module, 1);
    let region = *regions.first()?;
    ir.rewrite(body, |rw| rw.create_block(region, &[]));
    Some(module)
}

/// Moves the body of a launch to a kernel, and launches that.
fn outline_launch(
    ir: &mut Ir,
    launch: OpHandle,
    table: &mut SymbolTable,
    next: Option<InsertPoint>,
    layout: Attr,
) -> Option<()> {
    let cx = Arc::clone(ir.cx());
    let view = LaunchOp::view_of(ir.op(launch));
    let (name, kernel) = (kernel_name(view)?, Kernel::of(view)?);
    let named = view.module_attr().and_then(|module| module.as_flat_symbol_ref(&cx));
    let module = module_of(ir, named, &name, table, next, kernel.loc)?;
    if layout != Attr::NULL {
        ir.rewrite(module.body, |rw| rw.set_attr(module.op, "dlti.dl_spec", layout));
    }
    let function = kernel.declare(ir, module, &name)?;
    kernel.define(ir, launch, function)?;
    copy_callees(ir, module, function, table);
    let [module_name, function_name] = [module, function].map(|op| ir.op(op).symbol_name());
    let symbol = cx.attr(AttrData::SymbolRef { root: module_name?, nested: Box::new([function_name?]) });
    ir.rewrite(launch.body, |rw| launch_by_name(rw, launch.op, symbol, &kernel.captured));
    Some(())
}

/// Copies to a module of kernels what a kernel, and what is copied, refers to.
fn copy_callees(ir: &mut Ir, module: OpHandle, function: OpHandle, table: &SymbolTable) {
    let Some(block) = ir.op(module).single_region().entry() else { return };
    let place: (BodyId, InsertPoint) = (block.body_id(), InsertPoint::End(block.id()));
    let mut pending = vec![function];
    while let Some(from) = pending.pop() {
        let cx = Arc::clone(ir.cx());
        let leaf = |(_, symbol): (OpRef<'_>, Attr)| {
            let (root, nested) = symbol.as_symbol_ref(&cx)?;
            Some(nested.last().copied().unwrap_or(root))
        };
        let names: Vec<Str> = symbol_uses(ir.op(from)).into_iter().flatten().filter_map(leaf).collect();
        for name in names {
            let is_there = ir.symbol_tables().lookup(ir.op(module), name).is_some();
            if let Some(callee) = table.lookup(name).filter(|_| !is_there) {
                pending.push(ir.clone_op(callee, place, &mut IrMapping::new()));
            }
        }
    }
}

/// Replaces a launch by one of a kernel on captured values.
fn launch_by_name(rw: &mut Rewriter<'_>, launch: Op, symbol: Attr, captured: &[Value]) {
    let view = LaunchOp::view_of(rw.op(launch));
    let id = |value: ValueRef<'_>| value.id();
    let dependencies: Vec<Value> = view.async_dependencies().map(id).collect();
    let grid = [view.grid_size_x(), view.grid_size_y(), view.grid_size_z()].map(id);
    let block = [view.block_size_x(), view.block_size_y(), view.block_size_z()].map(id);
    let cluster =
        [view.cluster_size_x(), view.cluster_size_y(), view.cluster_size_z()].map(|size| size.map(id));
    let (shared, token, loc) =
        (view.dynamic_shared_memory_size().map(id), view.async_token().map(|token| token.ty()), view.0.loc());
    rw.set_insertion_point_before(launch);
    let [x, y, z] = cluster;
    let new = LaunchFuncOp::of(grid[0], grid[1], grid[2], block[0], block[1], block[2])
        .async_dependencies(&dependencies)
        .kernel_attr(symbol)
        .cluster_size_x(x)
        .cluster_size_y(y)
        .cluster_size_z(z)
        .dynamic_shared_memory_size(shared)
        .kernel_operands(captured)
        .async_token(token)
        .loc(loc);
    let new: Op = rw.build(new).into();
    rw.replace_op_with(launch, new);
}
