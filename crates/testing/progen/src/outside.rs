//! Programs that are in no `func.func` of the module: in the module's own body, in the region of an op that
//! is opaque to passes, in a function of another dialect, or in a module in the module. They print their
//! results.

use crate::Supported;
use crate::functions::{begin, callees, whole};
use crate::generator::Gen;
use crate::program_kind::ProgramKind;
use crate::types::{Elem, Shape, Ty, Value, names, types_of};

/// The location of a program's ops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Home {
    /// The module's own body.
    Module,
    /// The region of `test.program`, which no pass knows, in the module's body.
    Op,
    /// The same in a function.
    OpInFunction,
    /// A function of the dialect `ml_program`.
    OtherFunction,
    /// A function of a module in the module.
    InnerModule,
}

const HOMES: [Home; 5] = [Home::Module, Home::Op, Home::OpInFunction, Home::OtherFunction, Home::InnerModule];

/// The most numbers that a program prints at its end.
const PRINTED: usize = 12;

/// A program of a kind and a seed.
pub(crate) fn program(kind: &ProgramKind, seed: u64, supported: Supported<'_>) -> String {
    let mut g = Gen::new(kind, seed, supported);
    let mut functions = callees(&mut g);
    let home = *g.n.pick(&HOMES);
    functions.push(main(&mut g, home));
    let text = whole(&mut g, &functions);
    if home == Home::InnerModule { format!("module @inner {{\n{text}}}\n") } else { text }
}

/// Generates the ops that are run, in their home.
fn main(g: &mut Gen<'_>, home: Home) -> String {
    begin(g, "main", &[], &[], false);
    (g.may_return, g.blocks) = (false, false);
    g.fuel = 6 + g.n.below(g.kind.size + 4);
    for _ in 0..3 {
        g.opaque(Elem::Int(32));
    }
    let given = matches!(home, Home::Op | Home::OpInFunction).then(|| open_op(g));
    for _ in 0..g.fuel {
        g.statement();
    }
    let wanted = |v: &&Value| matches!(v.ty, Ty::Scalar(_) | Ty::Tensor(..));
    let results: Vec<Value> = g.values.iter().rev().filter(wanted).take(PRINTED).cloned().collect();
    for value in &results {
        print(g, value);
    }
    g.free();
    if let Some(given) = given {
        g.close();
        g.line(format!("}}) : ({given}) -> ()"));
        g.free();
    }
    g.line(if home == Home::OtherFunction { "ml_program.return" } else { "return" });
    g.close();
    g.line("}");
    let text = std::mem::take(&mut g.out);
    match home {
        Home::OpInFunction | Home::InnerModule => text,
        Home::OtherFunction => text.replacen("func.func @main()", "ml_program.func @main()", 1),
        Home::Module | Home::Op => {
            let inner = text.lines().skip(1).filter(|line| !matches!(*line, "  return" | "}"));
            inner.map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect()
        }
    }
}

/// Starts the op, to whose region some tensors are passed; returns their types.
fn open_op(g: &mut Gen<'_>) -> String {
    let given: Vec<Value> = (0..g.n.below(3))
        .map(|_| {
            let (shape, elem) = (Shape::fixed(&[g.n.within(1, 4)]), g.elem());
            crate::tensors::make(g, &shape, elem)
        })
        .collect();
    let arguments: Vec<Value> = given.iter().map(|value| g.fresh(value.ty.clone())).collect();
    g.line(format!("\"test.program\"({}) ({{", names(&given)));
    if !arguments.is_empty() {
        let list: Vec<String> = arguments.iter().map(|arg| format!("{arg}: {}", arg.ty)).collect();
        g.line(format!("^bb0({}):", list.join(", ")));
    }
    g.open(true);
    g.values.extend(arguments);
    types_of(&given)
}

/// Prints a number, or one of a tensor.
fn print(g: &mut Gen<'_>, value: &Value) {
    let (shape, elem) = (value.ty.shape(), value.ty.elem());
    let number = if matches!(value.ty, Ty::Tensor(..)) {
        if shape.count() == 0 {
            return;
        }
        let at: Vec<Value> = shape
            .sizes
            .iter()
            .map(|&size| {
                let place = g.n.within(0, size - 1);
                g.number(Elem::Index, place)
            })
            .collect();
        g.def(Ty::Scalar(elem), format!("tensor.extract {value}[{}] : {}", names(&at), value.ty))
    } else {
        value.clone()
    };
    let number = match elem {
        Elem::Int(width) if width > 64 => {
            g.def(Ty::int(64), format!("arith.trunci {number} : i{width} to i64"))
        }
        Elem::F16 | Elem::BF16 => {
            g.def(Ty::Scalar(Elem::F32), format!("arith.extf {number} : {elem} to f32"))
        }
        _ => number,
    };
    g.line(format!("vector.print {number} : {}", number.ty));
}
