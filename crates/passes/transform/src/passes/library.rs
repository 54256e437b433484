//! `transform-preload-library`: named sequences from files, for scripts that declare or start with them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use terrace_asm::ParseOptions;
use terrace_bytecode::read_source;
use terrace_diag::SourceMap;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::rewriter::InsertPoint;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::symbols::{Visibility, nearest_symbol_table, symbol_name_of, visibility};
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Context, Diag, Ir, Loc, OpHandle, OpRef, Str};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};

use crate::observe::is_observed;

/// The named sequences that were loaded for a context.
#[derive(Default)]
pub struct Library(Mutex<Option<Arc<Ir>>>);

terrace_ir::context_slot!(Library);

impl Library {
    /// Returns the module that has them; `None` as long as none was loaded.
    #[must_use]
    pub fn module(&self) -> Option<Arc<Ir>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Adds the symbols of a module.
    ///
    /// # Errors
    ///
    /// A symbol is defined twice.
    pub fn add(&self, module: Ir) -> Result<(), Box<Diag>> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let merged = match slot.take() {
            None => module,
            Some(known) => {
                let mut merged = Ir::clone(&known);
                let table = merged.root().map(OpRef::handle);
                if let Some(table) = table {
                    merge_into_table(&mut merged, table, &module)?;
                }
                merged
            }
        };
        *slot = Some(Arc::new(merged));
        Ok(())
    }
}

pass_options! {
    /// The options of the pass.
    struct PreloadLibraryOptions {
        /// Optional paths to files with modules that should be merged into the transform module to provide the
        /// definitions of external named sequences.
        transform_library_paths("transform-library-paths"): Vec<String> = "",
    }
}

/// The pass.
pub static PRELOAD_LIBRARY: PassDef = PassDef {
    name: "transform-preload-library",
    class: "PreloadLibraryPass",
    doc: "preload transform dialect library",
    options: PreloadLibraryOptions::DEFS,
    make: |options| {
        let options = PreloadLibraryOptions::from(options);
        Ok(Pass::Ir(Box::new(PreloadLibrary(options.transform_library_paths))))
    },
    ..EMPTY_PASS
};

struct PreloadLibrary(Vec<String>);

impl IrPass for PreloadLibrary {
    fn run(&self, ir: &mut Ir, _op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let library = ir.cx().slot::<Library>();
        for path in &self.0 {
            let allowed = ir.cx().ask_for_file(path);
            let files = match allowed.and_then(|()| files_of(&run.manager.cwd.join(path))) {
                Ok(files) => files,
                Err(why) => return run.fail(Diag::error(Loc::UNKNOWN, why)),
            };
            for file in files {
                match load(ir.cx(), &file) {
                    Ok(module) => {
                        if let Err(error) = library.add(module) {
                            run.report(error);
                            return run.fail(Diag::error(
                                Loc::UNKNOWN,
                                "failed to merge symbols of two transform modules",
                            ));
                        }
                    }
                    Err(errors) => {
                        errors.into_iter().for_each(|error| run.report(error));
                        return Err(Failed);
                    }
                }
            }
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// The files of a path: itself, or the IR files in it, by name.
fn files_of(path: &Path) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return match path.is_file() {
            true => Ok(vec![path.to_owned()]),
            false => Err("unable to find transform library: ".to_owned() + &path.display().to_string()),
        };
    }
    let entries = std::fs::read_dir(path)
        .map_err(|error| format!("error while opening files in {}: {error}", path.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "mlir"))
        .collect();
    files.sort();
    Ok(files)
}

/// Reads and verifies a module; its locations are those of files.
fn load(cx: &Arc<Context>, path: &Path) -> Result<Ir, Vec<Box<Diag>>> {
    let fail = |message: String| vec![Diag::error(Loc::UNKNOWN, message)];
    let bytes = std::fs::read(path).map_err(|error| {
        fail(format!("failed to open transform file: cannot open input file '{}': {error}", path.display()))
    })?;
    let mut sources = SourceMap::new();
    let buffer = sources
        .add(path.display().to_string(), bytes)
        .map_err(|_| fail(format!("the file '{}' is too large", path.display())))?;
    let sources = Arc::new(sources);
    // Who watches a script wants its names.
    let options = ParseOptions::default().keep_names(is_observed(cx));
    let output = read_source(cx, &sources, buffer, None, options);
    // What resolves positions of this file alone.
    let places = Ir::new(Arc::clone(cx), Arc::clone(&sources));
    let resolve = |loc: Loc| Loc::from_attr(places.loc_attr(loc));
    let resolved = |diag: Box<Diag>| diag.map_locations(&resolve);
    let Some(mut module) = output.ir else { return Err(output.diags.into_iter().map(resolved).collect()) };
    module.resolve_locations();
    match module.root().map(|root| verify(root, VerifyOptions::default().parallel(false))) {
        Some(Err(errors)) => Err(errors),
        _ => Ok(module),
    }
}

/// Adds the symbols of a library to the table that a named sequence is in.
///
/// # Errors
///
/// A symbol is defined twice.
pub(crate) fn merge_symbols(ir: &mut Ir, entry: OpHandle, library: &Ir) -> Result<(), Box<Diag>> {
    let Some(table) = nearest_symbol_table(ir.op(entry)).map(OpRef::handle) else { return Ok(()) };
    merge_into_table(ir, table, library)
}

/// Whether an op declares a function.
fn is_declaration(op: OpRef<'_>) -> bool {
    op.interface::<dyn FunctionOp>().is_some() && op.regions().all(|region| region.is_empty())
}

/// Whether two functions are one: of one of them there is no more than the declaration.
fn is_same_function(a: OpRef<'_>, b: OpRef<'_>) -> bool {
    let types = |op: OpRef<'_>| op.inherent_attr("function_type");
    a.name() == b.name() && types(a) == types(b) && (is_declaration(a) || is_declaration(b))
}

/// Adds the symbols of a module to a table. Private ones are renamed on a conflict; a definition replaces a
/// declaration.
fn merge_into_table(ir: &mut Ir, table: OpHandle, module: &Ir) -> Result<(), Box<Diag>> {
    let Some(root) = module.root() else { return Ok(()) };
    // Renaming changes the module.
    let mut module = module.clone();
    let cx = Arc::clone(ir.cx());
    let symbols: Vec<(Str, OpHandle)> = root
        .regions()
        .flat_map(|region| region.blocks())
        .flat_map(|block| block.ops())
        .filter_map(|op| Some((symbol_name_of(op)?, op.handle())))
        .collect();
    let mut names = SymbolTable::new(ir.op(table));
    let mut replaced = Vec::new();
    let mut taken = Vec::new();
    for (name, symbol) in symbols {
        let Some(known) = names.lookup(name) else {
            taken.push(symbol);
            continue;
        };
        let (old, new) = (ir.op(known), module.op(symbol));
        if is_same_function(old, new) {
            if is_declaration(old) && !is_declaration(new) {
                replaced.push(known);
                taken.push(symbol);
            }
        } else if visibility(new) == Visibility::Private {
            let mut own = SymbolTable::new(module.op(module.root().map_or(symbol, OpRef::handle)));
            let fresh = names.reserve(&cx, name.text(&cx));
            own.rename(&mut module, symbol, fresh.text(&cx));
            taken.push(symbol);
        } else if visibility(old) == Visibility::Private {
            names.rename(ir, known, name.text(&cx));
            taken.push(symbol);
        } else {
            let error = Diag::error(new.loc(), format!("doubly defined symbol @{}", name.text(&cx)));
            return Err(error.note(old.loc(), "previously defined here"));
        }
    }
    replaced.into_iter().for_each(|declaration| ir.erase_op(declaration));
    let Some(block) = ir.op(table).regions().next().and_then(|region| region.entry()) else { return Ok(()) };
    let to = (block.body_id(), InsertPoint::End(block.id()));
    for symbol in taken {
        ir.clone_op_from(&module, symbol, to);
    }
    Ok(())
}
