//! Reading, verifying, changing and printing IR, each in one call.

use std::path::Path;
use std::sync::Arc;

use terrace_asm::PrintOptions;
use terrace_bytecode::{BytecodeWriterConfig, LazyBytecode, WriteError, open_lazily, write_bytecode};
use terrace_diag::SourceMap;
use terrace_ir::{Context, Diag, Ir};
use terrace_opt::steps::{self, NAME};
use terrace_opt::{Errors, Setup};
use terrace_pass::{Instrument, Manager, ManagerOptions, OpPipeline};

/// Returns a context that has all dialects of [`crate::dialects::all`].
///
/// ```
/// let cx = terrace::context();
/// assert!(cx.registered_op("arith.addi").is_some());
/// ```
pub fn context() -> Arc<Context> {
    Arc::new(Context::with_extensions(&crate::dialects::all(), &crate::dialects::extensions()))
}

/// Returns a context that has the dialects of a set-up.
///
/// ```
/// let cx = terrace::context_of(&terrace::tools::setup());
/// assert!(cx.registered_op("arith.addi").is_some());
/// ```
pub fn context_of(setup: &Setup) -> Arc<Context> {
    Arc::new(setup.new_context())
}

/// Reads and verifies a module: ops, or one `builtin.module`.
///
/// ```
/// # fn main() -> Result<(), terrace::Errors> {
/// let ir = terrace::parse(&terrace::context(), "func.func @f(%x: i32) -> i32 { return %x : i32 }")?;
/// assert_eq!(ir.root().map(|root| root.name_text()), Some("builtin.module"));
///
/// let errors = terrace::parse(&terrace::context(), "func.func @f() {\n  return %y : i32\n}").unwrap_err();
/// assert!(errors.to_string().starts_with("<input>:2:10: error: use of undeclared SSA value name"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// If the text is not well-formed, or what it says is not valid.
pub fn parse(cx: &Arc<Context>, text: &str) -> Result<Ir, Errors> {
    read(cx, text.as_bytes())
}

/// Reads and verifies what a file holds: text or bytecode, told apart by the first bytes.
///
/// ```
/// let cx = terrace::context();
/// let ir = terrace::parse(&cx, "func.func private @f(i32)")?;
/// let bytes = terrace::bytecode(&ir, &terrace::BytecodeWriterConfig::default())?;
/// assert_eq!(terrace::print(&terrace::read(&cx, &bytes)?), terrace::print(&ir));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file is not well-formed, or what it says is not valid.
pub fn read(cx: &Arc<Context>, bytes: &[u8]) -> Result<Ir, Errors> {
    steps::read(cx, bytes)
}

/// Opens a bytecode file whose isolated regions are read on demand.
///
/// ```
/// let cx = terrace::context();
/// let ir = terrace::parse(&cx, "func.func @f() { return } func.func @g() { return }")?;
/// let bytes = terrace::bytecode(&ir, &terrace::BytecodeWriterConfig::default())?;
///
/// let mut file = terrace::read_lazy(&cx, bytes)?;
/// let module = file.ops_to_materialize().next().unwrap();
/// file.materialize(module).unwrap();
/// let functions: Vec<_> = file.ops_to_materialize().collect();
/// assert_eq!(functions.len(), 2);
/// file.materialize(functions[1]).unwrap();
/// let ops = |function| file.ir().op(function).regions().flat_map(|region| region.blocks()).count();
/// assert_eq!((ops(functions[0]), ops(functions[1])), (0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file is not well-formed, as far as it is read.
pub fn read_lazy(
    cx: &Arc<Context>,
    bytes: impl AsRef<[u8]> + Send + Sync + 'static,
) -> Result<LazyBytecode, Errors> {
    let mut sources = SourceMap::new();
    let buffer = sources.add(NAME, bytes).map_err(|error| Errors::without_location(error.to_string()))?;
    let sources = Arc::new(sources);
    open_lazily(cx, &sources, buffer).map_err(|diag| Errors::of_diags(&sources, cx, None, &[diag]))
}

/// Returns an IR as bytecode.
///
/// # Errors
/// If the version of the format or of a dialect is none that can be written.
pub fn bytecode(ir: &Ir, config: &BytecodeWriterConfig) -> Result<Vec<u8>, WriteError> {
    let root = ir.root().ok_or_else(|| WriteError::Invalid("there is no op".into()))?;
    let mut bytes = Vec::new();
    write_bytecode(ir, root, config, &mut bytes)?;
    Ok(bytes)
}

/// Verifies a module and all that is in it.
///
/// ```
/// use terrace::prelude::*;
///
/// let cx = terrace::context();
/// let mut ir = ModuleOp::create_ir(&cx);
/// let (mut symbols, loc) = (SymbolTable::new(ir.root().unwrap()), Loc::UNKNOWN);
/// let function = NewFunction { name: "f", inputs: &[Type::I32], results: &[Type::I32], private: false, loc };
/// function.create(&mut ir, &mut symbols, |_, _| ());
/// let errors = terrace::verify(&ir).unwrap_err();
/// assert_eq!(errors.messages(), ["empty block: expect at least a terminator"]);
/// ```
///
/// # Errors
/// If an op is not valid.
pub fn verify(ir: &Ir) -> Result<(), Errors> {
    steps::verify(ir)
}

/// Returns the text of a module.
///
/// ```
/// # fn main() -> Result<(), terrace::Errors> {
/// let ir = terrace::parse(&terrace::context(), "func.func private @f()")?;
/// assert_eq!(terrace::print(&ir), "module {\n  func.func private @f()\n}\n");
/// # Ok(())
/// # }
/// ```
pub fn print(ir: &Ir) -> String {
    steps::print(ir)
}

/// Runs passes that [`crate::passes::registry()`] has, verifying what each changed.
///
/// ```
/// # fn main() -> Result<(), terrace::Errors> {
/// let text = "func.func @f(%x: i32) -> i32 {
///   %c = arith.constant 0 : i32
///   %0 = arith.addi %x, %c : i32
///   return %0 : i32
/// }";
/// let mut ir = terrace::parse(&terrace::context(), text)?;
/// terrace::run_passes(&mut ir, "builtin.module(canonicalize,cse)")?;
/// assert!(!terrace::print(&ir).contains("arith"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// If the pipeline is not well-formed or a pass fails. Warnings and remarks of passes that succeed are dropped.
pub fn run_passes(ir: &mut Ir, pipeline: &str) -> Result<(), Errors> {
    run_passes_of(&crate::tools::setup(), ir, pipeline)
}

/// Runs passes of a set-up, verifying what each changed.
///
/// ```
/// # fn main() -> Result<(), terrace::Errors> {
/// let setup = terrace::tools::setup();
/// let mut ir = terrace::parse(&terrace::context_of(&setup), "func.func private @f()")?;
/// terrace::run_passes_of(&setup, &mut ir, "builtin.module(symbol-dce)")?;
/// assert_eq!(terrace::print(&ir), "module {\n}\n");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`run_passes`].
pub fn run_passes_of(setup: &Setup, ir: &mut Ir, pipeline: &str) -> Result<(), Errors> {
    let pipeline = OpPipeline::parse(pipeline, &setup.registry)
        .map_err(|error| Errors::without_location(error.message()))?;
    let Some(root) = ir.root().map(|root| root.handle()) else { return Ok(()) };
    let manager = Manager {
        registry: &setup.registry,
        options: ManagerOptions::default(),
        print: PrintOptions::default(),
        cwd: Path::new(""),
    };
    let mut found = Found(None);
    manager
        .run(ir, &pipeline, root, &mut found)
        .map_err(|_| found.0.unwrap_or_else(|| Errors::without_location("a pass failed without saying why")))
}

/// Keeps what passes report, rendered while the IR is as it was then.
struct Found(Option<Errors>);

impl Instrument for Found {
    fn diag(&mut self, ir: &Ir, diag: &Diag) {
        let new = Errors::of_diags(&ir.sources, ir.cx(), Some(ir), &[Box::new(diag.clone())]);
        match &mut self.0 {
            Some(errors) => errors.append(new),
            None => self.0 = Some(new),
        }
    }
}
