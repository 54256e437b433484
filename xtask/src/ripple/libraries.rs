//! Libraries of vector functions, each compiled for other features, which programs call.

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;

use super::Setup;
use super::numbers::{binary, constant};
use super::program::{Bin, Ty};

/// A function of two numbers, which each library has.
pub(super) struct Function {
    pub(super) ty: Ty,
    /// The number of elements of its vectors.
    lanes: usize,
    /// Whether it gets a mask, and returns something else for other elements.
    is_masked: bool,
    /// The computation `a FIRST NUMBER SECOND b`.
    ops: (Bin, i64, Bin),
}

const fn function(ty: Ty, lanes: usize, is_masked: bool, ops: (Bin, i64, Bin)) -> Function {
    Function { ty, lanes, is_masked, ops }
}

/// The functions.
pub(super) const FUNCTIONS: [Function; 6] = [
    function(Ty::I32, 8, false, (Bin::Mul, 3, Bin::Xor)),
    function(Ty::Int { bits: 64, signed: true }, 8, false, (Bin::Xor, 9, Bin::Sub)),
    function(Ty::F32, 8, false, (Bin::Mul, 3, Bin::Sub)),
    function(Ty::F64, 4, false, (Bin::Add, 2, Bin::Mul)),
    function(Ty::Int { bits: 16, signed: true }, 16, false, (Bin::Sub, 5, Bin::Xor)),
    function(Ty::I32, 8, true, (Bin::Add, 7, Bin::Mul)),
];

/// The number of libraries.
pub(super) const LIBRARIES: usize = 3;

impl Function {
    /// The result for two values.
    pub(super) fn of(&self, a: u64, b: u64) -> u64 {
        let (first, number, second) = self.ops;
        binary(second, binary(first, a, constant(self.ty, number), self.ty), b, self.ty)
    }

    /// A definition for elements, or for vectors.
    fn text(&self, number: usize, library: usize, is_vector: bool) -> String {
        let (first, with, second) = self.ops;
        let operator = |kind: Bin| kind.operator().unwrap_or_default();
        let value = format!("(a {} {with}) {} b", operator(first), operator(second));
        let mut ty = self.ty.c();
        if is_vector {
            ty = format!("v{number}");
        }
        let whole = if self.ty.is_int() { format!("u{ty}") } else { ty.clone() };
        let name = name(number, library);
        if !is_vector {
            return format!(
                "{ty} {name}({ty} x, {ty} y) {{ {whole} a = ({whole})x, b = ({whole})y; return ({ty})({value}); }}\n"
            );
        }
        let bytes = self.lanes * self.ty.bytes();
        let unsigned = if self.ty.is_int() { format!("u{}", self.ty.c()) } else { self.ty.c() };
        let mut out = format!("typedef {} {ty} __attribute__((vector_size({bytes})));\n", self.ty.c());
        if whole != ty {
            let _ = writeln!(out, "typedef {unsigned} {whole} __attribute__((vector_size({bytes})));");
        }
        let (attribute, parameter, result) = match self.is_masked {
            true => (
                "mask",
                format!(", {ty} active"),
                format!("(({whole})({value}) & ({whole})active) | (~({whole})active & 77)"),
            ),
            false => ("pure", String::new(), value),
        };
        let _ = writeln!(
            out,
            "{ty} ripple_ew_{attribute}_{name}({ty} x, {ty} y{parameter}) {{ {whole} a = ({whole})x, b = ({whole})y; return ({ty})({result}); }}"
        );
        out
    }
}

/// The name of a function of a library.
pub(super) fn name(function: usize, library: usize) -> String {
    format!("library{library}_{function}")
}

/// The declarations of the functions of all libraries.
pub(super) fn declarations() -> String {
    let mut out = String::new();
    for library in 0..LIBRARIES {
        for (number, function) in FUNCTIONS.iter().enumerate() {
            let ty = function.ty.c();
            let _ = writeln!(out, "LIBRARY {ty} {}({ty}, {ty}) NOEXCEPT;", name(number, library));
        }
    }
    out
}

/// The options of a library: none, and more and more features.
fn features(library: usize, is_arm: bool) -> &'static [&'static str] {
    match (library, is_arm) {
        (1, false) => &["-mavx"],
        (2, false) => &["-march=x86-64-v3"],
        (1, true) => &["-march=armv8.2-a+fp16"],
        (2, true) => &["-march=armv8-a+sve"],
        _ => &[],
    }
}

/// Compiles the libraries, and what their functions are for single elements; returns the arguments that link them.
///
/// # Errors
/// A compiler cannot be run, or fails.
pub(super) fn compile(setup: &Setup<'_>, flags: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let target: Vec<&str> = flags.split_whitespace().filter(|flag| flag.starts_with("--target=")).collect();
    let is_arm = target.iter().any(|flag| flag.contains("aarch64"));
    let mut arguments = Vec::new();
    let run =
        |source: PathBuf, text: String, options: &[&str], output: PathBuf| -> Result<(), Box<dyn Error>> {
            std::fs::write(&source, format!("#include <stdint.h>\n{text}"))?;
            let mut arguments: Vec<&str> = vec!["ripple-cc", "-O2", "-w", "-ffp-contract=off", "-c"];
            arguments.extend(&target);
            arguments.extend(options);
            let (source, output) = (source.display().to_string(), output.display().to_string());
            arguments.extend([source.as_str(), "-o", output.as_str()]);
            let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
            Ok(setup.compiler.compile(&arguments)?)
        };
    let file = |name: String| setup.directory.join(name);
    let mut elements = String::new();
    for library in 0..LIBRARIES {
        let mut vectors = String::new();
        for (number, function) in FUNCTIONS.iter().enumerate() {
            elements.push_str(&function.text(number, library, false));
            vectors.push_str(&function.text(number, library, true));
        }
        let output = file(format!("library{library}.bc"));
        let mut options = vec!["-emit-llvm"];
        options.extend(features(library, is_arm));
        run(file(format!("library{library}.c")), vectors, &options, output.clone())?;
        arguments.push(format!("-fripple-lib={}", output.display()));
    }
    let output = file("elements.o".to_owned());
    run(file("elements.c".to_owned()), elements, &[], output.clone())?;
    arguments.push(output.display().to_string());
    Ok(arguments)
}
