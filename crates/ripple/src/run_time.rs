//! Functions that programs get: those that are created in their module, and those that back ends call and run-time libraries
//! may lack, as assembly with weak symbols, which those of a library replace.

use terrace_dialects_llvm::attrs::LinkageAttr;
use terrace_dialects_llvm::enums::Linkage;
use terrace_dialects_llvm::ops::{LLVMFuncOp, function_type};
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Attr, BodyId, Ir, Loc, OpHandle, Region, Rewriter, Type, Value};
use terrace_support::apfloat::FloatKind;

use crate::functions::{functions, ops_of};

/// Conversions to bfloat, rounded to the closest number and to even ones where two are as close. Back ends for x86 call them
/// wherever a single bfloat is passed on. What is converted from `double` is rounded to odd on the way.
const ROUNDING: &str = "\
.section .text.__truncsfbf2,\"axG\",@progbits,__truncsfbf2,comdat
.weak __truncsfbf2
.hidden __truncsfbf2
.type __truncsfbf2,@function
__truncsfbf2:
movd %xmm0, %eax
ucomiss %xmm0, %xmm0
jp 1f
movl %eax, %ecx
shrl $16, %ecx
andl $1, %ecx
leal 32767(%rax,%rcx), %eax
shrl $16, %eax
movd %eax, %xmm0
ret
1: shrl $16, %eax
orl $64, %eax
movd %eax, %xmm0
ret
.size __truncsfbf2, .-__truncsfbf2
.section .text.__truncdfbf2,\"axG\",@progbits,__truncdfbf2,comdat
.weak __truncdfbf2
.hidden __truncdfbf2
.type __truncdfbf2,@function
__truncdfbf2:
cvtsd2ss %xmm0, %xmm1
cvtss2sd %xmm1, %xmm2
movd %xmm1, %eax
ucomisd %xmm0, %xmm2
jp 3f
je 3f
movq %xmm2, %rdx
movq %xmm0, %rcx
addq %rdx, %rdx
addq %rcx, %rcx
cmpq %rcx, %rdx
jbe 2f
decl %eax
2: orl $1, %eax
3: movd %eax, %xmm0
jmp __truncsfbf2
.size __truncdfbf2, .-__truncdfbf2
.text";

/// Creates a function that is visible in its module alone, at the end of it, by a name that its table reserved; returns the
/// function and the body that it has no block in yet. `None` if the module has no block.
pub(crate) fn create_internal_function(
    ir: &mut Ir,
    symbols: &mut SymbolTable,
    name: &str,
    inputs: &[Type],
    result: Option<Type>,
) -> Option<(OpHandle, BodyId, Region)> {
    let ty = function_type(ir.cx(), inputs, result, false);
    let function = symbols.insert(ir, name, None, |rw, name| {
        let function = LLVMFuncOp::of().loc(Loc::UNKNOWN).sym_name_attr(name).function_type(ty);
        let linkage: Attr = LinkageAttr::get(rw.cx(), Linkage::Internal).into();
        rw.build(function.linkage_attr(linkage)).into()
    })?;
    let (inner, regions) = ir.add_inner_body(function, 1);
    ir.rewrite(function.body, |rw| rw.set_attr(function.op, "no_unwind", Attr::UNIT));
    Some((function, inner, regions[0]))
}

/// Creates such a function with an entry block, at the end of which `build` gets its arguments.
pub(crate) fn define_internal_function(
    ir: &mut Ir,
    symbols: &mut SymbolTable,
    name: &str,
    (inputs, result): (&[Type], Option<Type>),
    build: impl FnOnce(&mut Rewriter<'_>, Region, &[Value]),
) -> Option<OpHandle> {
    let (function, inner, region) = create_internal_function(ir, symbols, name, inputs, result)?;
    ir.rewrite(inner, |rw| {
        let types: Vec<(Type, Loc)> = inputs.iter().map(|&ty| (ty, Loc::UNKNOWN)).collect();
        let entry = rw.create_block(region, &types);
        let args: Vec<Value> = rw.body().args(entry).collect();
        rw.set_insertion_point_to_end(entry);
        build(rw, region, &args);
    });
    Some(function)
}

/// Appends assembly to a module for ELF; other systems have such functions in libraries.
pub(crate) fn provide(ir: &mut Ir, module: OpHandle, assembly: &str) {
    let cx = std::sync::Arc::clone(ir.cx());
    if triple_of(ir, module).is_some_and(|triple| {
        ["apple", "darwin", "macos", "ios", "windows"].iter().any(|os| triple.contains(os))
    }) {
        return;
    }
    let old = ir
        .op(module)
        .discardable_attr("llvm.module_asm")
        .and_then(|attr| attr.as_array(&cx).map(<[Attr]>::to_vec));
    let mut lines = old.unwrap_or_default();
    lines.extend(assembly.lines().map(|line| cx.string_attr(line)));
    let lines = cx.array_attr(&lines);
    ir.rewrite(module.body, |rw| rw.set_attr(module.op, "llvm.module_asm", lines));
}

fn triple_of(ir: &Ir, module: OpHandle) -> Option<String> {
    ir.op(module).discardable_attr("llvm.target_triple").map(|attr| ir.cx().attr_text(attr).to_string())
}

/// Provides the conversions to bfloat that a module may call.
pub(crate) fn provide_rounding(ir: &mut Ir, module: OpHandle) {
    let cx = std::sync::Arc::clone(ir.cx());
    if triple_of(ir, module).is_none_or(|triple| !triple.contains("x86_64")) {
        return;
    }
    let is_bfloat = |ty: Type| {
        let element = ty.element_type(&cx).unwrap_or(ty);
        element.float_kind(&cx) == Some(FloatKind::BF16)
    };
    let any =
        functions(ir, module).flat_map(ops_of).any(|op| op.results().any(|value| is_bfloat(value.ty())));
    if any {
        provide(ir, module, ROUNDING);
    }
}
