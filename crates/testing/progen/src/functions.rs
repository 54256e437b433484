//! The module: functions, calls, globals, and its output.

use crate::Supported;
use crate::generator::{Callee, Gen};
use crate::program_kind::ProgramKind;
use crate::shown::{SHOWN, show};
use crate::types::{Affine, Elem, Shape, Ty, Value, names, types, types_of};

/// A program.
pub fn module(kind: &ProgramKind, seed: u64, supported: Supported<'_>) -> String {
    module_with(kind, seed, supported, &|g| {
        let most = g.fuel;
        for _ in 0..most {
            g.statement();
        }
    })
}

/// A program in whose `main` is what `write` writes.
pub(crate) fn module_with(
    kind: &ProgramKind,
    seed: u64,
    supported: Supported<'_>,
    write: &dyn Fn(&mut Gen<'_>),
) -> String {
    let mut g = Gen::new(kind, seed, supported);
    let mut functions = callees(&mut g);
    functions.push(main(&mut g, write));
    whole(&mut g, &functions)
}

/// Functions that `main` may call, in text.
pub(crate) fn callees(g: &mut Gen<'_>) -> Vec<String> {
    let kind = g.kind;
    let mut functions = Vec::new();
    for i in 0..g.n.below(kind.functions + 1) {
        functions.push(function(g, i));
    }
    if g.n.percent(kind.recursion) {
        functions.push(recursive(g, functions.len()));
    }
    if g.n.percent(30)
        && let Some(first) = functions.first()
    {
        // A copy of the function under another name, and an uncalled function.
        let copy = first.replacen("@f0(", "@f0_again(", 1);
        if copy.starts_with("func.func private") {
            functions.push(copy);
            if let Some(mut callee) = g.callees.first().cloned() {
                callee.name = "f0_again".to_owned();
                g.callees.push(callee);
            }
        }
    }
    functions
}

/// A module of these functions, with the globals that they use.
pub(crate) fn whole(g: &mut Gen<'_>, functions: &[String]) -> String {
    let mut text = inputs(g);
    text.push_str(&g.globals);
    text.push_str(&functions.concat());
    text
}

/// The global buffers of inputs and outputs.
fn inputs(g: &mut Gen<'_>) -> String {
    let mut text = String::new();
    for (name, elem) in [
        ("@in8", Elem::Int(8)),
        ("@in32", Elem::Int(32)),
        ("@in64", Elem::Int(64)),
        ("@inf32", Elem::F32),
        ("@inf64", Elem::F64),
    ] {
        let list: Vec<String> = (0..8).map(|_| g.literal(elem)).collect();
        let list = list.join(", ");
        text.push_str(&format!("memref.global \"private\" {name} : memref<8x{elem}> = dense<[{list}]>\n"));
    }
    let list: Vec<String> = (0..16).map(|i| i.to_string()).collect();
    text.push_str(&format!(
        "memref.global \"private\" @numbers : memref<16xindex> = dense<[{}]>\n",
        list.join(", ")
    ));
    text.push_str(&format!("memref.global @out64 : memref<{SHOWN}xi64> = dense<0>\n"));
    text.push_str(&format!("memref.global @outf64 : memref<{SHOWN}xf64> = dense<0.0>\n"));
    text
}

/// Types of arguments.
fn some_types(g: &mut Gen<'_>, most: usize, memrefs: bool) -> Vec<Ty> {
    let count = g.n.below(most + 1);
    let weight = g.kind.tensors;
    (0..count)
        .map(|_| {
            let elem = g.elem();
            if memrefs && g.n.percent(g.kind.buffers) {
                let size = g.n.within(1, 3);
                let mut shape = Shape::fixed(&[size]);
                shape.open[0] = g.n.percent(30);
                Ty::Memref(shape, elem, None)
            } else if g.n.percent(weight) {
                Ty::Tensor(crate::tensors::shape(g), elem)
            } else {
                Ty::Scalar(if g.n.percent(15) { Elem::Int(1) } else { elem })
            }
        })
        .collect()
}

/// Starts a function; returns its arguments.
pub(crate) fn begin(g: &mut Gen<'_>, name: &str, inputs: &[Ty], outputs: &[Ty], private: bool) -> Vec<Value> {
    g.out.clear();
    g.values.clear();
    g.frames.clear();
    (g.weight, g.cost) = (1, 0);
    g.outputs = outputs.to_vec();
    g.may_write = true;
    let args: Vec<Value> = inputs
        .iter()
        .map(|ty| {
            let base = g.base();
            let mut value = g.fresh(ty.clone());
            if *ty == Ty::INDEX {
                value.affine = Affine::Symbol;
            }
            (value.base, value.home) = (base, 0);
            value
        })
        .collect();
    let attrs: Vec<String> = match g.kind.placed {
        true => args.iter().map(|arg| crate::tensors::boundary(g, &arg.ty)).collect(),
        false => vec![String::new(); args.len()],
    };
    let list: Vec<String> =
        args.iter().zip(attrs).map(|(arg, attrs)| format!("{arg}: {}{attrs}", arg.ty)).collect();
    let word = if private { "private " } else { "" };
    let arrow = if outputs.is_empty() { String::new() } else { format!(" -> ({})", types(outputs)) };
    g.line(format!("func.func {word}@{name}({}){arrow} {{", list.join(", ")));
    g.open(true);
    (g.blocks, g.may_return) = (g.kind.blocks, true);
    g.values.extend(args.iter().cloned());
    args
}

/// Ends it; returns its text.
fn end(g: &mut Gen<'_>) -> String {
    crate::branches::leave(g);
    g.close();
    g.line("}");
    std::mem::take(&mut g.out)
}

/// A function that others may call.
fn function(g: &mut Gen<'_>, number: usize) -> String {
    let inputs = some_types(g, 4, true);
    let gives = g.n.percent(g.kind.buffers / 2);
    let outputs = match gives {
        true => vec![Ty::Memref(Shape::fixed(&[3]), Elem::Int(32), None)],
        false => some_types(g, 3, false),
    };
    let name = format!("f{number}");
    let private = g.n.percent(60);
    begin(g, &name, &inputs, &outputs, private);
    g.fuel = 4 + g.n.below(g.kind.size);
    if gives {
        // The returned buffer is allocated here and freed by the caller.
        (g.blocks, g.may_return) = (false, false);
        let value = crate::memory::allocate(g, &Shape::fixed(&[3]), Elem::Int(32), false);
        crate::memory::fill(g, &value);
        g.values.retain(|v| !(v.ty == value.ty && v.name != value.name));
    }
    let most = g.fuel;
    if !gives {
        g.statements(most);
    }
    let text = end(g);
    let cost = g.cost;
    g.callees.push(Callee { name, inputs, outputs, cost, gives });
    text
}

/// A function that calls itself until a counter is used up.
fn recursive(g: &mut Gen<'_>, number: usize) -> String {
    let name = format!("f{number}");
    let (inputs, outputs) = (vec![Ty::int(32), Ty::int(32)], vec![Ty::int(32)]);
    let private = g.n.percent(70);
    let args = begin(g, &name, &inputs, &outputs, private);
    g.fuel = 6;
    // The counter is the caller's: it is at most five.
    g.known(args[0].clone(), |counter| counter.range = Some((-1, 5)));
    let zero = g.number(Elem::Int(32), 0);
    let flag = g.def(Ty::FLAG, format!("arith.cmpi sle, {}, {zero} : i32", args[0]));
    let out = g.fresh(Ty::int(32));
    let early = g.kind.blocks && g.n.percent(50);
    if early {
        let (stop, go) = (g.block(), g.block());
        g.line(format!("cf.cond_br {flag}, {stop}, {go}"));
        g.line(format!("{stop}:"));
        g.line(format!("return {} : i32", args[1]));
        g.line(format!("{go}:"));
    } else {
        g.line(format!("{out} = scf.if {flag} -> (i32) {{"));
        g.line(format!("  scf.yield {} : i32", args[1]));
        g.line("} else {");
        g.open(true);
        (g.blocks, g.may_return) = (false, false);
    }
    g.statements(3);
    let one = g.number(Elem::Int(32), 1);
    let less = g.def(Ty::int(32), format!("arith.subi {}, {one} : i32", args[0]));
    let value = g.scalar(Elem::Int(32));
    let result = g.def(Ty::int(32), format!("func.call @{name}({less}, {value}) : (i32, i32) -> i32"));
    let value = g.scalar(Elem::Int(32));
    let sum = g.def(Ty::int(32), format!("arith.addi {result}, {value} : i32"));
    let text = if early {
        end(g)
    } else {
        g.free();
        g.line(format!("scf.yield {sum} : i32"));
        g.close();
        g.line("}");
        g.values.push(out);
        end(g)
    };
    let cost = g.cost * 6;
    g.callees.push(Callee { name: name.clone(), inputs, outputs, cost, gives: false });
    text
}

/// A call.
pub fn call(g: &mut Gen<'_>) -> bool {
    if g.callees.is_empty() || !g.may_write {
        return false;
    }
    let at = g.n.below(g.callees.len());
    let callee = g.callees[at].clone();
    if !g.affords(callee.cost) {
        return false;
    }
    let mut args: Vec<Value> = Vec::new();
    for (i, ty) in callee.inputs.iter().enumerate() {
        if let Ty::Memref(shape, elem, _) = ty {
            // Two buffers of a function never share memory.
            let used: Vec<usize> =
                args.iter().filter(|v| matches!(v.ty, Ty::Memref(..))).map(|v| v.base).collect();
            let found = g.find(|v| v.ty == *ty && !v.constant && v.base != 0 && !used.contains(&v.base));
            let value = match found {
                Some(value) => value,
                None => {
                    let value = crate::memory::allocate(g, shape, *elem, false);
                    if let Some(frame) = g.frames.last_mut() {
                        frame.to_free.push(value.clone());
                    }
                    crate::memory::fill(g, &value);
                    value
                }
            };
            args.push(value);
            continue;
        }
        let Some(mut value) = g.value(ty) else { return false };
        if i == 0 && callee.inputs == [Ty::int(32), Ty::int(32)] {
            // It may be the counter of a recursion.
            let mask = g.number(Elem::Int(32), 3);
            value = g.def(Ty::int(32), format!("arith.andi {value}, {mask} : i32"));
        }
        args.push(value);
    }
    let outs: Vec<Value> = callee.outputs.iter().map(|ty| g.fresh(ty.clone())).collect();
    invoke(g, &callee, &args, &outs);
    g.cost += callee.cost * g.weight;
    for mut value in outs {
        if matches!(value.ty, Ty::Memref(..)) {
            (value.base, value.home) = (g.base(), g.depth());
            if let Some(frame) = g.frames.last_mut() {
                frame.to_free.push(value.clone());
            }
        }
        g.values.push(value);
    }
    true
}

/// The call of a function, by its name or as a value.
fn invoke(g: &mut Gen<'_>, callee: &Callee, args: &[Value], outs: &[Value]) {
    let prefix = if outs.is_empty() { String::new() } else { format!("{} = ", names(outs)) };
    let signature = format!("({}) -> ({})", types_of(args), types(&callee.outputs));
    let only_scalars = callee.inputs.iter().chain(&callee.outputs).all(|ty| matches!(ty, Ty::Scalar(_)));
    if only_scalars && g.has(&["func.constant", "func.call_indirect"]) && g.n.percent(15) {
        let function = g.name();
        g.line(format!("{function} = func.constant @{} : {signature}", callee.name));
        g.line(format!("{prefix}func.call_indirect {function}({}) : {signature}", names(args)));
    } else {
        g.line(format!("{prefix}func.call @{}({}) : {signature}", callee.name, names(args)));
    }
}

/// Adds a number to one of the output buffers, so that its order is observable.
pub fn observe(g: &mut Gen<'_>) -> bool {
    if !g.may_write {
        return false;
    }
    let Some(value) = g.find(|v| matches!(v.ty, Ty::Scalar(_))) else { return false };
    show(g, &value);
    true
}

/// All elements of a buffer, one after the other, in a number.
pub(crate) fn digest(g: &mut Gen<'_>, buffer: &Value) -> Value {
    let (shape, elem) = (buffer.ty.shape(), buffer.ty.elem());
    let acc = if elem.is_integer() { Elem::Int(64) } else { Elem::F64 };
    let mut total = match acc {
        Elem::F64 => g.def(Ty::Scalar(acc), "arith.constant 0.0 : f64"),
        _ => g.number(acc, 7),
    };
    let (zero, one) = (g.number(Elem::Index, 0), g.number(Elem::Index, 1));
    let by = if acc == Elem::F64 { None } else { Some(g.number(acc, 31)) };
    let result = g.fresh(Ty::Scalar(acc));
    let mut outer = result.clone();
    let mut variables = Vec::new();
    for &size in &shape.sizes {
        let high = g.number(Elem::Index, size);
        let (variable, carried) = (g.name(), g.fresh(Ty::Scalar(acc)));
        g.line(format!("{outer} = scf.for {variable} = {zero} to {high} step {one} iter_args({carried} = {total}) -> ({acc}) {{"));
        g.open(true);
        variables.push(variable);
        total = carried;
        outer = g.fresh(Ty::Scalar(acc));
    }
    let element =
        g.def(Ty::Scalar(elem), format!("memref.load {buffer}[{}] : {}", variables.join(", "), buffer.ty));
    let wide = match elem {
        Elem::Index => g.def(Ty::Scalar(acc), format!("arith.index_cast {element} : index to i64")),
        Elem::Int(width) if width < 64 => {
            g.def(Ty::Scalar(acc), format!("arith.extsi {element} : i{width} to i64"))
        }
        Elem::F32 => g.def(Ty::Scalar(acc), format!("arith.extf {element} : f32 to f64")),
        _ => element,
    };
    let mut last = match by {
        Some(by) => {
            let more = g.def(Ty::Scalar(acc), format!("arith.muli {total}, {by} : i64"));
            g.def(Ty::Scalar(acc), format!("arith.addi {more}, {wide} : i64"))
        }
        None => g.def(Ty::Scalar(acc), format!("arith.addf {total}, {wide} : f64")),
    };
    // From the inside out, each loop returns the results of the nested one.
    let names: Vec<String> = loop_results(&g.out, shape.rank());
    for i in (0..shape.rank()).rev() {
        g.line(format!("scf.yield {last} : {acc}"));
        g.close();
        g.line("}");
        last = Value { name: names[i].clone(), ..result.clone() };
    }
    if shape.rank() == 0 {
        return last;
    }
    g.values.push(result.clone());
    result
}

/// Returns the result names of the last `count` loops, the outermost first.
fn loop_results(text: &str, count: usize) -> Vec<String> {
    let lines = text.lines().rev().filter(|line| line.contains("= scf.for "));
    let mut names: Vec<String> =
        lines.take(count).filter_map(|line| Some(line.trim().split(' ').next()?.to_owned())).collect();
    names.reverse();
    names
}

/// The function that is run: statements, then all that is in scope.
fn main(g: &mut Gen<'_>, write: &dyn Fn(&mut Gen<'_>)) -> String {
    begin(g, "main", &[], &[], false);
    g.fuel = 6 + g.n.below(g.kind.size + 4);
    g.may_return = false;
    for _ in 0..3 {
        g.opaque(Elem::Int(32));
    }
    g.opaque(Elem::F32);
    write(g);
    let buffers: Vec<Value> = g.values.iter().filter(|v| matches!(v.ty, Ty::Memref(..))).cloned().collect();
    for buffer in buffers.iter().rev().take(4) {
        let total = digest(g, buffer);
        g.known(total, |_| ());
    }
    let wanted = |v: &&Value| matches!(v.ty, Ty::Scalar(_) | Ty::Tensor(..) | Ty::Vector(..));
    let mut results: Vec<Value> = g.values.iter().rev().filter(wanted).take(10).cloned().collect();
    for (name, elem) in [("@out64", Elem::Int(64)), ("@outf64", Elem::F64)] {
        let ty = Ty::Memref(Shape::fixed(&[SHOWN]), elem, None);
        let buffer = g.def(ty.clone(), format!("memref.get_global {name} : {ty}"));
        for i in 0..SHOWN {
            let at = g.number(Elem::Index, i);
            results.push(g.def(Ty::Scalar(elem), format!("memref.load {buffer}[{at}] : {ty}")));
        }
    }
    g.free();
    g.line(format!("return {} : {}", names(&results), types_of(&results)));
    g.close();
    g.line("}");
    // The types of the results are known only now.
    let outputs: Vec<Ty> = results.iter().map(|value| value.ty.clone()).collect();
    let text = std::mem::take(&mut g.out);
    text.replacen("@main() {", &format!("@main() -> ({}) {{", types(&outputs)), 1)
}
