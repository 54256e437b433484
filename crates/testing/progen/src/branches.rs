//! Graphs of blocks.
//!
//! Each statement begins in one block and ends in another, which the first dominates, so that they go together in any
//! order and inside of each other.

use crate::generator::Gen;
use crate::types::{Elem, Ty, Value, names, types_of};

/// `^bb3(%a, %b : i32, i32)`: a block with its operands.
fn target(block: &str, values: &[Value]) -> String {
    if values.is_empty() {
        block.to_owned()
    } else {
        format!("{block}({} : {})", names(values), types_of(values))
    }
}

/// Starts a block; its arguments are in scope.
fn start(g: &mut Gen<'_>, block: &str, types: &[Ty]) -> Vec<Value> {
    let args: Vec<Value> = types.iter().map(|ty| g.fresh(ty.clone())).collect();
    let list: Vec<String> = args.iter().map(|arg| format!("{arg}: {}", arg.ty)).collect();
    let list = if list.is_empty() { String::new() } else { format!("({})", list.join(", ")) };
    g.line(format!("{block}{list}:"));
    g.values.extend(args.iter().cloned());
    args
}

/// A stretch of blocks: statements, then a branch to `to` with values of these types.
fn arm(g: &mut Gen<'_>, most: usize, to: &str, types: &[Ty]) {
    g.open(false);
    g.statements(most);
    let values = g.values_of(types);
    g.free();
    let target = target(to, &values);
    g.line(format!("cf.br {target}"));
    g.close();
}

/// Leaves the function.
pub fn leave(g: &mut Gen<'_>) {
    let types = g.outputs.clone();
    let values = g.values_of(&types);
    let all: Vec<Value> = g.frames.iter().flat_map(|frame| frame.to_free.iter().cloned()).collect();
    for value in all.iter().rev() {
        g.line(format!("memref.dealloc {value} : {}", value.ty));
    }
    match values.is_empty() {
        true => g.line("return"),
        false => g.line(format!("return {} : {}", names(&values), types_of(&values))),
    }
}

/// Two branches that join, or one that returns.
pub fn diamond(g: &mut Gen<'_>) -> bool {
    if !g.blocks || !g.may_nest() {
        return false;
    }
    let flag = g.scalar(Elem::Int(1));
    let carried = g.carried(2);
    let (then, other, join) = (g.block(), g.block(), g.block());
    match g.n.below(6) {
        // Only one of the branches has a block.
        0 => {
            let values = g.values_of(&carried);
            g.line(format!("cf.cond_br {flag}, {then}, {}", target(&join, &values)));
        }
        // Both go to one block with different values.
        1 if !carried.is_empty() => {
            let (one, two) = (g.values_of(&carried), g.values_of(&carried));
            g.line(format!("cf.cond_br {flag}, {}, {}", target(&join, &one), target(&join, &two)));
            start(g, &join, &carried);
            return true;
        }
        2 if g.may_return => {
            g.line(format!("cf.cond_br {flag}, {then}, {other}"));
            start(g, &other, &[]);
            g.open(false);
            g.statements(2);
            g.free();
            leave(g);
            g.close();
        }
        _ => {
            g.line(format!("cf.cond_br {flag}, {then}, {other}"));
            start(g, &other, &[]);
            arm(g, 2, &join, &carried);
        }
    }
    start(g, &then, &[]);
    arm(g, 3, &join, &carried);
    start(g, &join, &carried);
    true
}

/// A multi-way branch.
pub fn switch(g: &mut Gen<'_>) -> bool {
    if !g.blocks || !g.may_nest() {
        return false;
    }
    let flag = g.scalar(Elem::Int(32));
    let mask = g.number(Elem::Int(32), 3);
    let flag = g.def(Ty::int(32), format!("arith.andi {flag}, {mask} : i32"));
    let carried = g.carried(2);
    let join = g.block();
    let cases = 1 + g.n.below(3);
    let blocks: Vec<String> = (0..cases).map(|_| g.block()).collect();
    let values = g.values_of(&carried);
    g.line(format!("cf.switch {flag} : i32, ["));
    g.line(format!("  default: {},", target(&join, &values)));
    for (i, block) in blocks.iter().enumerate() {
        let end = if i + 1 == cases { "" } else { "," };
        g.line(format!("  {i}: {block}{end}"));
    }
    g.line("]");
    for block in &blocks {
        start(g, block, &[]);
        arm(g, 2, &join, &carried);
    }
    start(g, &join, &carried);
    true
}

/// A loop that counts.
pub fn counted(g: &mut Gen<'_>) -> bool {
    let repeats = g.most_repeats();
    if !g.blocks || !g.may_nest() || repeats < 2 {
        return false;
    }
    let elem = *g.n.pick(&[Elem::Index, Elem::Int(32), Elem::Int(64)]);
    let carried = g.carried(3);
    let bound = g.n.within(0, repeats);
    let bound = if elem == Elem::Index { g.index(bound) } else { g.number(elem, bound) };
    let (zero, one) = (g.number(elem, 0), g.number(elem, 1));
    let (head, body, exit) = (g.block(), g.block(), g.block());
    let all = [vec![Ty::Scalar(elem)], carried.clone()].concat();
    let initial = [vec![zero], g.values_of(&carried)].concat();
    g.line(format!("cf.br {}", target(&head, &initial)));
    g.open(false);
    let args = start(g, &head, &all);
    g.weight *= repeats as u64;
    let counter = args[0].clone();
    g.known(counter.clone(), |counter| counter.range = Some((0, repeats)));
    let flag = g.def(Ty::FLAG, format!("arith.cmpi slt, {counter}, {bound} : {elem}"));
    // The operands of the exit are in scope here as well as there.
    let passes = g.n.percent(60);
    let out = if passes { args[1..].to_vec() } else { Vec::new() };
    g.line(format!("cf.cond_br {flag}, {body}, {}", target(&exit, &out)));
    start(g, &body, &[]);
    g.open(false);
    g.known(counter.clone(), |counter| counter.range = Some((0, repeats - 1)));
    g.statements(4);
    let next = g.def(Ty::Scalar(elem), format!("arith.addi {counter}, {one} : {elem}"));
    let values = [vec![next], g.values_of(&carried)].concat();
    g.free();
    g.line(format!("cf.br {}", target(&head, &values)));
    g.close();
    g.weight /= repeats as u64;
    g.close();
    let types: Vec<Ty> = out.iter().map(|value| value.ty.clone()).collect();
    start(g, &exit, &types);
    if !passes && g.n.percent(50) {
        g.values.extend(args[1..].iter().cloned());
    }
    true
}

/// A cycle with two entries: no loop. A counter that both blocks take from ends it.
pub fn irreducible(g: &mut Gen<'_>) -> bool {
    let repeats = g.most_repeats();
    if !g.blocks || !g.may_nest() || repeats < 3 {
        return false;
    }
    let carried = g.carried(2);
    let all = [vec![Ty::int(32)], carried.clone()].concat();
    let flag = g.scalar(Elem::Int(1));
    let fuel = g.n.within(1, repeats);
    let (fuel, one, zero) =
        (g.number(Elem::Int(32), fuel), g.number(Elem::Int(32), 1), g.number(Elem::Int(32), 0));
    let (first, second, exit) = (g.block(), g.block(), g.block());
    let values = [vec![fuel.clone()], g.values_of(&carried)].concat();
    let others = [vec![fuel], g.values_of(&carried)].concat();
    g.line(format!("cf.cond_br {flag}, {}, {}", target(&first, &values), target(&second, &others)));
    g.weight *= repeats as u64;
    for (block, other) in [(&first, &second), (&second, &first)] {
        g.open(false);
        let args = start(g, block, &all);
        g.statements(2);
        let left = g.def(Ty::int(32), format!("arith.subi {}, {one} : i32", args[0]));
        let more = g.def(Ty::FLAG, format!("arith.cmpi sgt, {left}, {zero} : i32"));
        let values = [vec![left], g.values_of(&carried)].concat();
        let out = g.values_of(&carried);
        g.free();
        g.line(format!("cf.cond_br {more}, {}, {}", target(other, &values), target(&exit, &out)));
        g.close();
    }
    g.weight /= repeats as u64;
    start(g, &exit, &carried);
    true
}

/// A block that nothing leads to, and one that does nothing.
pub fn dead(g: &mut Gen<'_>) -> bool {
    if !g.blocks || !g.may_nest() {
        return false;
    }
    let (dead, hop, next) = (g.block(), g.block(), g.block());
    let carried = g.carried(1);
    let values = g.values_of(&carried);
    g.line(format!("cf.br {hop}"));
    start(g, &dead, &[]);
    arm(g, 2, &next, &carried);
    start(g, &hop, &[]);
    g.line(format!("cf.br {}", target(&next, &values)));
    start(g, &next, &carried);
    true
}
