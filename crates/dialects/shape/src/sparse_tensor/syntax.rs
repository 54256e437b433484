//! The syntax of encodings.

use rustc_hash::FxHashMap;
use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::complex::NumberAttr;
use terrace_ir::asm::{AffineNames, AttrPrinter, Delimiter, OpParser, PResult};
use terrace_ir::{Attr, Context, DYNAMIC, Type};

use super::level::{LevelFormat, LevelProperty, LevelType};
use super::parts::Encoding;
use super::slice::DimSliceAttr;

pub(crate) fn parse_encoding(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    p.token("{")?;
    let mut encoding = Encoding::default();
    while let Some(key) = p.optional_keyword() {
        let parse: fn(&mut dyn OpParser, &mut Encoding) -> PResult<()> = match key.as_str() {
            "map" => |p, encoding| MapParser::default().map(p, encoding),
            "posWidth" => |p, encoding| {
                encoding.position_width = width(p, "position")?;
                Ok(())
            },
            "crdWidth" => |p, encoding| {
                encoding.coordinate_width = width(p, "index")?;
                Ok(())
            },
            "explicitVal" => |p, encoding| {
                encoding.explicit_value = Some(number(p, "explicitVal")?);
                Ok(())
            },
            "implicitVal" => |p, encoding| {
                encoding.implicit_value = Some(number(p, "implicitVal")?);
                Ok(())
            },
            _ => {
                let loc = p.name_loc();
                return Err(p.error(loc, format!("unexpected key: {key}")));
            }
        };
        p.token("=")?;
        parse(p, &mut encoding)?;
        if !p.optional_token(",") {
            break;
        }
    }
    p.token("}")?;
    p.token(">")?;
    if encoding.lvl_to_dim.is_none() {
        encoding.lvl_to_dim = encoding.dim_to_lvl.as_ref().and_then(super::maps::infer_lvl_to_dim);
    }
    Ok(encoding.params(p.cx()))
}

fn width(p: &mut dyn OpParser, what: &str) -> PResult<u32> {
    let value = p.attr(Type::NONE)?;
    match value.as_integer(p.cx()).and_then(|(value, _)| value.to_i64()) {
        // Upstream's wraps around.
        Some(width) => Ok(width as u32),
        None => {
            let loc = p.name_loc();
            Err(p.error(loc, format!("expected an integral {what} bitwidth")))
        }
    }
}

fn number(p: &mut dyn OpParser, what: &str) -> PResult<Attr> {
    let value = p.attr(Type::NONE)?;
    let cx = p.cx();
    if value.as_float(cx).is_some() || value.as_integer(cx).is_some() || value.isa::<NumberAttr>(cx) {
        return Ok(value);
    }
    let loc = p.name_loc();
    Err(p.error(loc, format!("expected a numeric value for {what}")))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum VarKind {
    Symbol,
    Dimension,
    Level,
}

/// The variables of a map that were bound so far.
#[derive(Default)]
struct MapParser {
    /// The kind of each variable, and its number among those of its kind.
    kinds: FxHashMap<String, (VarKind, u32)>,
    dims_and_symbols: AffineNames,
    levels_and_symbols: AffineNames,
    num_symbols: u32,
    num_dims: u32,
    num_levels: u32,
}

impl MapParser {
    /// Parses `[symbols] {levels} (dimensions) -> (levels)`; symbols and names of levels are optional.
    fn map(&mut self, p: &mut dyn OpParser, encoding: &mut Encoding) -> PResult<()> {
        let (symbols, levels) = (Delimiter::OptionalSquare, Delimiter::OptionalBraces);
        p.comma_separated_list(symbols, " in symbol binding list", &mut |p| self.bind(p, VarKind::Symbol))?;
        p.comma_separated_list(levels, " in level declaration list", &mut |p| self.bind(p, VarKind::Level))?;
        let (mut dim_exprs, mut slices) = (Vec::new(), Vec::new());
        p.comma_separated_list(Delimiter::Paren, " in dimension-specifier list", &mut |p| {
            let (expr, slice) = self.dimension(p)?;
            dim_exprs.extend(expr);
            slices.push(slice);
            Ok(())
        })?;
        p.token("->")?;
        let (declared, loc) = (self.num_levels, p.loc());
        let (mut exprs, mut types) = (Vec::new(), Vec::new());
        p.comma_separated_list(Delimiter::Paren, " in level-specifier list", &mut |p| {
            if declared != 0 {
                self.declared_level(p, exprs.len())?;
            }
            exprs.push(p.affine_expr(&self.dims_and_symbols)?);
            p.token(":")?;
            types.push(level_type(p)?);
            Ok(())
        })?;
        if declared != 0 && exprs.len() != declared as usize {
            let found = exprs.len();
            let message = format!(
                "Level-rank mismatch between forward-declarations and specifiers. Declared {declared} \
                 level-variables; but got {found} level-specifiers."
            );
            return Err(p.error(loc, message));
        }
        let num_levels = exprs.len() as u32;
        encoding.levels.extend(types);
        encoding.dim_to_lvl = Some(AffineMap::new(self.num_dims, self.num_symbols, exprs));
        encoding.lvl_to_dim =
            (!dim_exprs.is_empty()).then(|| AffineMap::new(num_levels, self.num_symbols, dim_exprs));
        if slices.iter().any(Option::is_some) {
            let default = whole_dimension(p.cx());
            encoding.slices.extend(slices.into_iter().map(|slice| slice.unwrap_or(default)));
        }
        Ok(())
    }

    /// Parses the name of a new variable.
    fn bind(&mut self, p: &mut dyn OpParser, kind: VarKind) -> PResult<()> {
        let loc = p.loc();
        let name = variable(p)?;
        let number = match kind {
            VarKind::Symbol => &mut self.num_symbols,
            VarKind::Dimension => &mut self.num_dims,
            VarKind::Level => &mut self.num_levels,
        };
        if self.kinds.insert(name.clone(), (kind, *number)).is_some() {
            return Err(p.error(loc, format!("redefinition of identifier '{name}'")));
        }
        let expr = match kind {
            VarKind::Symbol => AffineExpr::symbol(*number),
            VarKind::Dimension | VarKind::Level => AffineExpr::dim(*number),
        };
        *number += 1;
        if kind != VarKind::Level {
            self.dims_and_symbols.insert(name.clone(), expr.clone());
        }
        if kind != VarKind::Dimension {
            self.levels_and_symbols.insert(name, expr);
        }
        Ok(())
    }

    /// Parses a dimension, with its expression over levels and its slice if they are written.
    fn dimension(&mut self, p: &mut dyn OpParser) -> PResult<(Option<AffineExpr>, Option<Attr>)> {
        self.bind(p, VarKind::Dimension)?;
        let mut expr = None;
        if p.optional_token("=") {
            expr = Some(p.affine_expr(&self.levels_and_symbols)?);
        }
        if !p.optional_token(":") {
            return Ok((expr, None));
        }
        let loc = p.loc();
        let slice = p.attr(Type::NONE)?;
        match slice.isa::<DimSliceAttr>(p.cx()) {
            true => Ok((expr, Some(slice))),
            false => Err(p.error(loc, "expected SparseTensorDimSliceAttr".to_owned())),
        }
    }

    /// Parses the name of a declared level, which must be the one of that number.
    fn declared_level(&self, p: &mut dyn OpParser, expected: usize) -> PResult<()> {
        let loc = p.loc();
        let name = variable(p)?;
        let Some(&(VarKind::Level, number)) = self.kinds.get(&name) else {
            return Err(p.error(loc, format!("use of undeclared identifier '{name}'")));
        };
        if number as usize != expected {
            let (declared, bound) = (ordinal(number as usize), ordinal(expected));
            let message = format!(
                "Level-variable ordering mismatch. The variable '{name}' was forward-declared as the {declared} \
                 level; but is bound by the {bound} specification."
            );
            return Err(p.error(loc, message));
        }
        p.token("=")
    }
}

fn ordinal(number: usize) -> String {
    match number {
        1 => "1st".to_owned(),
        2 => "2nd".to_owned(),
        _ => format!("{number}th"),
    }
}

/// The slice of a dimension that has none, in an encoding where others have one.
fn whole_dimension(cx: &Context) -> Attr {
    DimSliceAttr::get(cx, 0, DYNAMIC, 1).into()
}

fn variable(p: &mut dyn OpParser) -> PResult<String> {
    let loc = p.loc();
    match p.optional_keyword() {
        Some(name) => Ok(name),
        None => Err(p.error(loc, "expected bare identifier".to_owned())),
    }
}

fn level_type(p: &mut dyn OpParser) -> PResult<LevelType> {
    let loc = p.loc();
    let Some(keyword) = p.optional_keyword() else {
        let message = "expected valid level format (e.g. dense, compressed or singleton)";
        return Err(p.error(loc, message.to_owned()));
    };
    let mut sizes = [0; 2];
    if keyword == LevelFormat::NOutOfM.keyword() {
        let mut found = Vec::new();
        p.comma_separated_list(Delimiter::OptionalSquare, " in structured n out of m", &mut |p| {
            found.push(structured_size(p)?);
            Ok(())
        })?;
        let Ok(pair) = <[u8; 2]>::try_from(found) else {
            return Err(p.error(loc, "expected exactly 2 structured sizes".to_owned()));
        };
        if pair[0] > pair[1] {
            return Err(p.error(loc, "expected n <= m in n_out_of_m".to_owned()));
        }
        sizes = pair;
    }
    let mut properties = Vec::new();
    p.comma_separated_list(Delimiter::OptionalParen, " in level property list", &mut |p| {
        properties.push(level_property(p)?);
        Ok(())
    })?;
    let Some(format) = LevelFormat::ALL.into_iter().find(|format| format.keyword() == keyword) else {
        return Err(p.error(loc, format!("unknown level format: {keyword}")));
    };
    let message = "invalid level type: level format doesn't support the properties";
    LevelType::new(format, &properties, sizes).ok_or_else(|| p.error(loc, message.to_owned()))
}

fn level_property(p: &mut dyn OpParser) -> PResult<LevelProperty> {
    let loc = p.loc();
    let Some(keyword) = p.optional_keyword() else {
        let message = "expected valid level property (e.g. nonordered, nonunique or high)";
        return Err(p.error(loc, message.to_owned()));
    };
    let property = LevelProperty::ALL.into_iter().find(|property| property.keyword() == keyword);
    property.ok_or_else(|| p.error(loc, format!("unknown level property: {keyword}")))
}

fn structured_size(p: &mut dyn OpParser) -> PResult<u8> {
    let loc = p.loc();
    let message = match p.optional_integer() {
        Ok(Some(..0)) => "expected structured size to be >= 0",
        // A level type has eight bits for each; upstream's wraps around.
        Ok(Some(size)) => match u8::try_from(size) {
            Ok(size) => return Ok(size),
            Err(_) => "expected structured size to be <= 255",
        },
        Ok(None) => "expected valid integer for structured size",
        Err(_) => "failed to parse structured size",
    };
    Err(p.error(loc, message.to_owned()))
}

pub(crate) fn print_encoding(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let Some(encoding) = Encoding::of(cx, params) else { return };
    let identity = AffineMap::identity(encoding.levels.len() as u32);
    let map = encoding.dim_to_lvl.as_ref().unwrap_or(&identity);
    p.text("<{ map = ");
    if map.num_symbols != 0 {
        let symbols: Vec<String> = (0..map.num_symbols).map(|symbol| format!("s{symbol}")).collect();
        p.text(&format!("[{}]", symbols.join(", ")));
    }
    p.text("(");
    for dim in 0..map.num_dims {
        p.text(if dim == 0 { "" } else { ", " });
        p.text(&format!("d{dim}"));
        if let Some(&slice) = encoding.slices.get(dim as usize) {
            p.text(" : ");
            p.attr(slice);
        }
    }
    p.text(") -> (");
    let mut text = String::new();
    for (at, (expr, level)) in map.results.iter().zip(&encoding.levels).enumerate() {
        text.push_str(if at == 0 { "" } else { ", " });
        expr.write(&mut text);
        text.push_str(" : ");
        text.push_str(&level.text());
    }
    p.text(&text);
    p.text(")");
    for (key, width) in [("posWidth", encoding.position_width), ("crdWidth", encoding.coordinate_width)] {
        if width != 0 {
            p.text(&format!(", {key} = {width}"));
        }
    }
    for (key, value) in [("explicitVal", encoding.explicit_value), ("implicitVal", encoding.implicit_value)] {
        if let Some(value) = value {
            p.text(&format!(", {key} = "));
            p.attr(value);
        }
    }
    p.text(" }>");
}
