//! The syntax of quantized types.

use terrace_ir::asm::{AttrPrinter, Failed, OpParser, PResult};
use terrace_ir::dialect_interfaces::{DialectResources, OpAsmDialectInterface};
use terrace_ir::params::ParamType;
use terrace_ir::{Attr, Context, Loc, OptionalAttr, Signedness, Type, TypeData};
use terrace_support::apfloat::{ApFloat, FloatKind};

use crate::quant::types::{
    Granularity, MAX_STORAGE_BITS, SIGNED, check_scale, default_range, numbers, signless,
};

/// The parser and printer hooks of the dialect; reports unknown types.
pub(crate) struct Syntax;

impl OpAsmDialectInterface for Syntax {
    fn resources(&self) -> DialectResources {
        DialectResources::None
    }

    fn unknown_type_message(&self, name: &str) -> Option<String> {
        Some(format!("unknown quantized type {name}"))
    }
}

/// An `f64` attribute.
pub(crate) fn f64_attr(cx: &Context, value: f64) -> Attr {
    cx.float_attr(Type::F64, ApFloat::from_f64(FloatKind::F64, value))
}

/// The storage as written: flags, type, least and greatest number.
fn parse_storage(p: &mut dyn OpParser) -> PResult<(i64, Type, i64, i64)> {
    let loc = p.loc();
    let (signed, width, ty) = match p.optional_type()? {
        Some(ty) => match *ty.data(p.cx()) {
            TypeData::Integer { width, signedness } => (signedness != Signedness::Unsigned, width, ty),
            _ => return Err(p.error(loc, "invalid kind of type specified".to_owned())),
        },
        None => {
            let keyword = p.keyword("")?;
            let Some(digits) = keyword.strip_prefix('u') else {
                return Err(p.error(loc, "illegal storage type prefix".to_owned()));
            };
            let Ok(width) = digits.parse::<u32>() else {
                return Err(p.error(loc, "expected storage type width".to_owned()));
            };
            (false, width, signless(p.cx(), width.min(MAX_STORAGE_BITS)))
        }
    };
    if width == 0 || width > MAX_STORAGE_BITS {
        return Err(p.error(loc, format!("illegal storage type size: {width}")));
    }
    let (least, greatest) = default_range(signed, width);
    let flags = if signed { SIGNED } else { 0 };
    if !p.optional_token("<") {
        return Ok((flags, ty, least, greatest));
    }
    let min_loc = p.loc();
    let min = p.integer()?;
    p.token(":")?;
    let max_loc = p.loc();
    let max = p.integer()?;
    p.token(">")?;
    if min < least {
        return Err(p.error(min_loc, format!("illegal storage type minimum: {min}")));
    }
    if max > greatest {
        return Err(p.error(max_loc, format!("illegal storage type maximum: {max}")));
    }
    Ok((flags, ty, min, max))
}

fn parse_float_type(p: &mut dyn OpParser) -> PResult<Type> {
    let loc = p.loc();
    let ty = p.ty()?;
    match ty.is_float(p.cx()) {
        true => Ok(ty),
        false => Err(p.error(loc, "invalid kind of type specified".to_owned())),
    }
}

pub(crate) fn parse_any(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let (flags, storage, min, max) = parse_storage(p)?;
    let expressed = if p.optional_token(":") { Some(parse_float_type(p)?) } else { None };
    p.token(">")?;
    let cx = p.cx();
    let expressed = expressed.map_or(Attr::NULL, |ty| cx.type_attr(ty));
    let [flags, min, max] = [flags, min, max].map(|value| i64::attr(cx, value));
    Ok(vec![flags, cx.type_attr(storage), expressed, min, max])
}

pub(crate) fn parse_calibrated(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let loc = p.loc();
    let fail = |p: &mut dyn OpParser, message: &str| -> Failed { p.error(loc, message.to_owned()) };
    let expressed = parse_float_type(p).map_err(|_| fail(p, "expecting float expressed type"))?;
    let (min, max) = parse_range(p).map_err(|_| fail(p, "calibrated values must be present"))?;
    p.token(">")?;
    let cx = p.cx();
    Ok(vec![cx.type_attr(expressed), f64_attr(cx, min), f64_attr(cx, max)])
}

/// `<min:max>`.
fn parse_range(p: &mut dyn OpParser) -> PResult<(f64, f64)> {
    p.token("<")?;
    let min = p.float()?;
    p.token(":")?;
    let max = p.float()?;
    p.token(">")?;
    Ok((min, max))
}

/// Scales and zero points as written.
struct Scales {
    expressed: Type,
    scales: Vec<f64>,
    zero_points: Vec<i64>,
}

impl Scales {
    /// `scale` or `scale:zero_point`.
    fn parse_one(&mut self, p: &mut dyn OpParser) -> PResult<()> {
        let scale = p.float()?;
        if let Err(message) = check_scale(p.cx(), self.expressed, scale) {
            let loc = p.loc();
            return Err(p.error(loc, message));
        }
        self.scales.push(scale);
        let zero_point = if p.optional_token(":") { p.integer()? } else { 0 };
        self.zero_points.push(zero_point);
        Ok(())
    }

    /// Lists of lists up to a brace, each closed; returns the extents.
    fn parse_list(&mut self, p: &mut dyn OpParser) -> PResult<Vec<i64>> {
        // For each list that is open: how many elements were read, and the extents of the first.
        let mut open: Vec<(i64, Option<Vec<i64>>)> = vec![(0, None)];
        loop {
            if p.optional_token("{") {
                open.push((0, None));
                continue;
            }
            self.parse_one(p)?;
            let mut extents = Vec::new();
            loop {
                let Some((count, first)) = open.last_mut() else { return Ok(extents) };
                *count += 1;
                let count = *count;
                match first {
                    None => *first = Some(extents),
                    Some(first) if *first != extents => {
                        let loc = p.loc();
                        let message = "tensor literal is invalid; ranks are not consistent between elements";
                        return Err(p.error(loc, message.to_owned()));
                    }
                    Some(_) => {}
                }
                if p.optional_token(",") {
                    break;
                }
                p.token("}")?;
                let first = open.pop().and_then(|(_, first)| first).unwrap_or_default();
                extents = [&[count], &*first].concat();
            }
        }
    }
}

/// `axis:size, ...}`.
fn parse_block_sizes(p: &mut dyn OpParser) -> PResult<(Vec<i64>, Vec<i64>)> {
    let (mut axes, mut sizes) = (Vec::new(), Vec::new());
    if p.optional_token("}") {
        return Ok((axes, sizes));
    }
    loop {
        axes.push(parse_i32(p)?);
        p.token(":")?;
        sizes.push(p.integer()?);
        if !p.optional_token(",") {
            break;
        }
    }
    p.token("}")?;
    Ok((axes, sizes))
}

fn parse_i32(p: &mut dyn OpParser) -> PResult<i64> {
    let loc: Loc = p.loc();
    let value = p.integer()?;
    match i32::try_from(value) {
        Ok(_) => Ok(value),
        Err(_) => Err(p.error(loc, "integer value too large".to_owned())),
    }
}

pub(crate) fn parse_uniform(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let (flags, storage, min, max) = parse_storage(p)?;
    p.token(":")?;
    let expressed = parse_float_type(p)?;
    let (mut granularity, mut axes, mut blocks) = (Granularity::Layer, Vec::new(), Vec::new());
    if p.optional_token(":") {
        if p.optional_token("{") {
            granularity = Granularity::SubChannel;
            (axes, blocks) = parse_block_sizes(p)?;
        } else {
            granularity = Granularity::Axis;
            axes.push(parse_i32(p)?);
        }
    }
    p.token(",")?;
    let mut scales = Scales { expressed, scales: Vec::new(), zero_points: Vec::new() };
    let mut shape = Vec::new();
    match granularity {
        Granularity::Layer => scales.parse_one(p)?,
        _ => {
            p.token("{")?;
            shape = scales.parse_list(p)?;
        }
    }
    p.token(">")?;
    let cx = p.cx();
    let Scales { scales, mut zero_points, .. } = scales;
    let is_blocked = granularity == Granularity::SubChannel;
    if is_blocked {
        // They are elements of a tensor of the storage type.
        let width = storage.integer_width(cx);
        zero_points.iter_mut().for_each(|zero| *zero = *zero << (64 - width) >> (64 - width));
    } else {
        shape.clear();
    }
    let kind = expressed.float_kind(cx).filter(|_| is_blocked);
    let scale = |value: f64| match kind {
        Some(kind) => cx.float_attr(expressed, ApFloat::from_f64(kind, value)),
        None => f64_attr(cx, value),
    };
    let scales: Vec<Attr> = scales.into_iter().map(scale).collect();
    Ok(uniform_params(
        cx,
        (flags, storage, expressed, min, max),
        granularity,
        &scales,
        &zero_points,
        [&axes, &blocks, &shape],
    ))
}

/// The parameters of a uniform type.
pub(crate) fn uniform_params(
    cx: &Context,
    (flags, storage, expressed, min, max): (i64, Type, Type, i64, i64),
    granularity: Granularity,
    scales: &[Attr],
    zero_points: &[i64],
    [axes, blocks, shape]: [&[i64]; 3],
) -> Vec<Attr> {
    let [flags, min, max] = [flags, min, max].map(|value| i64::attr(cx, value));
    let (storage, expressed) = (cx.type_attr(storage), cx.type_attr(expressed));
    let mut params =
        vec![flags, storage, expressed, min, max, Granularity::attr(cx, granularity), cx.array_attr(scales)];
    params.extend([zero_points, axes, blocks, shape].map(|list| cx.i64_array(list)));
    params
}

fn print_storage(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let number = |at: usize| params.get(at).and_then(|param| i64::value(cx, *param)).unwrap_or(0);
    let signed = number(0) & SIGNED != 0;
    let width = params.get(1).and_then(|ty| ty.as_type(cx)?.bit_width(cx)).unwrap_or(0);
    p.text(&format!("{}{width}", if signed { 'i' } else { 'u' }));
    let (min, max) = (number(3), number(4));
    if (min, max) != default_range(signed, width) {
        p.text(&format!("<{min}:{max}>"));
    }
}

fn print_type(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr], at: usize) {
    if let Some(ty) = params.get(at).and_then(|param| param.as_type(cx)) {
        p.ty(ty);
    }
}

pub(crate) fn print_any(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    p.text("<");
    print_storage(p, cx, params);
    if params.get(2).is_some_and(|expressed| !expressed.is_null()) {
        p.text(":");
        print_type(p, cx, params, 2);
    }
    p.text(">");
}

pub(crate) fn print_calibrated(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    p.text("<");
    print_type(p, cx, params, 0);
    p.text("<");
    params.get(1).into_iter().for_each(|&min| p.attr_without_type(min));
    p.text(":");
    params.get(2).into_iter().for_each(|&max| p.attr_without_type(max));
    p.text(">>");
}

pub(crate) fn print_uniform(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let list = |at: usize| params.get(at).map_or(Vec::new(), |&param| numbers(cx, param));
    let granularity =
        params.get(5).and_then(|param| Granularity::value(cx, *param)).unwrap_or(Granularity::Layer);
    let scales = params.get(6).optional_elements(cx);
    let (zero_points, axes, blocks, shape) = (list(7), list(8), list(9), list(10));
    p.text("<");
    print_storage(p, cx, params);
    p.text(":");
    print_type(p, cx, params, 2);
    match granularity {
        Granularity::Layer => {}
        Granularity::Axis => p.text(&format!(":{}", axes.first().unwrap_or(&0))),
        Granularity::SubChannel => {
            let blocks: Vec<String> =
                axes.iter().zip(&blocks).map(|(axis, size)| format!("{axis}:{size}")).collect();
            p.text(&format!(":{{{}}}", blocks.join(", ")));
        }
    }
    p.text(", ");
    let open = |p: &mut dyn AttrPrinter, count: usize| p.text(&"{".repeat(count));
    match granularity {
        Granularity::Layer => {}
        Granularity::Axis => open(p, 1),
        Granularity::SubChannel => open(p, shape.len()),
    }
    for (i, (&scale, &zero_point)) in scales.iter().zip(&zero_points).enumerate() {
        if i > 0 && granularity == Granularity::Axis {
            p.text(",");
        } else if i > 0 {
            let closed = closed_before(i, &shape);
            p.text(&"}".repeat(closed));
            p.text(", ");
            open(p, closed);
        }
        p.attr_without_type(scale);
        if zero_point != 0 {
            p.text(&format!(":{zero_point}"));
        }
    }
    match granularity {
        Granularity::Layer => {}
        Granularity::Axis => p.text("}"),
        Granularity::SubChannel => p.text(&"}".repeat(shape.len())),
    }
    p.text(">");
}

/// The number of nested lists that end before an element.
fn closed_before(element: usize, shape: &[i64]) -> usize {
    let mut size = 1;
    let ends = shape.iter().rev().take_while(|&&extent| {
        size *= usize::try_from(extent).unwrap_or(1).max(1);
        element.is_multiple_of(size)
    });
    ends.count().min(shape.len().saturating_sub(1))
}
