//! The dialect linalg: each op as loops over its elements, around its region.

use std::ops::Range;
use std::rc::Rc;

use terrace_affine::{AffineExpr, AffineMap, BinaryOp, ExprKind};
use terrace_dialects_linalg::region_ops::{IndexOp, YieldOp};
use terrace_dialects_linalg::structured::{Structured, as_structured};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModelWhere, ExternalModels, OpModel};
use terrace_ir::{DYNAMIC, OpKind, OpRef, RegionRef, ValueRef};

use super::affine::expression;
use super::loops::{Loop, nest};
use super::tensor::{array, position};
use crate::fault::Fault;
use crate::inst::{Inst, Reg};
use crate::kernel::{KernelParts, Linear, Operand, Source};
use crate::layout::Element;
use crate::lower::{Exit, Interpret, Lowered, Lowering, ValuePlace};
use crate::memref::address;
use crate::object::VALUE;

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "linalg",
    interfaces: &[&ExternalModels(MODELS), &ExternalModels(super::relayout::MODELS), &STRUCTURED],
    ..EMPTY_EXTENSION
};

/// The instructions of every op that loops over elements.
static STRUCTURED: ExternalModelWhere<dyn Interpret> =
    ExternalModelWhere { pred: |op| op.interface::<dyn Structured>().is_some(), model: &structured };

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[(YieldOp::DEF, &leave), (IndexOp::DEF, &index)];

fn leave(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    lw.leave(op)
}

fn index(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = IndexOp::view_of(op);
    let dim = view.dim() as usize;
    let slot =
        lw.iterations.last().and_then(|slots| slots.get(dim).copied()).ok_or("an index without a loop")?;
    let d = lw.slot(view.result())?;
    lw.emit(Inst::Copy { d, a: slot });
    Ok(())
}

/// Appends the instructions that put the extent of an operand's dimension into a slot.
fn extent(lw: &mut Lowering<'_>, value: ValueRef<'_>, dimension: usize) -> Lowered<Reg> {
    match lw.place(value)? {
        ValuePlace::Slots(first, _) => Ok(first + 2 + dimension as u32),
        ValuePlace::Object(reg) => {
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
fn read(lw: &mut Lowering<'_>, place: ValuePlace, element: Element, indices: Vec<Reg>, to: Reg) -> Lowered {
    match place {
        ValuePlace::Slots(mem, _) if element.slots() == 1 => {
            let (size, rank, list) = (element.bytes() as u8, indices.len() as u8, lw.list(&indices));
            lw.emit(Inst::Load { size, rank, d: to, mem, list });
            Ok(())
        }
        ValuePlace::Slots(mem, _) => {
            let (size, rank, n) = (element.bytes() as u8, indices.len() as u8, element.slots());
            let slots = mem..mem + 2 + 2 * u32::from(rank);
            lw.native_on(
                slots.chain(indices.iter().copied()).collect(),
                (to..to + n).collect(),
                move |env| {
                    let (handle, at) = address(env.slots, &indices, size, rank, mem, 0, env.heap)?;
                    let bytes = env.heap.read(handle, at, size as usize)?;
                    element.read(bytes, &mut env.slots[to as usize..(to + n) as usize]);
                    Ok(())
                },
            );
            Ok(())
        }
        ValuePlace::Object(reg) => {
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
fn write(
    lw: &mut Lowering<'_>,
    place: ValuePlace,
    element: Element,
    indices: Vec<Reg>,
    from: Reg,
) -> Lowered {
    match place {
        ValuePlace::Slots(mem, _) if element.slots() == 1 => {
            let (size, rank, list) = (element.bytes() as u8, indices.len() as u8, lw.list(&indices));
            lw.emit(Inst::Store { size, rank, a: from, mem, list });
            Ok(())
        }
        ValuePlace::Slots(mem, _) => {
            let (size, rank, n) = (element.bytes() as u8, indices.len() as u8, element.slots());
            let slots = (mem..mem + 2 + 2 * u32::from(rank)).chain(from..from + n);
            lw.native_on(slots.chain(indices.iter().copied()).collect(), Vec::new(), move |env| {
                let (handle, at) = address(env.slots, &indices, size, rank, mem, 0, env.heap)?;
                let slots = &env.slots[from as usize..(from + n) as usize];
                element.write(slots, env.heap.write(handle, at, size as usize)?);
                Ok(())
            });
            Ok(())
        }
        ValuePlace::Object(reg) => {
            let n = element.slots();
            // The element becomes poison where the value is.
            lw.native_on(indices.clone(), Vec::new(), move |env| {
                let at = position(array(env.objects, reg)?, env.slots, &indices)?;
                let mark = (from..from + n).map(|reg| env.mark_of(reg)).max().unwrap_or(VALUE);
                let object = env.objects[reg as usize].as_mut().map(Rc::make_mut);
                let array = object.ok_or_else(|| Fault::new("use of a tensor that is not there"))?;
                array.write(at, &env.slots[from as usize..(from + n) as usize]);
                array.set_mark(at, mark);
                Ok(())
            });
            Ok(())
        }
    }
}

/// The region of any op that loops over elements.
fn body(op: OpRef<'_>) -> Lowered<RegionRef<'_>> {
    op.regions().next().ok_or_else(|| "an op without a region".to_owned())
}

fn structured(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let structured = as_structured(op).ok_or("an op that loops over elements is expected")?;
    let maps = structured.indexing_maps(op);
    let (first, count) = structured.destinations(op);
    let region = body(op)?;
    let entry = region.entry().ok_or("an op without a region")?;
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
        let upper = extent(lw, holder(op, operand, first), position)?;
        bounds.push(Loop { lower: zero, upper, step: one, checked: true });
    }
    check_extents(lw, op, &maps, first, &bounds)?;
    let end = lw.label();
    let destinations = first..first + count;
    if let Some(parts) = kernel_parts(lw, op, &maps, &places, &bounds, destinations)? {
        lw.kernel(parts, end);
    }
    let w = lw.index_bits() as u8;
    nest(lw, (w, false), &bounds, &[], |lw, variables| {
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
        let slots = targets.iter().map(|&(element, reg)| ValuePlace::Slots(reg, element.slots())).collect();
        lw.iterations.push(variables.to_vec());
        lw.region(region, Exit { targets: slots, label });
        lw.iterations.pop();
        lw.bind(label);
        for (i, (element, from)) in targets.into_iter().enumerate() {
            write(lw, places[first + i], element, indices[first + i].clone(), from)?;
        }
        Ok(())
    })?;
    lw.bind(end);
    Ok(())
}

/// The value that holds the elements of an operand; a destination on tensors may have been moved to its result.
fn holder(op: OpRef<'_>, operand: usize, first: usize) -> ValueRef<'_> {
    match operand.checked_sub(first).filter(|&i| i < op.num_results()) {
        Some(i) => op.result(i),
        None => op.operand(operand),
    }
}

/// Appends the report of operands of different extents along one loop, where types do not rule them out.
fn check_extents(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    maps: &[AffineMap],
    first: usize,
    bounds: &[Loop],
) -> Lowered {
    let mut checks = Vec::new();
    for (dim, bound) in bounds.iter().enumerate() {
        let places = maps.iter().enumerate().flat_map(|(i, map)| {
            let along = move |expr: &AffineExpr| expr.as_dim() == Some(dim as u32);
            let positions = map.results.iter().enumerate();
            positions.filter(move |(_, expr)| along(expr)).map(move |(position, _)| (i, position))
        });
        let places: Vec<(usize, usize)> = places.collect();
        let fixed = |&(i, position): &(usize, usize)| {
            op.operand(i).ty().shape(lw.cx).is_some_and(|shape| shape[position] != DYNAMIC)
        };
        // The verifier has compared those that are static.
        if places.iter().all(fixed) {
            continue;
        }
        for (i, position) in places {
            checks.push((i, position, extent(lw, holder(op, i, first), position)?, bound.upper));
        }
    }
    if checks.is_empty() {
        return Ok(());
    }
    let uses = checks.iter().flat_map(|&(.., found, wanted)| [found, wanted]).collect();
    lw.native_on(uses, Vec::new(), move |env| {
        let differs = |&&(.., found, wanted): &&(usize, usize, Reg, Reg)| {
            env.slots[found as usize] != env.slots[wanted as usize]
        };
        let Some(&(i, position, found, wanted)) = checks.iter().find(differs) else { return Ok(()) };
        let (found, wanted) = (env.slots[found as usize], env.slots[wanted as usize]);
        Err(Fault::new(format!(
            "operand #{i} has size {found} in dimension {position}, where another operand has {wanted}"
        )))
    });
    Ok(())
}

/// The index that an expression is, if it is a sum of variables with constant factors.
fn linear(expr: &AffineExpr, loops: usize) -> Option<Linear> {
    let constant = |value| Linear { constant: value, factors: vec![0; loops] };
    match expr.kind() {
        ExprKind::Constant(value) => Some(constant(value)),
        ExprKind::Dim(dim) => {
            let mut found = constant(0);
            *found.factors.get_mut(dim as usize)? = 1;
            Some(found)
        }
        ExprKind::Binary(BinaryOp::Add, a, b) => stacker::maybe_grow(64 << 10, 1 << 20, || {
            let (mut sum, more) = (linear(a, loops)?, linear(b, loops)?);
            sum.constant = sum.constant.checked_add(more.constant)?;
            for (a, b) in sum.factors.iter_mut().zip(more.factors) {
                *a = a.checked_add(b)?;
            }
            Some(sum)
        }),
        ExprKind::Binary(BinaryOp::Mul, a, b) => {
            let (factor, other) = match (a.as_constant(), b.as_constant()) {
                (Some(factor), _) => (factor, b),
                (_, factor) => (factor?, a),
            };
            let mut found = stacker::maybe_grow(64 << 10, 1 << 20, || linear(other, loops))?;
            found.constant = found.constant.checked_mul(factor)?;
            for a in &mut found.factors {
                *a = a.checked_mul(factor)?;
            }
            Some(found)
        }
        _ => None,
    }
}

/// Returns the components of the op's kernel; `None` if its maps or its region are not supported by kernels.
fn kernel_parts(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    maps: &[AffineMap],
    places: &[ValuePlace],
    bounds: &[Loop],
    destinations: Range<usize>,
) -> Lowered<Option<KernelParts>> {
    let structured = as_structured(op).ok_or("an op that loops over elements is expected")?;
    let region = body(op)?;
    let entry = region.entry().ok_or("an op without a region")?;
    let parallel = structured.parallel(op);
    if parallel.len() != bounds.len() {
        return Ok(None);
    }
    let mut operands = Vec::new();
    let mut targets = Vec::new();
    for (i, (arg, map)) in entry.args().zip(maps).enumerate() {
        let ty = op.operand(i).ty();
        if !ty.is_shaped(lw.cx) {
            if destinations.contains(&i) {
                return Ok(None);
            }
            lw.alias(arg, places[i]);
            continue;
        }
        let source = match places[i] {
            ValuePlace::Slots(reg, n) => Source::Memory(reg, (n - 2) / 2),
            ValuePlace::Object(reg) => Source::Object(reg),
        };
        let indices: Option<Vec<Linear>> = map.results.iter().map(|e| linear(e, bounds.len())).collect();
        let (element, Some(indices)) = (lw.element(arg.ty())?, indices) else { return Ok(None) };
        let read = if arg.is_unused() { None } else { Some(lw.slot(arg)?) };
        let written = destinations.contains(&i).then(|| lw.new_slots(element.slots()));
        targets.extend(written.map(|reg| ValuePlace::Slots(reg, element.slots())));
        operands.push(Operand { source, element, indices, read, written });
    }
    let variables: Vec<Reg> = bounds.iter().map(|_| lw.new_slots(1)).collect();
    let taken = lw.take(|lw| {
        let label = lw.label();
        lw.iterations.push(variables.clone());
        lw.region(region, Exit { targets, label });
        lw.iterations.pop();
        lw.bind(label);
        Ok(())
    })?;
    let (code, natives, first_native) = taken;
    let loops = bounds.iter().zip(parallel).map(|(l, parallel)| (l.upper, parallel)).collect();
    Ok(Some(KernelParts { operands, loops, variables, code, natives, first_native }))
}
