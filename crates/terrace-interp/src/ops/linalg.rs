//! The dialect linalg: each op as loops over its elements, around its region.

use std::rc::Rc;

use terrace_dialects_linalg::structured::as_structured;
use terrace_ir::{OpRef, ValueRef};

use super::affine::expression;
use super::loops::{Loop, nest};
use super::tensor::{array, position};
use crate::fault::Fault;
use crate::inst::{Inst, Reg};
use crate::layout::Element;
use crate::lower::{Exit, Interpret, Lowered, Lowering, Place, Row};

/// How the ops are lowered.
pub static ROWS: &[Row] = &[("linalg.yield", &leave), ("linalg.index", &index)];

/// The row of every op that loops over elements.
pub static STRUCTURED: &dyn Interpret = &structured;

fn leave(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    lw.leave(op)
}

fn index(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let dim = op.prop(0).and_then(|attr| attr.as_u64(lw.cx)).unwrap_or(0) as usize;
    let slot =
        lw.iterations.last().and_then(|slots| slots.get(dim).copied()).ok_or("an index without a loop")?;
    let d = lw.slot(op.result(0))?;
    lw.emit(Inst::Copy { d, a: slot });
    Ok(())
}

/// Appends the instructions that put the extent of an operand's dimension into a slot.
fn extent(lw: &mut Lowering<'_>, value: ValueRef<'_>, dimension: usize) -> Lowered<Reg> {
    match lw.place(value)? {
        Place::Slots(first, _) => Ok(first + 2 + dimension as u32),
        Place::Object(reg) => {
            let d = lw.new_slots(1);
            lw.native_on(Vec::new(), vec![d], move |env| {
                let size = array(env.objects, reg)?.shape.get(dimension).copied();
                env.slots[d as usize] =
                    size.ok_or_else(|| Fault::new("a tensor of another rank is expected"))?;
                Ok(())
            });
            Ok(d)
        }
    }
}

/// Appends the read of an element into slots.
fn read(lw: &mut Lowering<'_>, place: Place, element: Element, indices: Vec<Reg>, to: Reg) -> Lowered {
    match place {
        Place::Slots(mem, _) if element.slots() == 1 => {
            let (size, rank, list) = (element.bytes() as u8, indices.len() as u8, lw.list(&indices));
            lw.emit(Inst::Load { size, rank, d: to, mem, list });
            Ok(())
        }
        Place::Slots(..) => Err("elements of more than 64 bits are not supported here".to_owned()),
        Place::Object(reg) => {
            let (first, n) = (to as usize, element.slots());
            lw.native_on(indices.clone(), (to..to + n).collect(), move |env| {
                let array = array(env.objects, reg)?;
                let at = position(array, env.slots, &indices)?;
                array.check_written(at)?;
                let size = element.bytes();
                element.read(
                    &array.bytes[at * size..(at + 1) * size],
                    &mut env.slots[first..first + n as usize],
                );
                Ok(())
            });
            Ok(())
        }
    }
}

/// Appends the write of an element from slots.
fn write(lw: &mut Lowering<'_>, place: Place, element: Element, indices: Vec<Reg>, from: Reg) -> Lowered {
    match place {
        Place::Slots(mem, _) if element.slots() == 1 => {
            let (size, rank, list) = (element.bytes() as u8, indices.len() as u8, lw.list(&indices));
            lw.emit(Inst::Store { size, rank, a: from, mem, list });
            Ok(())
        }
        Place::Slots(..) => Err("elements of more than 64 bits are not supported here".to_owned()),
        Place::Object(reg) => {
            let (first, n) = (from as usize, element.slots());
            lw.native_on((from..from + n).chain(indices.iter().copied()).collect(), Vec::new(), move |env| {
                let at = position(array(env.objects, reg)?, env.slots, &indices)?;
                let object = env.objects[reg as usize].as_mut().map(Rc::make_mut);
                let array = object.ok_or_else(|| Fault::new("use of a tensor that is not there"))?;
                let size = element.bytes();
                element.write(
                    &env.slots[first..first + n as usize],
                    &mut array.bytes[at * size..(at + 1) * size],
                );
                array.mark_written(at);
                Ok(())
            });
            Ok(())
        }
    }
}

fn structured(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let structured = as_structured(op).ok_or("an op that loops over elements is expected")?;
    let maps = structured.indexing_maps(op);
    let (first, count) = structured.destinations(op);
    let entry = op.region(0).entry().ok_or("an op without a region")?;
    let loops = maps.first().map_or(0, |map| map.num_dims);
    let mut places = lw.places(op.operands())?;
    // On tensors the results begin as the destinations.
    if op.num_results() > 0 {
        let results = lw.places(op.results())?;
        lw.pass(op, op.operands().skip(first).take(count), &results)?;
        for (place, result) in places.iter_mut().skip(first).zip(results) {
            *place = result;
        }
    }
    let (zero, one) = (lw.constant(0), lw.constant(1));
    let mut bounds = Vec::new();
    for dim in 0..loops {
        let found = maps.iter().enumerate().find_map(|(i, map)| Some((i, map.result_position(dim)?)));
        let (operand, position) = found.ok_or("a loop whose extent is not known")?;
        // A destination on tensors may have been moved to its result.
        let value = match operand.checked_sub(first).filter(|&i| i < op.num_results()) {
            Some(i) => op.result(i),
            None => op.operand(operand),
        };
        bounds.push(Loop { lower: zero, upper: extent(lw, value, position)?, step: one, checked: true });
    }
    let w = lw.index_bits() as u8;
    nest(lw, op, (w, false), &bounds, &[], |lw, variables| {
        let mut indices: Vec<Vec<Reg>> = Vec::new();
        for map in &maps {
            indices
                .push(map.results.iter().map(|e| expression(lw, e, variables, &[])).collect::<Lowered<_>>()?);
        }
        for (i, arg) in entry.args().enumerate() {
            if arg.is_unused() {
                continue;
            }
            let operand = op.operand(i);
            if !operand.ty().is_shaped(lw.cx) {
                lw.alias(arg, places[i]);
                continue;
            }
            let (element, to) = (lw.element(arg.ty())?, lw.slot(arg)?);
            read(lw, places[i], element, indices[i].clone(), to)?;
        }
        let mut targets = Vec::new();
        for arg in entry.args().skip(first) {
            let element = lw.element(arg.ty())?;
            targets.push((element, lw.new_slots(element.slots())));
        }
        let label = lw.label();
        let slots = targets.iter().map(|&(element, reg)| Place::Slots(reg, element.slots())).collect();
        lw.iterations.push(variables.to_vec());
        lw.region(op.region(0), Exit { targets: slots, label });
        lw.iterations.pop();
        lw.bind(label);
        for (i, (element, from)) in targets.into_iter().enumerate() {
            write(lw, places[first + i], element, indices[first + i].clone(), from)?;
        }
        Ok(())
    })
}
