//! The header by which C programs call compiled functions.
//!
//! A function with the attribute `llvm.emit_c_interface` is called as `_mlir_ciface_NAME`: memrefs are passed
//! as pointers to structures, and if the result is a memref or there are several, the first parameter points
//! to their destination.

use std::collections::BTreeMap;
use std::fmt::Write;

use terrace_ir::def::plain_error;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Context, Diag, Ir, OpRef, Type, TypeData};
use terrace_support::apfloat::FloatKind;

/// The structures of memrefs that a header defines: by name, the text of each.
type Structures = BTreeMap<String, String>;

/// The header of a module without tensors. `name` is the file's.
///
/// # Errors
///
/// If a function to call has arguments or results that C has no type for.
pub(super) fn header(ir: &Ir, name: &str) -> Result<String, Box<Diag>> {
    let cx = ir.cx();
    let (mut structures, mut functions) = (Structures::new(), String::new());
    let ops = ir.root().into_iter().flat_map(|root| {
        let blocks = root.regions().flat_map(|region| region.blocks());
        blocks.flat_map(|block| block.ops())
    });
    for op in ops {
        let Some(function) = op.interface::<dyn FunctionOp>() else { continue };
        if op.discardable_attr("llvm.emit_c_interface").is_none() {
            continue;
        }
        write_function(cx, op, function, &mut structures, &mut functions)?;
    }
    let guard: String = name
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' })
        .collect();
    let mut out = format!(
        "/* What C programs call; written by terrace compile. */\n#ifndef TERRACE_{guard}\n#define TERRACE_{guard}\n\n\
         #include <stdbool.h>\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n"
    );
    for (name, text) in &structures {
        let guard = name.to_ascii_uppercase();
        let _ = write!(out, "\n#ifndef {guard}\n#define {guard}\n{text}#endif\n");
    }
    out.push_str(&functions);
    out.push_str("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    Ok(out)
}

fn write_function(
    cx: &Context,
    op: OpRef<'_>,
    function: &dyn FunctionOp,
    structures: &mut Structures,
    out: &mut String,
) -> Result<(), Box<Diag>> {
    let Some(symbol) = op.symbol_name() else { return Ok(()) };
    let symbol = symbol.text(cx);
    let mut types = |list: Vec<Type>, what: &str| -> Result<Vec<(String, bool)>, Box<Diag>> {
        let one = |ty: Type| {
            c_type(cx, ty, structures).ok_or_else(|| {
                plain_error(
                    op,
                    format!("C has no type for {what} of type {} of '{symbol}'", cx.type_text(ty)),
                )
            })
        };
        list.into_iter().map(one).collect()
    };
    let inputs = types(function.argument_types(op), "an argument")?;
    let outputs = types(function.result_types(op), "a result")?;
    let mut parameters = Vec::new();
    let result = match &outputs[..] {
        [] => "void".to_string(),
        [(ty, false)] => ty.clone(),
        [(ty, true)] => {
            parameters.push(format!("{ty} *result"));
            "void".to_string()
        }
        several => {
            let name = format!("terrace_{symbol}_results");
            let _ = write!(out, "\ntypedef struct {{\n");
            for (index, (ty, _)) in several.iter().enumerate() {
                let _ = writeln!(out, "  {ty} r{index};");
            }
            let _ = writeln!(out, "}} {name};");
            parameters.push(format!("{name} *results"));
            "void".to_string()
        }
    };
    for (index, (ty, is_memref)) in inputs.iter().enumerate() {
        parameters.push(match is_memref {
            true => format!("{ty} *arg{index}"),
            false => format!("{ty} arg{index}"),
        });
    }
    if parameters.is_empty() {
        parameters.push("void".to_string());
    }
    let _ = writeln!(out, "\n{result} _mlir_ciface_{symbol}({});", parameters.join(", "));
    Ok(())
}

/// The C type of a type, and whether it is a structure; `None` if there is none.
fn c_type(cx: &Context, ty: Type, structures: &mut Structures) -> Option<(String, bool)> {
    match ty.data(cx) {
        TypeData::MemRef { shape, element, .. } => {
            let (element_type, _) = scalar(cx, *element)?;
            let (rank, word) = (shape.len(), scalar(cx, *element)?.1);
            let name = format!("terrace_memref_{rank}d_{word}");
            let mut text =
                format!("typedef struct {{\n  {element_type} *allocated, *aligned;\n  int64_t offset;\n");
            if rank > 0 {
                let _ = writeln!(text, "  int64_t sizes[{rank}], strides[{rank}];");
            }
            let _ = writeln!(text, "}} {name};");
            structures.insert(name.clone(), text);
            Some((name, true))
        }
        _ => scalar(cx, ty).map(|(ty, _)| (ty, false)),
    }
}

/// The C type of a number, and its name in identifiers.
fn scalar(cx: &Context, ty: Type) -> Option<(String, String)> {
    let known = |text: &str, word: &str| Some((text.to_string(), word.to_string()));
    match ty.data(cx) {
        TypeData::Index => known("int64_t", "index"),
        TypeData::Integer { width: 1, .. } => known("bool", "i1"),
        TypeData::Integer { width: width @ (8 | 16 | 32 | 64), .. } => {
            known(&format!("int{width}_t"), &format!("i{width}"))
        }
        TypeData::Float(FloatKind::F16) => known("_Float16", "f16"),
        TypeData::Float(FloatKind::F32) => known("float", "f32"),
        TypeData::Float(FloatKind::F64) => known("double", "f64"),
        _ => None,
    }
}
