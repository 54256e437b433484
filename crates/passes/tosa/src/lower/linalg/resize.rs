//! `tosa.resize`: images of other sizes.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_conversion::ConversionRewriter;
use terrace_dialects_core::arith::{
    AddFOp, CmpFPredicate, CmpIPredicate, DivFOp, DivSIOp, ExtSIOp, FloorDivSIOp, IndexCastOp, MaxSIOp,
    MinSIOp, MulFOp, RemSIOp, SIToFPOp, ShLIOp, SubFOp, UIToFPOp,
};
use terrace_dialects_linalg::builders::Loops;
use terrace_dialects_tosa::attrs::ResizeMode;
use terrace_dialects_tosa::images::ResizeOp;
use terrace_dialects_tosa::shapes::const_shape_values;
use terrace_ir::{Context, DYNAMIC, RankedTensorType, Type, Value, View};
use terrace_passes_shared::arithmetic::{Arith, zero_attr};
use terrace_passes_shared::reshapes::create_collapse;
use terrace_support::apfloat::ApFloat;

use super::make::{Make, replace_with_cast};

/// The shapes of an image and of its result, of four dimensions each.
fn shapes(cx: &Context, view: &View<'_, ResizeOp>) -> Option<[[i64; 4]; 2]> {
    let image: [i64; 4] = view.input().ty().shape(cx)?.try_into().ok()?;
    Some([image, view.output().ty().shape(cx)?.try_into().ok()?])
}

/// The groups of dimensions that are put together if the rows or the columns are of one element.
fn groups(keeps_rows: bool, keeps_columns: bool) -> Vec<Vec<i64>> {
    let mut groups = vec![vec![0], vec![1]];
    for (dim, starts) in [(2, keeps_rows), (3, keeps_columns)] {
        match groups.last_mut() {
            Some(last) if !starts => last.push(dim),
            _ => groups.push(vec![dim]),
        }
    }
    groups
}

/// A resize to rows or columns that are copies of one is one without these, and a loop that copies.
pub(super) fn lower_broadcast(rw: &mut ConversionRewriter<'_>, op: ResizeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, ty, mode) = (view.0.loc(), view.output().ty(), view.mode_attr());
    let (input, input_ty) = (view.input().id(), view.input().ty());
    let [scale, offset, border] = [view.scale(), view.offset(), view.border()].map(|value| value.id());
    let [image, result] = shapes(cx, &view)?;
    let [batch, height, width, channels] = image;
    let [_, result_height, result_width, _] = result;
    let copies = |extent: i64, result: i64| extent == 1 && result != 1;
    if !copies(height, result_height) && !copies(width, result_width) {
        return rw.notify_match_failure(op, "tosa.resize has no broadcasting behavior");
    }
    let [rows, columns] = [(height, result_height), (width, result_width)]
        .map(|(extent, result)| if extent == 1 { 1 } else { result });
    let element = ty.element_type_or_self(cx);
    let resized_ty = RankedTensorType::get(cx, &[batch, rows, columns, channels], element);
    let mut make = Make { rw, loc };
    let resized = ResizeOp::of(input, scale, offset, border).mode_attr(mode).output(resized_ty);
    let resized = make.rw.build_value(resized.loc(loc));
    let mut kept = vec![0];
    kept.extend((height != 1).then_some(1));
    kept.extend((width != 1).then_some(2));
    kept.push(3);
    let extents = [batch, result_height, result_width, channels];
    let collapsed: Vec<i64> = kept.iter().map(|&dim| extents[dim as usize]).collect();
    let collapsed = RankedTensorType::get(cx, &collapsed, element);
    let collapsed = create_collapse(make.rw, resized, &groups(height != 1, width != 1), collapsed, loc);
    let sizes = make.sizes_like(input, input_ty.shape(cx)?);
    let init = make.empty(RankedTensorType::get(cx, &extents, element), &sizes);
    let maps =
        [AffineMap::new(4, 0, kept.into_iter().map(AffineExpr::dim).collect()), AffineMap::identity(4)];
    let loops = Loops { inputs: &[collapsed], outputs: &[init], maps: &maps, parallel: &[true; 4] };
    let copies = make.generic(&loops, |_, args| args.first().copied())?;
    replace_with_cast(rw, op, copies, ty, loc)
}

/// A resize of images of one element is a product with the scale.
pub(super) fn lower_unary(rw: &mut ConversionRewriter<'_>, op: ResizeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, ty) = (view.0.loc(), view.output().ty());
    let (input, input_ty) = (view.input().id(), view.input().ty());
    let [image, result] = shapes(cx, &view)?;
    if image[1..3] != [1, 1] || result[1..3] != [1, 1] {
        return rw.notify_match_failure(op, "tosa.resize is not a pure 1x1->1x1 image operation");
    }
    if input_ty == ty {
        rw.replace_op(op, &[input]);
        return Some(());
    }
    let is_bilinear = view.mode() == ResizeMode::Bilinear;
    let scale = const_shape_values(view.scale())?;
    let [element, result_element] = [input_ty, ty].map(|ty| ty.element_type_or_self(cx));
    let are_ints = [element, result_element].iter().all(|ty| ty.is_integer(cx));
    if element != result_element && !are_ints {
        return rw.notify_match_failure(op, "unsupported types of elements");
    }
    let [batch, _, _, channels] = image;
    let mut make = Make { rw, loc };
    let groups = groups(false, false);
    let collapsed_ty = RankedTensorType::get(cx, &[batch, channels], element);
    let collapsed = create_collapse(make.rw, input, &groups, collapsed_ty, loc);
    let sizes = make.sizes_like(input, &image);
    let init = make.empty(RankedTensorType::get(cx, &[batch, channels], result_element), &sizes);
    let scaled = make.map_elements(&[collapsed], init, |make, args| {
        let mut value = *args.first()?;
        if element != result_element {
            let mut make = Arith::new(make.rw, make.loc);
            value = make.cast::<ExtSIOp>(value, result_element);
            for &scale in scale.iter().step_by(2).filter(|_| is_bilinear) {
                let scale = make.int(scale, result_element);
                value = make.mul(value, scale);
            }
        }
        Some(value)
    })?;
    let expanded = make.expanded(scaled, &groups, &[batch, 1, 1, channels]);
    replace_with_cast(rw, op, expanded, ty, loc)
}

/// The scaling of the rows or of the columns. An element of the result is at place `(i * denominator + offset) / numerator`.
#[derive(Clone, Copy)]
struct Scaling {
    extent: i64,
    /// The last place.
    last: Value,
    numerator: Value,
    denominator: Value,
    offset: Value,
    /// Whether places may be before the first one.
    may_be_before: bool,
}

/// The element before a place, and the rest: a numerator for integers, a fraction for floats.
type Place = (Value, Value);

/// Creates the computation of an element.
struct Resize<'b, 'r> {
    make: Arith<'b, 'r>,
    /// The type of the result.
    element: Type,
    is_float: bool,
    zero: Value,
    zero_rest: Value,
    /// Whether the rest counts from the element before a place that is before the first one.
    counts_from_before: bool,
}

impl Resize<'_, '_> {
    /// The place in the image of an element of the result.
    fn place(&mut self, index: Value, scaling: &Scaling) -> Place {
        if scaling.extent == 1 {
            return (self.zero, if self.is_float { self.zero_rest } else { self.zero });
        }
        let from_before = scaling.may_be_before && self.counts_from_before;
        let make = &mut self.make;
        let scaled = make.mul(index, scaling.denominator);
        let scaled = make.add(scaled, scaling.offset);
        if !self.is_float {
            let place = match from_before {
                true => make.binary::<FloorDivSIOp>(scaled, scaling.numerator),
                false => make.binary::<DivSIOp>(scaled, scaling.numerator),
            };
            let start = make.mul(place, scaling.numerator);
            return (place, make.sub(scaled, start));
        }
        let place = make.binary::<FloorDivSIOp>(scaled, scaling.numerator);
        let rest = if from_before {
            let start = make.mul(place, scaling.numerator);
            make.sub(scaled, start)
        } else {
            make.binary::<RemSIOp>(scaled, scaling.numerator)
        };
        let rest = make.cast::<SIToFPOp>(rest, self.element);
        let numerator = make.cast::<UIToFPOp>(scaling.numerator, self.element);
        (place, make.binary::<DivFOp>(rest, numerator))
    }

    fn extract(&mut self, image: Value, indices: [Value; 4]) -> Value {
        Make { rw: self.make.rw, loc: self.make.loc }.extract(image, &indices)
    }

    /// The place within an image, as an index.
    fn clamped(&mut self, places: &[Value], scaling: &Scaling) -> Vec<Value> {
        let make = &mut self.make;
        let mut clamped = Vec::with_capacity(places.len());
        for &place in places {
            let place = make.binary::<MaxSIOp>(self.zero, place);
            clamped.push(make.binary::<MinSIOp>(scaling.last, place));
        }
        clamped.into_iter().map(|place| make.cast::<IndexCastOp>(place, Type::INDEX)).collect()
    }

    /// The element nearest to a place.
    fn nearest(&mut self, (place, rest): Place, scaling: &Scaling, one: Value) -> Option<Value> {
        if scaling.extent == 1 {
            return Some(self.make.index(0));
        }
        let make = &mut self.make;
        let is_next = if self.is_float {
            let kind = self.element.float_kind(make.rw.cx())?;
            let half = make.rw.cx().float_attr(self.element, ApFloat::from_f64(kind, 0.5));
            let half = make.constant(half, self.element);
            make.compare_floats(CmpFPredicate::Oge, rest, half)
        } else {
            let double = make.binary::<ShLIOp>(rest, one);
            make.compare(CmpIPredicate::Sge, double, scaling.numerator)
        };
        let step = make.select(is_next, one, self.zero);
        let place = make.add(place, step);
        self.clamped(&[place], scaling).pop()
    }

    /// The elements before and after a place.
    fn neighbors(&mut self, (place, _): Place, scaling: &Scaling, one: Value) -> Option<[Value; 2]> {
        let next = self.make.add(place, one);
        self.clamped(&[place, next], scaling).try_into().ok()
    }

    /// The float between two, at a fraction of the way.
    fn interpolated_floats(&mut self, [a, b]: [Value; 2], rest: Value, one: Value, extent: i64) -> Value {
        if extent == 1 {
            return a;
        }
        let make = &mut self.make;
        let other = make.binary::<SubFOp>(one, rest);
        let (a, b) = (make.binary::<MulFOp>(a, other), make.binary::<MulFOp>(b, rest));
        make.binary::<AddFOp>(a, b)
    }

    /// The integer between two, times the scale.
    fn interpolated_ints(&mut self, [a, b]: [Value; 2], rest: Value, scale: Value, extent: i64) -> Value {
        let make = &mut self.make;
        if extent == 1 {
            return make.mul(a, scale);
        }
        let other = make.sub(scale, rest);
        let (a, b) = (make.mul(a, other), make.mul(b, rest));
        make.add(a, b)
    }

    /// The number between four, which are the elements of two rows.
    fn bilinear(
        &mut self,
        elements: [[Value; 2]; 2],
        [y, x]: [Value; 2],
        scalings: &[Scaling; 2],
    ) -> Option<Value> {
        let [rows, columns] = scalings.map(|scaling| scaling.extent);
        if self.is_float {
            let kind = self.element.float_kind(self.make.rw.cx())?;
            let one = self.make.rw.cx().float_attr(self.element, ApFloat::from_f64(kind, 1.0));
            let one = self.make.constant(one, self.element);
            let both = elements.map(|row| self.interpolated_floats(row, x, one, columns));
            return Some(self.interpolated_floats(both, y, one, rows));
        }
        let cx = self.make.rw.cx();
        let make = &mut self.make;
        let elements = elements.map(|row| row.map(|element| make.cast::<ExtSIOp>(element, self.element)));
        let (mut x, mut y) = (x, y);
        let [mut y_scale, mut x_scale] = scalings.map(|scaling| scaling.numerator);
        if self.element.number_width(cx) > 32 {
            for value in [&mut x, &mut y, &mut y_scale, &mut x_scale] {
                *value = make.cast::<ExtSIOp>(*value, self.element);
            }
        }
        let both = elements.map(|row| self.interpolated_ints(row, x, x_scale, columns));
        Some(self.interpolated_ints(both, y, y_scale, rows))
    }
}

/// The elements that a resize takes from an image.
struct Sampling {
    input: Value,
    image: [i64; 4],
    mode: ResizeMode,
    /// The type of the result's elements.
    element: Type,
    scale: [i64; 4],
    offset: [i64; 2],
    border: Vec<i64>,
}

/// Lowers a resize to a loop that extracts the elements at a place, or around it.
pub(super) fn lower(rw: &mut ConversionRewriter<'_>, op: ResizeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, ty, mode) = (view.0.loc(), view.output().ty(), view.mode());
    let input = view.input().id();
    let [image, result] = shapes(cx, &view)?;
    if [image, result].iter().any(|shape| shape[1..].contains(&DYNAMIC)) {
        return rw.notify_match_failure(op, "unable to get dynamic dimensions of tosa.resize");
    }
    let [scale, offset, border] = [view.scale(), view.offset(), view.border()].map(const_shape_values);
    let (Some(scale), Some(offset), Some(border)) = (scale, offset, border) else {
        let reason = "tosa.resize scale/offset/border should have compile time constant values.";
        return rw.notify_match_failure(op, reason);
    };
    let (scale, offset): ([i64; 4], [i64; 2]) = (scale.try_into().ok()?, offset.try_into().ok()?);
    let element = ty.element_type(cx)?;
    let is_float = element.is_float(cx);
    let input_element = view.input().ty().element_type(cx)?;
    let are_numbers = [element, input_element].iter().all(|ty| ty.is_integer(cx) || ty.is_float(cx));
    if !are_numbers || input_element.is_float(cx) != is_float {
        return rw.notify_match_failure(op, "unsupported types of elements");
    }
    let widens = input_element.number_width(cx) < element.number_width(cx);
    let is_supported = match mode {
        ResizeMode::Bilinear if !is_float => widens && element.number_width(cx) >= 32,
        _ => input_element == element,
    };
    if !is_supported {
        return rw.notify_match_failure(op, "unsupported types of elements");
    }
    let mut make = Make { rw, loc };
    let has_batch = image[0] == DYNAMIC || result[0] == DYNAMIC;
    let sizes: Vec<Value> = (0..usize::from(has_batch)).map(|dim| make.dim(input, dim)).collect();
    let batch = if has_batch { DYNAMIC } else { result[0] };
    let init_ty = RankedTensorType::get(cx, &[batch, result[1], result[2], result[3]], element);
    let init = make.empty(init_ty, &sizes);
    let sampling = Sampling { input, image, mode, element, scale, offset, border };
    let resized = make.map_elements(&[], init, |make, _| sampling.element(make))?;
    replace_with_cast(rw, op, resized, ty, loc)
}

impl Sampling {
    /// The element of the result at the indices of the loops.
    fn element(&self, make: &mut Make<'_, '_>) -> Option<Value> {
        let cx = make.rw.cx();
        let [batch, y, x, channel] = [0, 1, 2, 3].map(|dim| make.loop_index(dim));
        let zero = make.i32(0);
        let zero_rest = make.constant(zero_attr(cx, self.element)?)?;
        let last = [1, 2].map(|dim| make.i32(self.image[dim] - 1));
        let [y, x] = [y, x].map(|index| Arith::new(make.rw, make.loc).cast::<IndexCastOp>(index, Type::I32));
        let scale = self.scale.map(|number| make.i32(number));
        let offset = self.offset.map(|number| make.i32(number));
        // Upstream creates the borders, too.
        for &border in &self.border {
            make.i32(border);
        }
        let scalings = [0, 1].map(|dim| Scaling {
            extent: self.image[dim + 1],
            last: last[dim],
            numerator: scale[2 * dim],
            denominator: scale[2 * dim + 1],
            offset: offset[dim],
            may_be_before: self.offset[dim] < 0,
        });
        let mut resize = Resize {
            make: Arith::new(make.rw, make.loc),
            element: self.element,
            is_float: self.element.is_float(cx),
            zero,
            zero_rest,
            // To upstream, the rest of a place before the first element is negative.
            counts_from_before: self.mode == ResizeMode::Bilinear && !cx.matches_upstream(),
        };
        let places = [resize.place(y, &scalings[0]), resize.place(x, &scalings[1])];
        let one = resize.make.int(1, Type::I32);
        if self.mode == ResizeMode::NearestNeighbor {
            let y = resize.nearest(places[0], &scalings[0], one)?;
            let x = resize.nearest(places[1], &scalings[1], one)?;
            return Some(resize.extract(self.input, [batch, y, x, channel]));
        }
        let ys = resize.neighbors(places[0], &scalings[0], one)?;
        let xs = resize.neighbors(places[1], &scalings[1], one)?;
        let elements = ys.map(|y| xs.map(|x| resize.extract(self.input, [batch, y, x, channel])));
        resize.bilinear(elements, places.map(|(_, rest)| rest), &scalings)
    }
}
