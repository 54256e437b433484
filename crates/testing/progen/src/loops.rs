//! The regions of `scf`.

use crate::generator::Gen;
use crate::types::{Affine, Elem, Ty, Value, names, types, types_of};

/// Opens a region in which there are no blocks to branch to.
fn enter(g: &mut Gen<'_>) -> (bool, bool) {
    g.open(true);
    let before = (g.blocks, g.may_return);
    (g.blocks, g.may_return) = (false, false);
    before
}

fn leave(g: &mut Gen<'_>, before: (bool, bool)) {
    (g.blocks, g.may_return) = before;
    g.close();
}

/// Ends a region with values of these types.
fn yield_values(g: &mut Gen<'_>, op: &str, types: &[Ty]) {
    let values = g.values_of(types);
    g.free();
    match values.is_empty() {
        true => g.line(op),
        false => g.line(format!("{op} {} : {}", names(&values), types_of(&values))),
    }
}

fn results(g: &mut Gen<'_>, types: &[Ty]) -> (Vec<Value>, String) {
    let values: Vec<Value> = types.iter().map(|ty| g.fresh(ty.clone())).collect();
    let prefix = if values.is_empty() { String::new() } else { format!("{} = ", names(&values)) };
    (values, prefix)
}

/// ` -> (i32, f32)`, or nothing.
fn arrow(list: &[Ty]) -> String {
    if list.is_empty() { String::new() } else { format!(" -> ({})", types(list)) }
}

/// Returns the bounds of a loop with at most `repeats` iterations: lower, upper and step, and the range of the
/// induction variable. The upper bound of a loop that does not run may be less than the lower one.
fn bounds(g: &mut Gen<'_>, elem: Elem, repeats: i64) -> ([Value; 3], (i64, i64)) {
    let is_less = g.n.percent(12);
    bounds_of(g, elem, repeats, is_less)
}

/// The same; the upper bound is less than the lower one if `is_less`.
fn bounds_of(g: &mut Gen<'_>, elem: Elem, repeats: i64, is_less: bool) -> ([Value; 3], (i64, i64)) {
    let step = *g.n.pick(&[1, 1, 1, 2, 3]);
    let (low, high) = match is_less {
        true => less_than_none(g),
        false => {
            let (low, trips) = (*g.n.pick(&[0, 0, 0, 1, 2]), g.n.within(0, repeats));
            let rest = if step > 1 && trips > 0 { g.n.within(0, step - 1) } else { 0 };
            (low, low + trips * step - rest)
        }
    };
    let mut number = |n: i64| if elem == Elem::Index { g.index(n) } else { g.number(elem, n) };
    ([number(low), number(high), number(step)], (low, (high - 1).max(low)))
}

/// A lower bound from 1 to 6, and an upper one below it that is not negative.
pub fn less_than_none(g: &mut Gen<'_>) -> (i64, i64) {
    let low = g.n.within(1, 6);
    (low, g.n.within(0, low - 1))
}

/// `scf.for`.
pub fn for_(g: &mut Gen<'_>) -> bool {
    let repeats = g.most_repeats();
    if !g.may_nest() || repeats < 2 {
        return false;
    }
    let elem = if g.n.percent(80) { Elem::Index } else { Elem::Int(*g.n.pick(&[32, 64])) };
    let ([low, high, step], range) = bounds(g, elem, repeats);
    let carried = g.carried(3);
    let initial = g.values_of(&carried);
    let (out, prefix) = results(g, &carried);
    let mut variable = g.fresh(Ty::Scalar(elem));
    variable.range = Some(range);
    variable.affine = Affine::No;
    let args: Vec<Value> = carried.iter().map(|ty| g.fresh(ty.clone())).collect();
    let pairs: Vec<String> = args.iter().zip(&initial).map(|(arg, init)| format!("{arg} = {init}")).collect();
    let around = if pairs.is_empty() {
        String::new()
    } else {
        format!(" iter_args({}) -> ({})", pairs.join(", "), types(&carried))
    };
    let ty = if elem == Elem::Index { String::new() } else { format!(" : {elem}") };
    g.line(format!("{prefix}scf.for {variable} = {low} to {high} step {step}{around}{ty} {{"));
    let before = enter(g);
    g.weight *= repeats as u64;
    g.values.push(variable);
    g.values.extend(args.into_iter().map(inside));
    g.statements(4);
    yield_values(g, "scf.yield", &carried);
    g.weight /= repeats as u64;
    leave(g, before);
    g.line("}");
    g.values.extend(out);
    true
}

/// The value as one of a region.
fn inside(mut value: Value) -> Value {
    if value.affine == Affine::Symbol {
        value.affine = Affine::No;
    }
    value
}

/// `scf.if`.
pub fn if_(g: &mut Gen<'_>) -> bool {
    if !g.may_nest() {
        return false;
    }
    let flag = g.scalar(Elem::Int(1));
    let carried = g.carried(2);
    let (out, prefix) = results(g, &carried);
    g.line(format!("{prefix}scf.if {flag}{} {{", arrow(&carried)));
    let both = !carried.is_empty() || g.n.percent(50);
    for i in 0..1 + usize::from(both) {
        if i == 1 {
            g.line("} else {");
        }
        let before = enter(g);
        g.statements(3);
        yield_values(g, "scf.yield", &carried);
        leave(g, before);
    }
    g.line("}");
    g.values.extend(out);
    true
}

/// `scf.while`, which a counter ends.
pub fn while_(g: &mut Gen<'_>) -> bool {
    let repeats = g.most_repeats();
    if !g.may_nest() || repeats < 2 {
        return false;
    }
    let elem = *g.n.pick(&[Elem::Int(32), Elem::Index]);
    let (mut carried, mut passed) = (vec![Ty::Scalar(elem)], vec![Ty::Scalar(elem)]);
    carried.extend(g.carried(2));
    passed.extend(if g.n.percent(50) { carried[1..].to_vec() } else { g.carried(2) });
    let bound = g.n.within(0, repeats - 1);
    let bound = if elem == Elem::Index { g.index(bound) } else { g.number(elem, bound) };
    let (zero, one) = (g.number(elem, 0), g.number(elem, 1));
    let initial = [vec![zero], g.values_of(&carried[1..])].concat();
    let (out, prefix) = results(g, &passed);
    let args: Vec<Value> = carried.iter().map(|ty| g.fresh(ty.clone())).collect();
    let pairs: Vec<String> = args.iter().zip(&initial).map(|(arg, init)| format!("{arg} = {init}")).collect();
    g.line(format!(
        "{prefix}scf.while ({}) : ({}) -> ({}) {{",
        pairs.join(", "),
        types(&carried),
        types(&passed)
    ));
    let before = enter(g);
    g.weight *= repeats as u64;
    g.values.extend(args.iter().cloned().map(inside));
    g.statements(2);
    let flag = g.def(Ty::FLAG, format!("arith.cmpi slt, {}, {bound} : {elem}", args[0]));
    let flag = if g.n.percent(30) {
        let other = g.scalar(Elem::Int(1));
        g.def(Ty::FLAG, format!("arith.andi {flag}, {other} : i1"))
    } else {
        flag
    };
    let values = [vec![args[0].clone()], g.values_of(&passed[1..])].concat();
    g.free();
    g.line(format!("scf.condition({flag}) {} : {}", names(&values), types(&passed)));
    leave(g, before);
    g.line("} do {");
    let before = enter(g);
    let args: Vec<Value> = passed.iter().map(|ty| g.fresh(ty.clone())).collect();
    let list: Vec<String> = args.iter().map(|arg| format!("{arg}: {}", arg.ty)).collect();
    let block = g.block();
    g.line(format!("{block}({}):", list.join(", ")));
    g.values.extend(args.iter().cloned().map(inside));
    g.statements(3);
    let next = g.def(Ty::Scalar(elem), format!("arith.addi {}, {one} : {elem}", args[0]));
    let values = [vec![next], g.values_of(&carried[1..])].concat();
    g.free();
    g.line(format!("scf.yield {} : {}", names(&values), types(&carried)));
    g.weight /= repeats as u64;
    leave(g, before);
    g.line("}");
    g.values.extend(out);
    true
}

/// `scf.index_switch`.
pub fn index_switch(g: &mut Gen<'_>) -> bool {
    if !g.may_nest() {
        return false;
    }
    let flag = g.index_below(4);
    let carried = g.carried(2);
    let (out, prefix) = results(g, &carried);
    // Unlike others, this one has no parentheses.
    let arrow = if carried.is_empty() { String::new() } else { format!(" -> {}", types(&carried)) };
    g.line(format!("{prefix}scf.index_switch {flag}{arrow}"));
    let cases = 1 + g.n.below(3);
    for case in 0..=cases {
        match case == cases {
            true => g.line("default {"),
            false => g.line(format!("case {case} {{")),
        }
        let before = enter(g);
        g.statements(2);
        yield_values(g, "scf.yield", &carried);
        leave(g, before);
        g.line("}");
    }
    g.values.extend(out);
    true
}

/// `scf.execute_region`, with several blocks.
pub fn execute_region(g: &mut Gen<'_>) -> bool {
    if !g.may_nest() {
        return false;
    }
    let carried = g.carried(2);
    let (out, prefix) = results(g, &carried);
    g.line(format!("{prefix}scf.execute_region{} {{", arrow(&carried)));
    let before = enter(g);
    // Graphs of blocks in loops go past what lifts them out of functions alone.
    g.blocks = g.kind.blocks_in_regions;
    g.statements(3);
    yield_values(g, "scf.yield", &carried);
    leave(g, before);
    g.line("}");
    g.values.extend(out);
    true
}

/// `scf.parallel` with a reduction of integers; iterations write nothing that others see.
pub fn parallel(g: &mut Gen<'_>) -> bool {
    let repeats = g.most_repeats().min(4);
    if !g.may_nest() || repeats < 2 {
        return false;
    }
    let rank = 1 + g.n.below(2) as i64;
    let (mut lows, mut highs, mut steps, mut variables) = (vec![], vec![], vec![], vec![]);
    // The product of two negative numbers of iterations is positive.
    let is_less = g.n.percent(12);
    for _ in 0..rank {
        let most = if rank == 2 { 2 } else { repeats };
        let ([low, high, step], range) = bounds_of(g, Elem::Index, most, is_less);
        lows.push(low);
        highs.push(high);
        steps.push(step);
        let mut variable = g.fresh(Ty::INDEX);
        (variable.range, variable.affine) = (Some(range), Affine::No);
        variables.push(variable);
    }
    let buffer = g.find(|v| {
        matches!(&v.ty, Ty::Memref(shape, ..) if shape.rank() as i64 == rank) && !v.constant && v.base != 0
    });
    let reduces = g.n.percent(60);
    let width = *g.n.pick(&[32, 64]);
    let out = g.fresh(Ty::int(width));
    let initial = g.scalar(Elem::Int(width));
    let (prefix, init, arrow) = match reduces {
        true => (format!("{out} = "), format!(" init ({initial})"), format!(" -> i{width}")),
        false => Default::default(),
    };
    g.line(format!(
        "{prefix}scf.parallel ({}) = ({}) to ({}) step ({}){init}{arrow} {{",
        names(&variables),
        names(&lows),
        names(&highs),
        names(&steps)
    ));
    let before = enter(g);
    g.weight *= 4;
    let may_write = std::mem::replace(&mut g.may_write, false);
    g.values.extend(variables.iter().cloned());
    // Iterations may go in any order, so none sees what another writes.
    g.hidden.extend(buffer.iter().map(|buffer| buffer.base));
    g.statements(3);
    if buffer.is_some() {
        g.hidden.pop();
    }
    if let Some(buffer) = buffer {
        // If the induction variables are in bounds, each iteration accesses a distinct element.
        let fits = buffer
            .ty
            .shape()
            .sizes
            .iter()
            .zip(&variables)
            .all(|(&size, variable)| variable.range.is_some_and(|(_, high)| high < size));
        if fits && may_write {
            let value = g.scalar(buffer.ty.elem());
            g.line(format!("memref.store {value}, {buffer}[{}] : {}", names(&variables), buffer.ty));
        }
    }
    if reduces {
        let value = g.scalar(Elem::Int(width));
        g.free();
        let (a, b, r) = (g.name(), g.name(), g.name());
        let op = *g.n.pick(&["addi", "muli", "xori", "maxsi", "minui", "andi", "ori"]);
        let block = g.block();
        g.line(format!("scf.reduce({value} : i{width}) {{"));
        g.line(format!("{block}({a}: i{width}, {b}: i{width}):"));
        g.line(format!("  {r} = arith.{op} {a}, {b} : i{width}"));
        g.line(format!("  scf.reduce.return {r} : i{width}"));
        g.line("}");
    } else {
        g.free();
        g.line("scf.reduce");
    }
    g.may_write = may_write;
    g.weight /= 4;
    leave(g, before);
    g.line("}");
    if reduces {
        g.values.push(out);
    }
    true
}

/// Two consecutive loops over the same range; the second reads the buffer that the first writes.
pub fn twin_parallel(g: &mut Gen<'_>) -> bool {
    if !g.may_write || !g.affords(60) {
        return false;
    }
    let size = g.n.within(1, 5);
    let elem = *g.n.pick(&[Elem::Int(32), Elem::F32, Elem::Int(64)]);
    let ty = format!("memref<{size}x{elem}>");
    let (zero, high, one) = (g.number(Elem::Index, 0), g.number(Elem::Index, size), g.number(Elem::Index, 1));
    let (a, b) = (g.scalar(elem), g.scalar(elem));
    let (first, second) = (g.name(), g.name());
    g.line(format!("{first} = memref.alloc() : {ty}"));
    g.line(format!("{second} = memref.alloc() : {ty}"));
    let add = if elem.is_integer() { "addi" } else { "addf" };
    let (i, j, x, y) = (g.name(), g.name(), g.name(), g.name());
    g.line(format!("scf.parallel ({i}) = ({zero}) to ({high}) step ({one}) {{"));
    g.line(format!("  memref.store {a}, {first}[{i}] : {ty}"));
    if g.n.percent(30) {
        g.line(format!("  memref.store {b}, {second}[{i}] : {ty}"));
    }
    g.line("  scf.reduce");
    g.line("}");
    g.line(format!("scf.parallel ({j}) = ({zero}) to ({high}) step ({one}) {{"));
    // The element of another iteration forbids that the loops become one.
    let at = if g.n.percent(50) {
        let (last, mirrored) = (g.name(), g.name());
        g.line(format!("  {last} = arith.subi {high}, {one} : index"));
        g.line(format!("  {mirrored} = arith.subi {last}, {j} : index"));
        mirrored
    } else {
        j.clone()
    };
    g.line(format!("  {x} = memref.load {first}[{at}] : {ty}"));
    g.line(format!("  {y} = arith.{add} {x}, {b} : {elem}"));
    g.line(format!("  memref.store {y}, {second}[{j}] : {ty}"));
    g.line("  scf.reduce");
    g.line("}");
    let at = g.n.within(0, size - 1);
    let at = g.number(Elem::Index, at);
    g.def(Ty::Scalar(elem), format!("memref.load {second}[{at}] : {ty}"));
    g.line(format!("memref.dealloc {first} : {ty}"));
    g.line(format!("memref.dealloc {second} : {ty}"));
    true
}

/// `scf.forall` that writes its own elements of a tensor.
pub fn forall(g: &mut Gen<'_>) -> bool {
    if !g.has(&["scf.forall", "scf.forall.in_parallel"]) || !g.may_nest() || !g.may_write || !g.affords(40) {
        return false;
    }
    let Some(tensor) =
        g.find(|v| matches!(&v.ty, Ty::Tensor(shape, _) if shape.rank() == 1 && shape.is_fixed()))
    else {
        return false;
    };
    let (size, elem) = (tensor.ty.shape().sizes[0], tensor.ty.elem());
    // `sccp` would replace the shared output by a tensor that it knows as a constant, which is invalid.
    let (Some(element), place) = (g.opaque(elem), g.index_below(size)) else { return false };
    let tensor =
        g.def(tensor.ty.clone(), format!("tensor.insert {element} into {tensor}[{place}] : {}", tensor.ty));
    let mut variable = g.fresh(Ty::INDEX);
    (variable.range, variable.affine) = (Some((0, size - 1)), Affine::No);
    let (out, shared) = (g.fresh(tensor.ty.clone()), g.name());
    g.line(format!(
        "{out} = scf.forall ({variable}) in ({size}) shared_outs({shared} = {tensor}) -> ({}) {{",
        tensor.ty
    ));
    let before = enter(g);
    g.weight *= size as u64;
    let may_write = std::mem::replace(&mut g.may_write, false);
    g.values.push(variable.clone());
    g.statements(2);
    let value = g.scalar(elem);
    let slice = g.def(
        Ty::Tensor(crate::types::Shape::fixed(&[1]), elem),
        format!("tensor.from_elements {value} : tensor<1x{elem}>"),
    );
    g.free();
    g.line("scf.forall.in_parallel {");
    g.line(format!(
        "  tensor.parallel_insert_slice {slice} into {shared}[{variable}] [1] [1] : tensor<1x{elem}> into {}",
        tensor.ty
    ));
    g.line("}");
    g.may_write = may_write;
    g.weight /= size as u64;
    leave(g, before);
    g.line("}");
    // Data-flow analyses treat dependents of the result as unreachable, so there are none.
    let at = g.index_below(size);
    let element = g.def(Ty::Scalar(elem), format!("tensor.extract {out}[{at}] : {}", out.ty));
    g.values.retain(|value| value.name != element.name);
    crate::shown::show(g, &element);
    true
}

/// `scf.forall` that writes a buffer, each time another element.
pub fn forall_on_buffer(g: &mut Gen<'_>) -> bool {
    if !g.has(&["scf.forall"]) || !g.may_write || !g.affords(60) {
        return false;
    }
    let (size, step) = (g.n.within(1, 6), g.n.within(1, 3));
    let elem = *g.n.pick(&[Elem::Int(32), Elem::F32, Elem::Int(64)]);
    let ty = format!("memref<{size}x{elem}>");
    let (low, high) = (g.opaque_index(0), g.opaque_index(size));
    let value = g.scalar(elem);
    let buffer = g.name();
    g.line(format!("{buffer} = memref.alloc() : {ty}"));
    let (zero, one) = (g.number(Elem::Index, 0), g.number(Elem::Index, 1));
    let (all, i) = (g.name(), g.name());
    let end = g.number(Elem::Index, size);
    g.line(format!("scf.for {all} = {zero} to {end} step {one} {{"));
    g.line(format!("  memref.store {value}, {buffer}[{all}] : {ty}"));
    g.line("}");
    g.line(format!("scf.forall ({i}) = ({low}) to ({high}) step ({step}) {{"));
    let add = if elem.is_integer() { "addi" } else { "addf" };
    let (x, y) = (g.name(), g.name());
    g.line(format!("  {x} = memref.load {buffer}[{i}] : {ty}"));
    g.line(format!("  {y} = arith.{add} {x}, {value} : {elem}"));
    g.line(format!("  memref.store {y}, {buffer}[{i}] : {ty}"));
    g.line("}");
    let at = g.index_below(size);
    g.def(Ty::Scalar(elem), format!("memref.load {buffer}[{at}] : {ty}"));
    g.line(format!("memref.dealloc {buffer} : {ty}"));
    true
}
