//! `ensure-debug-info-scope-on-llvm-func`: functions get a subprogram, which line tables of machine code need, and ops from other
//! files a block of theirs.

use std::sync::Arc;

use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_llvm::attrs::{
    DICompileUnitAttr, DIFileAttr, DILexicalBlockFileAttr, DISubprogramAttr, DISubroutineTypeAttr,
};
use terrace_dialects_llvm::enums::{DIEmissionKind, DINameTableKind, DISubprogramFlags};
use terrace_dialects_llvm::ops::LLVMFuncOp;
use terrace_ir::attrs::{AttrData, LocData};
use terrace_ir::{Attr, Context, Diag, Ir, Loc, OpHandle, OpKind, OpRef, Str, View};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, option_enum, pass_options};

option_enum! {
    /// The emission kind of debug information.
    enum EmissionKind {
        /// Nothing.
        None = "None",
        /// Full debug information.
        Full = "Full",
        /// Line tables only.
        LineTablesOnly = "LineTablesOnly",
        /// Debug directives only.
        DebugDirectivesOnly = "DebugDirectivesOnly",
    }
}

pass_options! {
    /// The options of the pass.
    struct ScopeOptions {
        /// Emission kind to generate debug info.
        emission_kind("emission-kind"): EmissionKind = "LineTablesOnly",
    }
}

/// The pass.
pub static ENSURE_DEBUG_INFO_SCOPE: PassDef = PassDef {
    name: "ensure-debug-info-scope-on-llvm-func",
    class: "DIScopeForLLVMFuncOpPass",
    doc: "Materialize LLVM debug info subprogram attribute on every LLVMFuncOp",
    anchor: Some(ModuleOp::DEF.name),
    options: ScopeOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(ScopeOptions::from(options)))),
    ..EMPTY_PASS
};

/// `DW_LANG_C`.
const LANGUAGE_C: u32 = 2;
/// `DW_CC_normal`.
const NORMAL_CONVENTION: u32 = 1;

impl IrPass for ScopeOptions {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        if cx.loaded_dialect("llvm").is_none() {
            let loc = ir.op(op).loc();
            return run.fail(Diag::error(loc, "LLVM dialect is not loaded."));
        }
        let loc = ir.loc_attr(ir.op(op).loc());
        let unit =
            find_metadata::<DICompileUnitAttr>(&cx, loc).unwrap_or_else(|| self.compile_unit(&cx, loc));
        // Functions come before the ops in them.
        let mut pending: Vec<OpHandle> = vec![op];
        while let Some(op) = pending.pop() {
            let view = ir.op(op);
            let scoped = match view.cast::<LLVMFuncOp>() {
                Some(function) => subprogram_location(ir, function, unit),
                None => block_location(ir, view),
            };
            let start = pending.len();
            pending.extend(view.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()).map(OpRef::handle));
            pending[start..].reverse();
            if let Some(loc) = scoped {
                ir.rewrite(op.body, |rw| rw.set_loc(op.op, Loc::from_attr(loc)));
            }
        }
        Ok(())
    }
}

impl ScopeOptions {
    /// The compile unit of a module that has none.
    fn compile_unit(&self, cx: &Context, loc: Attr) -> DICompileUnitAttr {
        let file = file_position(cx, loc).map_or_else(|| unknown_file(cx), |(file, _)| file_attr(cx, file));
        let emission = match self.emission_kind {
            EmissionKind::None => DIEmissionKind::None,
            EmissionKind::Full => DIEmissionKind::Full,
            EmissionKind::LineTablesOnly => DIEmissionKind::LineTablesOnly,
            EmissionKind::DebugDirectivesOnly => DIEmissionKind::DebugDirectivesOnly,
        };
        DICompileUnitAttr::get(
            cx,
            cx.fresh_distinct(Attr::UNIT),
            LANGUAGE_C,
            file,
            Some(cx.string_attr("MLIR")),
            true,
            emission,
            DINameTableKind::default(),
            None,
        )
    }
}

fn loc_data(cx: &Context, loc: Attr) -> &LocData {
    match loc.data(cx) {
        AttrData::Loc(data) => data,
        _ => &LocData::Unknown,
    }
}

/// The first file position of a location; call sites resolve to their callee.
fn file_position(cx: &Context, loc: Attr) -> Option<(Str, u32)> {
    let mut pending = vec![loc];
    while let Some(loc) = pending.pop() {
        match loc_data(cx, loc) {
            LocData::File { file, line, .. } => return Some((*file, *line)),
            LocData::Name { child, .. } => pending.push(*child),
            LocData::CallSite { caller, .. } => pending.push(*caller),
            LocData::Fused { locations, .. } => pending.extend(locations.iter().rev()),
            LocData::Unknown => {}
        }
    }
    None
}

/// The first metadata of a kind in a location.
fn find_metadata<A: terrace_ir::params::DefinedAttr>(cx: &Context, loc: Attr) -> Option<A> {
    let mut pending = vec![loc];
    while let Some(loc) = pending.pop() {
        match loc_data(cx, loc) {
            LocData::Fused { locations, metadata } => {
                if let Some(found) = metadata.dyn_cast::<A>(cx) {
                    return Some(found);
                }
                pending.extend(locations.iter().rev());
            }
            LocData::Name { child, .. } => pending.push(*child),
            LocData::CallSite { callee, caller } => pending.extend([*caller, *callee]),
            LocData::File { .. } | LocData::Unknown => {}
        }
    }
    None
}

/// A file by its path, without the directory.
fn file_attr(cx: &Context, path: Str) -> DIFileAttr {
    let path = path.text(cx);
    let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
    let directory = match directory.trim_end_matches('/') {
        "" if path.starts_with('/') => "/",
        directory => directory,
    };
    DIFileAttr::get(cx, cx.string_attr(name), cx.string_attr(directory))
}

fn unknown_file(cx: &Context) -> DIFileAttr {
    DIFileAttr::get(cx, cx.string_attr("<unknown>"), cx.string_attr(""))
}

fn fused(cx: &Context, loc: Attr, metadata: Attr) -> Attr {
    cx.loc_attr(LocData::Fused { locations: Box::new([loc]), metadata })
}

/// The location of a function with a subprogram; `None` if it has one.
fn subprogram_location(ir: &Ir, function: View<'_, LLVMFuncOp>, unit: DICompileUnitAttr) -> Option<Attr> {
    let cx = ir.cx();
    let loc = ir.loc_attr(function.0.loc());
    if find_metadata::<DISubprogramAttr>(cx, loc).is_some() {
        return None;
    }
    let (file, line) = match file_position(cx, loc) {
        Some((file, line)) => (file_attr(cx, file), line),
        None => (unit.file(cx), 1),
    };
    // A declaration is defined in another compile unit.
    let is_defined = function.0.regions().any(|region| region.entry().is_some());
    let id = is_defined.then(|| cx.fresh_distinct(Attr::UNIT));
    let flags = match is_defined {
        true => DISubprogramFlags::OPTIMIZED | DISubprogramFlags::DEFINITION,
        false => DISubprogramFlags::OPTIMIZED,
    };
    let name = cx.string_attr(function.sym_name());
    let subprogram = DISubprogramAttr::get(
        cx,
        None,
        false,
        id,
        is_defined.then_some(unit),
        Some(file.into()),
        Some(name),
        Some(name),
        Some(file),
        line,
        line,
        flags,
        Some(DISubroutineTypeAttr::get(cx, NORMAL_CONVENTION, Vec::new())),
        Vec::new(),
        Vec::new(),
    );
    Some(fused(cx, loc, subprogram.into()))
}

/// The subprogram of the function around an op, and the location that it is in.
fn function_scope(ir: &Ir, op: OpRef<'_>) -> Option<(Attr, Attr)> {
    let mut around = op.ancestors();
    let function = around.find(|op| op.isa::<LLVMFuncOp>())?;
    let loc = ir.loc_attr(function.loc());
    match loc_data(ir.cx(), loc) {
        LocData::Fused { metadata, .. } => {
            metadata.dyn_cast::<DISubprogramAttr>(ir.cx())?;
            Some((*metadata, loc))
        }
        _ => None,
    }
}

/// The location of an op that is from another file than its function, or was inlined, with the blocks of those files; `None` for
/// other ops.
fn block_location(ir: &Ir, op: OpRef<'_>) -> Option<Attr> {
    let cx = ir.cx();
    let loc = ir.loc_attr(op.loc());
    if let LocData::CallSite { callee, caller } = loc_data(cx, loc) {
        let (scope, _) = function_scope(ir, op)?;
        let callee = nested_location(cx, scope, *callee)?;
        return Some(cx.loc_attr(LocData::CallSite { callee, caller: *caller }));
    }
    let (file, _) = file_position(cx, loc)?;
    let (scope, function) = function_scope(ir, op)?;
    let (function_file, _) = file_position(cx, function)?;
    (file != function_file).then(|| {
        let block = DILexicalBlockFileAttr::get(cx, scope, Some(file_attr(cx, file)), 0);
        fused(cx, loc, block.into())
    })
}

/// The location of an inlined op, with a lexical block for each file that it was inlined from; `None` if one
/// has no file.
fn nested_location(cx: &Context, mut scope: Attr, mut callee: Attr) -> Option<Attr> {
    let mut blocks = Vec::new();
    loop {
        let (file, _) = file_position(cx, callee)?;
        scope = DILexicalBlockFileAttr::get(cx, scope, Some(file_attr(cx, file)), 0).into();
        blocks.push(scope);
        match loc_data(cx, callee) {
            LocData::CallSite { callee: nested, .. } => callee = *nested,
            _ => break,
        }
    }
    Some(blocks.into_iter().rev().fold(callee, |loc, block| fused(cx, loc, block)))
}
