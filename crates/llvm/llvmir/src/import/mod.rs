//! A module in the dialect llvm from LLVM IR text.
//!
//! The text is read as a whole ([`terrace_llvm_ir::parse()`]); then ops are made: globals and functions in their order in the module, the blocks of a function in
//! reverse post order, so that values come before their uses. Constants become ops at the start of the function's entry block when they are first used.
//! Records of debug information come last, after the values that they are about.

mod attributes;
mod body;
mod calls;
mod constants;
mod debug_info;
mod debug_types;
mod debug_words;
mod display;
mod functions;
mod globals;
mod instructions;
mod intrinsics;
mod kept;
mod kept_records;
mod layout_spec;
mod loops;
mod memory;
mod metadata;
mod module_flags;
mod predecessors;
mod profile;
mod records;
mod types;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_ir::{Attr, Block, BodyId, Context, Diag, Ir, Loc, NamedAttr, Str, Value};

use terrace_llvm_ir::layout::Layout;
use terrace_llvm_ir::model::{Body, ConstId, GlobalId, LocalId, Module, NodeId};
use terrace_llvm_ir::{ParseOptions, parse};
use terrace_support::options;
use types::Interned;

pub use layout_spec::data_layout_spec;

options! {
    /// The options of the import of LLVM IR.
    #[derive(Clone, Copy, Default)]
    pub struct ImportOptions {
        /// Whether there are warnings about dropped parts.
        pub emit_expensive_warnings: bool,
        /// Whether debug information of composite types has no elements.
        pub drop_di_composite_type_elements: bool,
        /// Whether calls of intrinsics become `llvm.call_intrinsic`, also where there is an op for them.
        pub prefer_unregistered_intrinsics: bool,
        /// Whether structures with names become literal ones.
        pub import_structs_as_literals: bool,
        /// Whether entities that the dialect cannot represent are dropped, as in upstream's import. Otherwise
        /// they are kept in attributes whose names begin with `llvm.kept`.
        pub match_upstream: bool,
    }
}

/// The result of an import.
pub struct Imported {
    /// The module; `None` if the text is not LLVM IR, or cannot be represented in the dialect llvm.
    pub ir: Option<Ir>,
    /// Errors and warnings, in order.
    pub diags: Vec<Box<Diag>>,
}

/// An error that has been reported as a diagnostic.
struct Reported;

type Result<T = ()> = std::result::Result<T, Reported>;

/// Creates a module of LLVM IR text. `name` is the file's, `start` where it begins among the loaded sources.
pub fn import(cx: &Arc<Context>, text: &[u8], name: &str, start: u32, options: ImportOptions) -> Imported {
    let read = parse(
        text,
        ParseOptions::default().local_names(false).comments(false).check_debug_word(debug_words::check),
    );
    let read = read.and_then(|module| {
        let interned = Interned::new(cx, &module, options.import_structs_as_literals)?;
        Ok((module, interned))
    });
    let (mut module, interned) = match read {
        Ok(read) => read,
        Err(failure) => {
            let loc = Loc::source(start.saturating_add(failure.offset as u32));
            return Imported { ir: None, diags: vec![Diag::error(loc, failure.message)] };
        }
    };
    let source = module.source.map_or_else(|| cx.str(name), |source| interned.str(source));
    let loc = Loc::from_attr(cx.file_loc(source, 0, 0));
    let mut ir = ModuleOp::create_ir(cx);
    let Some((root, body)) = ir.root().and_then(|root| {
        let block = root.single_region().entry()?;
        Some((root.handle(), (block.body_id(), block.id())))
    }) else {
        return Imported { ir: None, diags: Vec::new() };
    };
    ir.rewrite(Ir::ROOT, |rw| rw.set_loc(root.op, loc));
    let bodies = module.take_bodies();
    let mut importer = Importer::new(cx, (&module, interned), text, start, loc, options);
    importer.bodies = bodies;
    let done = importer.module(&mut ir, body);
    let diags = std::mem::take(&mut importer.diags);
    let attrs = std::mem::take(&mut importer.module_attrs);
    if done.is_err() {
        return Imported { ir: None, diags };
    }
    ir.rewrite(Ir::ROOT, |rw| {
        let attrs = rw.cx().dict(attrs);
        rw.set_attrs(root.op, attrs);
    });
    Imported { ir: Some(ir), diags }
}

/// The state of the import of one function.
#[derive(Default)]
struct FunctionState {
    /// The values of arguments and results, by their numbers.
    locals: Vec<Option<Value>>,
    /// The blocks, by their numbers.
    blocks: Vec<Option<Block>>,
    /// The block in which constants are, and the last op of one.
    constant_block: Option<Block>,
    last_constant: Option<terrace_ir::Op>,
    /// Constants that are values already.
    constants: FxHashMap<ConstId, Value>,
    /// The block whose ops are created.
    current_block: Option<Block>,
    /// Values that are poison, by their types.
    poisons: FxHashMap<terrace_ir::Type, Value>,
    /// Operands of records that are set when all values are there.
    open_operands: Vec<kept_records::OpenOperand>,
}

struct Importer<'m> {
    cx: &'m Context,
    module: &'m Module,
    interned: Interned,
    /// The bodies of functions that there are no ops of yet.
    bodies: FxHashMap<GlobalId, Body>,
    text: &'m [u8],
    /// The start of the text among the loaded sources.
    start: u32,
    options: ImportOptions,
    layout: Layout,
    diags: Vec<Box<Diag>>,
    module_attrs: Vec<NamedAttr>,
    module_loc: Loc,
    intrinsics: intrinsics::Table,
    function: FunctionState,
    comdats: FxHashMap<terrace_llvm_ir::Str, Attr>,
    nameless: FxHashMap<GlobalId, Str>,
    names: FxHashSet<Str>,
    tbaa: FxHashMap<NodeId, Attr>,
    scopes: FxHashMap<NodeId, Attr>,
    access_groups: FxHashMap<NodeId, Attr>,
    loops: FxHashMap<NodeId, Option<Attr>>,
    debug: debug_info::DebugState,
    kept: kept::Kept,
    /// The values that the kept parts of the new op refer to, in operand order.
    kept_locals: Vec<LocalId>,
    /// The types of the values of the function.
    local_types: Vec<terrace_llvm_ir::Type>,
    callee_effects: FxHashMap<GlobalId, attributes::Effects>,
    /// The dictionaries of arguments with one flag, by the flag.
    flag_dicts: FxHashMap<terrace_llvm_ir::Str, Attr>,
    /// The attributes of calls that refer to one group, by the group.
    sorted_groups: FxHashMap<u32, Rc<[terrace_llvm_ir::model::Attribute]>>,
    /// Attributes of alignments that were used last, by the lowest bit of the alignment.
    alignments: [Option<(u64, Attr)>; memory::ALIGNMENTS],
    /// The text offset of the global or instruction that is being imported.
    at: usize,
}

impl<'m> Importer<'m> {
    fn new(
        cx: &'m Context,
        (module, interned): (&'m Module, Interned),
        text: &'m [u8],
        start: u32,
        module_loc: Loc,
        options: ImportOptions,
    ) -> Self {
        Self {
            cx,
            module,
            names: module
                .globals
                .iter()
                .filter_map(|global| global.name)
                .map(|name| interned.str(name))
                .collect(),
            interned,
            bodies: FxHashMap::default(),
            text,
            start,
            options,
            layout: Layout::parse(&module.layout),
            diags: Vec::new(),
            module_attrs: Vec::new(),
            module_loc,
            intrinsics: intrinsics::Table::new(cx),
            function: FunctionState::default(),
            comdats: FxHashMap::default(),
            nameless: FxHashMap::default(),
            tbaa: FxHashMap::default(),
            scopes: FxHashMap::default(),
            access_groups: FxHashMap::default(),
            loops: FxHashMap::default(),
            debug: debug_info::DebugState::default(),
            kept: kept::Kept::default(),
            kept_locals: Vec::new(),
            local_types: Vec::new(),
            callee_effects: FxHashMap::default(),
            flag_dicts: FxHashMap::default(),
            sorted_groups: FxHashMap::default(),
            alignments: [None; memory::ALIGNMENTS],
            at: 0,
        }
    }

    /// The type of the context that a type of the module is.
    fn ty(&self, ty: terrace_llvm_ir::Type) -> terrace_ir::Type {
        self.interned.ty(ty)
    }

    /// The string of the context that a string of the module is.
    fn str(&self, text: terrace_llvm_ir::Str) -> Str {
        self.interned.str(text)
    }

    /// The text of a string of the module.
    fn lossy(&self, text: terrace_llvm_ir::Str) -> std::borrow::Cow<'m, str> {
        String::from_utf8_lossy(self.module.bytes(text))
    }

    /// Reports an error; one without a location is at the entity that is being imported.
    fn error<T>(&mut self, loc: Loc, message: impl Into<String>) -> Result<T> {
        let loc = if loc == Loc::UNKNOWN { self.place(self.at) } else { loc };
        self.diags.push(Diag::error(loc, message));
        Err(Reported)
    }

    fn warn(&mut self, loc: Loc, message: impl Into<String>) {
        self.diags.push(Diag::warning(loc, message));
    }

    /// A place in the text.
    fn place(&self, offset: usize) -> Loc {
        Loc::source(self.start.saturating_add(offset as u32))
    }

    /// Creates all ops, where `body` is that of the module, and its block.
    fn module(&mut self, ir: &mut Ir, body: (BodyId, Block)) -> Result {
        self.data_layout()?;
        self.comdat_op(ir, body);
        let kept = self.module_metadata()?;
        self.globals(ir, body)?;
        self.aliases(ir, body)?;
        self.metadata_ops(ir, body, &kept);
        self.functions(ir, body)?;
        let triple = self.module.triple.map_or_else(|| self.cx.str(""), |triple| self.str(triple));
        self.set_module_attr("llvm.target_triple", self.cx.str_attr(triple));
        let lines = self.module.assembly.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let lines: Vec<Attr> = lines.map(|line| self.cx.str_attr(self.cx.str_from_bytes(line))).collect();
        self.set_module_attr("llvm.module_asm", self.cx.array_attr(&lines));
        let spec = self.module_attrs.iter().find(|(name, _)| name.bytes(self.cx) == crate::kept::LAYOUT_SPEC);
        if let Some(&(_, spec)) = spec {
            let text = self.cx.string_attr(&self.module.layout);
            self.keep("datalayout", self.cx.array_attr(&[text, spec]));
        }
        if let Some(source) = self.module.source {
            self.keep("source_filename", self.cx.str_attr(self.str(source)));
        }
        self.keep_block_order();
        if let Some(kept) = self.take_kept() {
            self.set_module_attr(crate::kept::KEPT, kept);
        }
        self.kept_of_module();
        Ok(())
    }

    fn set_module_attr(&mut self, name: &str, attr: Attr) {
        let name = self.cx.str(name);
        self.module_attrs.retain(|(other, _)| *other != name);
        self.module_attrs.push((name, attr));
    }
}
