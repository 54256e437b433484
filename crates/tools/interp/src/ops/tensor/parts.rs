//! Parts and shapes of tensors.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use terrace_dialects_mem::slices::{mixed_lists, rank_reduction_mask, slice};
use terrace_dialects_mem::tensor::{
    CollapseShapeOp, ConcatOp, ExpandShapeOp, ExtractSliceOp, GatherOp, InsertSliceOp, PadOp,
    ParallelInsertSliceOp, ReshapeOp, ScatterOp,
};
use terrace_ir::attr_kind::DenseI64Array;
use terrace_ir::interfaces::mixed_values;
use terrace_ir::{DYNAMIC, OpKind, OpRef, ValueRef};

use super::{array, generated, take};
use crate::fault::{Fault, Outcome};
use crate::lower::{Lowered, Lowering, ValuePlace, is_last_use};
use crate::object::{Array, VALUE};
use crate::ops::memref::{Number, groups, numbers, values};
use crate::ops::moves::{self, Source, compute, put, view};
use crate::program::Env;
use crate::view::View;

/// The offsets, sizes and steps of an op.
pub(in crate::ops) struct Part {
    lists: [Vec<Number>; 3],
}

impl Part {
    /// Those of an op.
    pub(in crate::ops) fn of(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered<Self> {
        let [offsets, sizes, steps] = mixed_lists(op).map(|list| numbers(lw, list));
        Ok(Self { lists: [offsets?, sizes?, steps?] })
    }

    /// The part of a view.
    pub(in crate::ops) fn view(&self, what: &str, env: &Env<'_>, whole: &View) -> Outcome<View> {
        let [offsets, sizes, steps] = [0, 1, 2].map(|i| values(env, &self.lists[i]));
        whole.slice(what, &offsets, &sizes, &steps)
    }
}

pub(super) fn extract_slice(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let extract = ExtractSliceOp::view_of(op);
    let part = Part::of(lw, op)?;
    let shape = crate::ops::moves::shape_of(lw, extract.result().ty())?;
    let dropped = rank_reduction_mask(&slice(op).sizes, shape).ok_or("a slice whose type does not fit")?;
    view(lw, op, (extract.source(), extract.result()), move |env, whole| {
        Ok(part.view("slice", env, whole)?.without(&dropped))
    })
}

pub(super) fn insert_slice(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = InsertSliceOp::view_of(op);
    let part = Part::of(lw, op)?;
    let values = [view.source(), view.dest(), view.result()];
    moves::replace(lw, op, values, move |env, whole| part.view("slice", env, whole))
}

/// Lowers the insertion at the end of an iteration of `scf.forall`: into the register of the result, where `owners` has
/// the iterations that wrote its elements.
pub(super) fn parallel_insert_slice(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ParallelInsertSliceOp::view_of(op);
    let part = Part::of(lw, op)?;
    let shared = lw.shared(view.dest()).ok_or("an insertion into a tensor that is not shared")?;
    let (from, loc) = (Source::of(lw, view.source())?, op.loc());
    lw.native_seeing(op, &[view.source()], move |env| {
        let from = from.get(env)?;
        let view = part.view("slice", env, &View::whole(&array(env.objects, shared)?.shape))?;
        let (iteration, tensor) = (env.heap.races().current(), env.base as u64 + u64::from(shared));
        for place in view.places() {
            env.heap.races().insert(tensor, place, iteration, loc)?;
        }
        let mut taken = take(env, shared, true)?;
        put(env, Rc::make_mut(&mut taken), &view, &from)?;
        env.objects[shared as usize] = Some(taken);
        Ok(())
    })
}

/// Appends: `result` has the elements of `source` and another shape.
pub(in crate::ops) fn reshaped(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    (source, result): (ValueRef<'_>, ValueRef<'_>),
    shape: impl Fn(&Env<'_>, &[u64]) -> Outcome<Vec<u64>> + 'static,
) -> Lowered {
    let last = is_last_use(source, op);
    let (source, d) = (lw.object(source)?, lw.object(result)?);
    lw.native(op, true, move |env| {
        let shape = shape(env, &array(env.objects, source)?.shape)?;
        let mut taken = take(env, source, last)?;
        let product = shape.iter().fold(1u64, |n, &extent| n.wrapping_mul(extent));
        if product != taken.len() as u64 {
            return Err(Fault::new(format!("reshape of {} elements to {product}", taken.len())));
        }
        Rc::make_mut(&mut taken).shape = shape;
        env.objects[d as usize] = Some(taken);
        Ok(())
    })
}

pub(super) fn collapse_shape(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = CollapseShapeOp::view_of(op);
    let groups = groups(view.reassociation());
    reshaped(lw, op, (view.src(), view.result()), move |_, shape| {
        Ok(groups.iter().map(|group| group.iter().fold(1u64, |n, &i| n.wrapping_mul(shape[i]))).collect())
    })
}

pub(super) fn expand_shape(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ExpandShapeOp::view_of(op);
    let sizes = numbers(lw, mixed_values(&view.static_output_shape().to_vec(), view.output_shape()))?;
    let groups = groups(view.reassociation());
    reshaped(lw, op, (view.src(), view.result()), move |env, shape| {
        let sizes = values(env, &sizes);
        for (group, &extent) in groups.iter().zip(shape) {
            let product = group.iter().fold(1u64, |n, &i| n.wrapping_mul(sizes[i]));
            if product != extent {
                return Err(Fault::new(format!(
                    "expansion of a dimension of size {extent} to {product} elements"
                )));
            }
        }
        Ok(sizes)
    })
}

pub(super) fn reshape(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ReshapeOp::view_of(op);
    let sizes = lw.object(view.shape())?;
    let known = view.result().ty().shape(lw.cx).map(<[i64]>::to_vec);
    reshaped(lw, op, (view.source(), view.result()), move |env, _| {
        let list = array(env.objects, sizes)?;
        let mut shape = vec![0];
        let mut all = Vec::new();
        for i in 0..list.len() {
            list.read(i, &mut shape)?;
            all.push(shape[0]);
        }
        let fits = |(&known, &found): (&i64, &u64)| known == DYNAMIC || known as u64 == found;
        if known.as_ref().is_some_and(|known| !known.iter().zip(&all).all(fits)) {
            return Err(Fault::new(format!("reshape to sizes {all:?}, which do not fit the type")));
        }
        Ok(all)
    })
}

pub(super) fn pad(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = PadOp::view_of(op);
    let low = numbers(lw, mixed_values(&view.static_low().to_vec(), view.low()))?;
    let high = numbers(lw, mixed_values(&view.static_high().to_vec(), view.high()))?;
    let (source, d, rank) = (lw.object(view.source())?, lw.object(view.result())?, low.len());
    let first = lw.new_slots(rank as u32);
    let offsets = low.clone();
    lw.native(op, true, move |env| {
        let (low, high) = (values(env, &low), values(env, &high));
        let shape = array(env.objects, source)?.shape.clone();
        for i in 0..rank {
            if (low[i] as i64) < 0 || (high[i] as i64) < 0 {
                let (low, high) = (low[i] as i64, high[i] as i64);
                return Err(Fault::new(format!("padding of dimension {i} by {low} and {high}")));
            }
            env.slots[first as usize + i] = low[i].wrapping_add(shape[i]).wrapping_add(high[i]);
        }
        Ok(())
    })?;
    let sizes: Vec<Number> = (first..first + rank as u32).map(Number::Slot).collect();
    generated(lw, view.region(), view.result(), &sizes)?;
    let from = Source::of(lw, view.source())?;
    lw.action(move |env| {
        let from = from.get(env)?;
        let whole = View::whole(&array(env.objects, d)?.shape);
        let view = whole.slice("source", &values(env, &offsets), &from.shape, &vec![1; rank])?;
        let mut taken = take(env, d, true)?;
        put(env, Rc::make_mut(&mut taken), &view, &from)?;
        env.objects[d as usize] = Some(taken);
        Ok(())
    });
    Ok(())
}

pub(super) fn concat(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ConcatOp::view_of(op);
    let dim = view.dim() as usize;
    let element = moves::element_of(lw, view.result().ty())?;
    compute(lw, op, move |env, inputs| {
        let mut shape = inputs.first().map(|input| input.shape.clone()).unwrap_or_default();
        shape[dim] = inputs.iter().map(|input| input.shape[dim]).sum();
        let count = super::count(&shape, element.bytes())?;
        let whole = View::whole(&shape);
        let mut made = Array::marked(element, shape, count, VALUE)?;
        let mut offsets = vec![0; whole.sizes.len()];
        for input in inputs {
            let part = whole.slice("input", &offsets, &input.shape, &vec![1; offsets.len()])?;
            put(env, &mut made, &part, input)?;
            offsets[dim] += input.shape[dim];
        }
        Ok(vec![made])
    })
}

/// The parts of a tensor that a gather or scatter takes, one for each vector of indices.
fn selected(dims: DenseI64Array<'_>) -> impl Fn(&View, &Array) -> Outcome<Vec<View>> + use<> {
    let dims: Vec<usize> = dims.iter().map(|dim| dim as usize).collect();
    move |whole, indices| {
        let mut views = Vec::new();
        let mut slot = [0];
        for group in 0..indices.len() / dims.len().max(1) {
            let (mut offsets, mut sizes) = (vec![0; whole.sizes.len()], whole.sizes.clone());
            for (i, &dim) in dims.iter().enumerate() {
                indices.read(group * dims.len() + i, &mut slot)?;
                (offsets[dim], sizes[dim]) = (slot[0], 1);
            }
            views.push(whole.slice("element", &offsets, &sizes, &vec![1; sizes.len()])?);
        }
        Ok(views)
    }
}

pub(super) fn gather(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = GatherOp::view_of(op);
    let selected = selected(view.gather_dims());
    let rank = view.result().ty().shape(lw.cx).map_or(0, <[i64]>::len);
    let batch = view.indices().ty().shape(lw.cx).map_or(0, |shape| shape.len().saturating_sub(1));
    // Dimensions of one element may have been left out.
    let full = view.source().ty().shape(lw.cx).map_or(0, <[i64]>::len) + batch == rank;
    let (dims, unique) = (view.gather_dims().to_vec(), view.unique());
    compute(lw, op, move |_env, inputs| {
        let [source, indices] = inputs else { return Err(Fault::new("two tensors are expected")) };
        let views = selected(&View::whole(&source.shape), indices)?;
        // Parts of the same sizes are the same if they begin at the same place.
        let mut seen = FxHashSet::default();
        if unique && !views.iter().all(|view| seen.insert(view.offset)) {
            return Err(Fault::new("a gather with unique indices reads an element twice"));
        }
        let mut shape = indices.shape[..batch].to_vec();
        for (i, &extent) in source.shape.iter().enumerate() {
            match dims.contains(&(i as i64)) {
                true if full => shape.push(1),
                true => {}
                false => shape.push(extent),
            }
        }
        let count = super::count(&shape, source.element.bytes())?;
        Ok(vec![moves::gather(source, shape, count, views.iter().flat_map(View::places))?])
    })
}

pub(super) fn scatter(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ScatterOp::view_of(op);
    let selected = selected(view.scatter_dims());
    let unique = view.unique();
    let ValuePlace::Object(_) = lw.place(view.result())? else {
        return Err("a tensor is expected".to_owned());
    };
    compute(lw, op, move |_, inputs| {
        let [source, dest, indices] = inputs else { return Err(Fault::new("three tensors are expected")) };
        let views = selected(&View::whole(&dest.shape), indices)?;
        let mut made = Array::clone(dest);
        if views.iter().map(View::len).sum::<u64>() != source.len() as u64 {
            return Err(Fault::new(format!("a scatter of {} elements to other sizes", source.len())));
        }
        let mut written = vec![false; if unique { made.len() } else { 0 }];
        for (i, place) in views.iter().flat_map(View::places).enumerate() {
            if unique && std::mem::replace(&mut written[place], true) {
                return Err(Fault::new("a scatter with unique indices writes an element twice"));
            }
            made.copy_element(place, source, i);
        }
        Ok(vec![made])
    })
}
