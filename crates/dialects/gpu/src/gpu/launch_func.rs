//! The launch of a kernel by name.

use rustc_hash::FxHashMap;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::SymbolRefAttr;
use terrace_ir::constraints::{ANY_TYPE, I32};
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{Attr, CheckResult, OpKind, OpRef, Str, Type};
use terrace_macros::op;

use super::async_deps::ASYNC_DEPENDENCIES;
use super::kernel::{BinaryOp, CONTAINER_MODULE, GPUFuncOp, GPUModuleOp, is_kernel};
use super::types::{ASYNC_TOKEN, LAUNCH_SIZE};

/// Launches a kernel of a module or binary.
#[op("gpu.launch_func",
     traits(AttrSizedOperandSegments,
            AllTypesMatch(&["gridSizeX", "gridSizeY", "gridSizeZ", "blockSizeX", "blockSizeY", "blockSizeZ"])),
     customs(&ASYNC_DEPENDENCIES, &LAUNCH_DIM_TYPE, &LAUNCH_FUNC_OPERANDS), verify = verify_launch_func,
     format = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) (`<` $asyncObject^ `:` type($asyncObject) \
               `>`)? $kernel (`clusters` `in` ` ` `(` $clusterSizeX^ `,` $clusterSizeY `,` $clusterSizeZ `)`)? `blocks` \
               `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` `threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY \
               `,` $blockSizeZ `)` custom<LaunchDimType>(type($gridSizeX), ref($clusterSizeX), type($clusterSizeX), \
               type($clusterSizeY), type($clusterSizeZ)) (`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? \
               custom<LaunchFuncOperands>($kernelOperands, type($kernelOperands)) attr-dict")]
pub struct LaunchFuncOp {
    asyncDependencies: VarOperand<ASYNC_TOKEN>,
    kernel: Prop<SymbolRefAttr>,
    gridSizeX: Operand<LAUNCH_SIZE>,
    gridSizeY: Operand<LAUNCH_SIZE>,
    gridSizeZ: Operand<LAUNCH_SIZE>,
    blockSizeX: Operand<LAUNCH_SIZE>,
    blockSizeY: Operand<LAUNCH_SIZE>,
    blockSizeZ: Operand<LAUNCH_SIZE>,
    clusterSizeX: OptOperand<LAUNCH_SIZE>,
    clusterSizeY: OptOperand<LAUNCH_SIZE>,
    clusterSizeZ: OptOperand<LAUNCH_SIZE>,
    dynamicSharedMemorySize: OptOperand<I32>,
    kernelOperands: VarOperand<ANY_TYPE>,
    asyncObject: OptOperand<ANY_TYPE>,
    asyncToken: OptRes<ASYNC_TOKEN>,
}

/// `: type`, or nothing for `index`: the type of all sizes.
static LAUNCH_DIM_TYPE: CustomDirective =
    CustomDirective { name: "LaunchDimType", parse: parse_dim_type, print: print_dim_type };

/// `args(%a : type, ..)`, or nothing.
static LAUNCH_FUNC_OPERANDS: CustomDirective =
    CustomDirective { name: "LaunchFuncOperands", parse: parse_kernel_args, print: print_kernel_args };

fn parse_dim_type(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let ty = if p.optional_token(":") { p.ty()? } else { Type::INDEX };
    let mut slots = args.iter().filter_map(|arg| match arg {
        CustomArg::OperandType(slot) => Some(*slot as usize),
        _ => None,
    });
    let Some(grid) = slots.next() else { return Ok(false) };
    state.slots.operand_types[grid].push(ty);
    for cluster in slots {
        if !state.slots.operands[cluster].is_empty() {
            state.slots.operand_types[cluster].push(ty);
        }
    }
    Ok(true)
}

fn print_dim_type(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    let ty = LaunchFuncOp::view_of(op).grid_size_x().ty();
    if ty != Type::INDEX {
        p.text(": ");
        p.ty(ty);
    }
}

fn parse_kernel_args(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let Some(CustomArg::Operand(slot)) = args.first() else { return Ok(false) };
    let slot = *slot as usize;
    if p.optional_keyword_of(&["args"]).is_none() {
        return Ok(true);
    }
    p.token("(")?;
    if p.optional_token(")") {
        return Ok(true);
    }
    loop {
        let operand = p.operand()?;
        p.token(":")?;
        let ty = p.ty()?;
        state.slots.operands[slot].push(operand);
        state.slots.operand_types[slot].push(ty);
        if !p.optional_token(",") {
            break;
        }
    }
    if !p.optional_token(")") {
        let loc = p.loc();
        return Err(p.error(loc, "expected ')' in argument list".to_string()));
    }
    Ok(true)
}

fn print_kernel_args(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    let operands = LaunchFuncOp::view_of(op).kernel_operands();
    for (i, operand) in operands.clone().enumerate() {
        p.text(if i == 0 { "args(" } else { ", " });
        p.value(operand);
        p.text(" : ");
        p.ty(operand.ty());
    }
    if operands.count() > 0 {
        p.text(")");
    }
}

/// The closest builtin module around an op.
fn module_around(op: OpRef<'_>) -> Option<OpRef<'_>> {
    std::iter::successors(op.parent_op(), |op| op.parent_op())
        .find(|op| op.isa::<terrace_dialects_builtin::builtin::ModuleOp>())
}

fn verify_launch_func(op: OpRef<'_>) -> CheckResult {
    let Some(module) = module_around(op) else {
        return Err(op_error(op, "expected to belong to a module"));
    };
    if module.attr(CONTAINER_MODULE) != Some(Attr::UNIT) {
        let what = "expected the closest surrounding module to have the 'gpu.container_module' attribute";
        return Err(op_error(op, what));
    }
    let view = LaunchFuncOp::view_of(op);
    let sizes = [view.cluster_size_x(), view.cluster_size_y(), view.cluster_size_z()];
    if let [Some(x), y, z] = sizes
        && [y, z].into_iter().any(|size| size.is_none_or(|size| size.ty() != x.ty()))
    {
        return Err(op_error(op, "expects types of the cluster dimensions must be the same"));
    }
    Ok(())
}

/// Checks the kernels of the launches in the functions of a container module.
pub(super) fn verify_container(module: OpRef<'_>) -> CheckResult {
    let functions = || module.single_region().blocks().flat_map(|block| block.ops());
    let launches = || {
        let blocks = functions().flat_map(|function| function.regions()).flat_map(|region| region.blocks());
        blocks.flat_map(|block| block.ops()).filter(|op| op.isa::<LaunchFuncOp>())
    };
    if launches().next().is_none() {
        return Ok(());
    }
    let symbols: FxHashMap<Str, OpRef<'_>> =
        functions().filter_map(|function| Some((function.symbol_name()?, function))).collect();
    let tables = SymbolTables::new();
    launches().try_for_each(|launch| verify_kernel(launch, module, &symbols, &tables))
}

fn verify_kernel<'a>(
    op: OpRef<'a>,
    module: OpRef<'a>,
    symbols: &FxHashMap<Str, OpRef<'a>>,
    tables: &SymbolTables,
) -> CheckResult {
    let cx = op.cx();
    // Without the attribute, the op's own check fails.
    let kernel = LaunchFuncOp::view_of(op).kernel_attr();
    let Some((root, nested)) = kernel.as_symbol_ref(cx) else { return Ok(()) };
    let root_text = root.text(cx);
    let Some(container) = symbols.get(&root) else {
        return Err(op_error(op, format!("kernel container '{root_text}' is undefined")));
    };
    if container.isa::<BinaryOp>() {
        return Ok(());
    }
    if !container.isa::<GPUModuleOp>() {
        return Err(op_error(op, format!("kernel module '{root_text}' is undefined")));
    }
    let name = cx.attr_text(kernel);
    let Some(function) = tables.lookup_path(module, root, nested) else {
        return Err(op_error(op, format!("kernel function '{name}' is undefined")));
    };
    if function.interface::<dyn FunctionOp>().is_none() {
        let diag = op_error(op, format!("referenced kernel '{name}' is not a function"));
        return Err(diag.note(function.loc(), "see the kernel definition here"));
    }
    if !is_kernel(function) {
        return Err(op_error(op, "kernel function is missing the 'gpu.kernel' attribute"));
    }
    match function.cast::<GPUFuncOp>() {
        Some(view) => verify_kernel_operands(op, view.function_type().0),
        None => Ok(()),
    }
}

fn verify_kernel_operands(op: OpRef<'_>, inputs: &[Type]) -> CheckResult {
    let operands = LaunchFuncOp::view_of(op).kernel_operands();
    let (found, expected) = (operands.clone().count(), inputs.len());
    if found != expected {
        return Err(op_error(op, format!("got {found} kernel operands but expected {expected}")));
    }
    match operands.zip(inputs).position(|(operand, &ty)| operand.ty() != ty) {
        Some(i) => Err(op_error(op, format!("type of function argument {i} does not match"))),
        None => Ok(()),
    }
}
