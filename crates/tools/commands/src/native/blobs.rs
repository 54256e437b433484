//! Large constants in files of their own, which the assembler includes: LLVM IR has them as text, several times as long.

use std::sync::Arc;

use terrace_dialects_llvm::enums::Linkage;
use terrace_dialects_llvm::ops::GlobalOp;
use terrace_ir::{Attr, AttrData, Blob, Ir, OpHandle, OpRef, Str, Type};

use crate::process::Scratch;

/// The number of bytes of a constant from which it gets a file.
const LARGE: usize = 1 << 20;

/// A constant of a module, and its bytes.
struct LargeConstant {
    op: OpHandle,
    name: Str,
    ty: Type,
    data: Blob,
}

/// The constant that a global of private linkage is, if it is a large resource of whole bytes.
fn large_constant(op: OpRef<'_>) -> Option<LargeConstant> {
    let (cx, view) = (op.cx(), op.cast::<GlobalOp>()?);
    let AttrData::DenseResource { ty, key } = view.value_attr()?.data(cx) else { return None };
    let is_plain = view.constant()
        && matches!(view.linkage(), Linkage::Private | Linkage::Internal)
        && view.addr_space() == 0
        && view.section_attr().is_none();
    let (_, data) = cx.resources.builtin_blob(key.text(cx))?;
    let width = ty.element_type(cx)?.bit_width(cx).filter(|width| width % 8 == 0)?;
    let size = ty.num_elements(cx)?.unsigned_abs().checked_mul(u64::from(width / 8))?;
    let name = op.symbol_name()?;
    let is_word = name.text(cx).bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let fits = data.len() >= LARGE && data.len() as u64 == size;
    let ty = view.global_type();
    (is_plain && is_word && fits).then_some(LargeConstant { op: op.handle(), name, ty, data })
}

/// Writes large constants of a lowered module to files that its assembly includes. For this machine, and ELF.
///
/// # Errors
///
/// If a file cannot be written.
pub(super) fn move_to_files(ir: &mut Ir, root: OpHandle, scratch: &Scratch) -> Result<(), String> {
    if !cfg!(all(target_os = "linux", target_endian = "little")) {
        return Ok(());
    }
    let cx = Arc::clone(ir.cx());
    let module = ir.op(root);
    if module.discardable_attr("llvm.target_triple").is_some() {
        return Ok(());
    }
    let ops = module.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
    let constants: Vec<LargeConstant> = ops.filter_map(large_constant).collect();
    if constants.is_empty() {
        return Ok(());
    }
    let old = module.discardable_attr("llvm.module_asm");
    let mut lines = old.and_then(|attr| attr.as_array(&cx).map(<[Attr]>::to_vec)).unwrap_or_default();
    let mut line = |text: &str| lines.push(cx.string_attr(text));
    for (number, LargeConstant { op, name, ty, data }) in constants.iter().enumerate() {
        let file = scratch.write(&format!("constant{number}"), data)?;
        let (name, file) = (name.text(&cx), file.display().to_string());
        line(".section .rodata,\"a\",@progbits");
        line(".balign 64");
        line(&format!("{name}:"));
        line(&format!(".incbin \"{}\"", file.replace('\\', "\\\\").replace('"', "\\\"")));
        let declared = ir.rewrite(op.body, |rw| {
            let loc = rw.op(op.op).loc();
            rw.set_insertion_point_before(op.op);
            let declared = GlobalOp::of()
                .loc(loc)
                .sym_name(name)
                .global_type(*ty)
                .constant(true)
                .linkage(Linkage::External)
                .dso_local(true)
                .alignment(64)
                .addr_space(0);
            let declared = rw.build(declared);
            rw.erase_op(op.op);
            rw.handle(declared)
        });
        ir.add_inner_body(declared, 1);
    }
    line(".text");
    let lines = cx.array_attr(&lines);
    ir.rewrite(root.body, |rw| rw.set_attr(root.op, "llvm.module_asm", lines));
    Ok(())
}
