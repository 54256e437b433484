//! Statements from templates: a few ops that lead to a fold or a pattern, a line of a table each.
//!
//! A snippet is text; one that begins with `3 * ` occurs three times as often as others. Its parts are separated by
//! ` ; `, each an op on a separate line, except for
//!
//! - `let NAME = a|b|c`: from here on `~NAME~` is one of these texts;
//! - `out $x : TYPE`, `out $x : TYPE = 3x4`: the value comes into scope; the extents that the type leaves open are those.
//!
//! In an op `$x` is a value of the snippet, `?TYPE?` one of that type from the program, `?f32 not nan?` one
//! that is no NaN (whose bits may be looked at: the sign of a computed NaN is not defined), `#0..7#` a number
//! in between, and `=TYPE=` a random constant of a scalar type, without the type. Types of values from the
//! program are scalars, vectors, and tensors whose extents are in the type. All of their ops can be run,
//! which a test checks.

mod arith;
mod convolutions;
mod memory;
mod tensors;
mod vectors;

use std::collections::BTreeMap;

use crate::generator::Gen;
use crate::types::{Elem, Shape, Ty};

/// After a type of floats: any but a NaN.
const NOT_NAN: &str = " not nan";

/// The tables.
static TABLES: [&[&str]; 5] =
    [arith::SNIPPETS, memory::SNIPPETS, convolutions::SNIPPETS, tensors::SNIPPETS, vectors::SNIPPETS];

/// All snippets.
pub fn all() -> impl Iterator<Item = &'static str> {
    TABLES.iter().flat_map(|table| table.iter().copied())
}

/// The weight of a snippet among others, and its ops.
fn weighted(snippet: &str) -> (usize, &str) {
    let parts = snippet.split_once(" * ").and_then(|(weight, ops)| Some((weight.parse().ok()?, ops)));
    parts.unwrap_or((1, snippet))
}

/// One of a table.
fn one(g: &mut Gen<'_>, table: &[&'static str]) -> bool {
    let at = g.n.weighted(table.iter().map(|snippet| weighted(snippet).0));
    table.get(at).is_some_and(|snippet| write(g, weighted(snippet).1))
}

/// A snippet on numbers.
pub fn numbers(g: &mut Gen<'_>) -> bool {
    one(g, arith::SNIPPETS)
}

/// A snippet on buffers.
pub fn buffers(g: &mut Gen<'_>) -> bool {
    one(g, memory::SNIPPETS)
}

/// A convolution or a pooling.
pub fn convolution(g: &mut Gen<'_>) -> bool {
    one(g, convolutions::SNIPPETS)
}

/// A snippet on tensors or shapes.
pub fn tensors(g: &mut Gen<'_>) -> bool {
    one(g, tensors::SNIPPETS)
}

/// A snippet on vectors.
pub fn vectors(g: &mut Gen<'_>) -> bool {
    one(g, vectors::SNIPPETS)
}

/// The program with one snippet, by its number among [`all`].
pub fn alone(number: usize, seed: u64) -> String {
    let mut text = crate::functions::module_with(&ALONE, seed, &|_| true, &|g| {
        if let Some(snippet) = all().nth(number) {
            write(g, weighted(snippet).1);
        }
    });
    text.push('\n');
    text
}

/// Programs of one snippet.
static ALONE: crate::ProgramKind = crate::ProgramKind {
    name: "alone",
    about: "one snippet",
    functions: 0,
    recursion: 0,
    ..crate::program_kind::BASE
};

/// An element type by its name.
fn elem(text: &str) -> Option<Elem> {
    Some(match text {
        "index" => Elem::Index,
        "f16" => Elem::F16,
        "bf16" => Elem::BF16,
        "f32" => Elem::F32,
        "f64" => Elem::F64,
        _ => Elem::Int(text.strip_prefix('i')?.parse().ok()?),
    })
}

/// A type by its text; `sizes` are the extents that are left open. Other types are kept as text.
fn ty(text: &str, sizes: &[i64]) -> Option<Ty> {
    let shaped = |prefix: &str| text.strip_prefix(prefix)?.strip_suffix('>');
    let parts = |inner: &str| {
        let (mut shape, mut open) = (Shape::default(), sizes.iter());
        let mut rest: Vec<&str> = inner.split('x').collect();
        // `index` has an x in it.
        let last = match rest.len() > 1 && rest[rest.len() - 2].ends_with("inde") {
            true => rest.split_off(rest.len() - 2).join("x"),
            false => rest.pop()?.to_owned(),
        };
        for extent in rest {
            shape.open.push(extent == "?");
            shape.sizes.push(if extent == "?" { *open.next()? } else { extent.parse().ok()? });
        }
        Some((shape, elem(&last)?))
    };
    if let Some(inner) = shaped("vector<") {
        let (shape, elem) = parts(inner)?;
        return Some(Ty::Vector(shape.sizes, elem));
    }
    if let Some(inner) = shaped("tensor<") {
        let (shape, elem) = parts(inner)?;
        return Some(Ty::Tensor(shape, elem));
    }
    elem(text).map(Ty::Scalar)
}

/// Writes a snippet; `false` if a value cannot be had.
fn write(g: &mut Gen<'_>, snippet: &str) -> bool {
    let mut bound: BTreeMap<&str, String> = BTreeMap::new();
    let mut parts: Vec<String> = Vec::new();
    for part in snippet.split(" ; ").map(str::trim) {
        if let Some((name, texts)) = part.strip_prefix("let ").and_then(|part| part.split_once(" = ")) {
            let texts: Vec<&str> = texts.split('|').collect();
            bound.insert(name, (*g.n.pick(&texts)).to_owned());
            continue;
        }
        let mut part = part.to_owned();
        for (name, text) in &bound {
            part = part.replace(&format!("~{name}~"), text);
        }
        parts.push(part);
    }
    if !g.affords(parts.len() as u64) {
        return false;
    }
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for part in parts {
        match part.strip_prefix("out ") {
            Some(out) => bring(g, out, &mut names),
            None => {
                // Values that are defined in a region stay there.
                if part.starts_with('}') {
                    g.close();
                }
                let Some(line) = fill(g, &part, &mut names) else { return false };
                let opens = line.ends_with('{');
                g.line(line);
                if opens {
                    g.open(true);
                }
            }
        }
    }
    true
}

/// Brings a value into scope.
fn bring(g: &mut Gen<'_>, out: &str, names: &mut BTreeMap<String, String>) {
    let Some((name, text)) = out.trim_start_matches('$').split_once(" : ") else { return };
    let (text, sizes) = text.split_once(" = ").unwrap_or((text, ""));
    let sizes: Vec<i64> = sizes.split('x').filter_map(|size| size.parse().ok()).collect();
    let (Some(ty), Some(name)) = (ty(text, &sizes), names.get(name)) else { return };
    let value = g.fresh(ty);
    g.values.push(crate::types::Value { name: name.clone(), ..value });
}

/// The text of a part with names, values and numbers; `None` if a value cannot be had.
fn fill(g: &mut Gen<'_>, part: &str, names: &mut BTreeMap<String, String>) -> Option<String> {
    let mut line = String::new();
    let mut rest = part;
    while let Some(at) = rest.find(['$', '?', '#', '=']) {
        line.push_str(&rest[..at]);
        let mark = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        match mark {
            b'$' => {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
                let name = names.entry(rest[..end].to_owned()).or_insert_with(|| g.name());
                line.push_str(name);
                rest = &rest[end..];
            }
            b'#' if rest.contains('#') => {
                let (range, after) = rest.split_once('#')?;
                let (low, high) = range.split_once("..")?;
                line.push_str(&g.n.within(low.parse().ok()?, high.parse().ok()?).to_string());
                rest = after;
            }
            b'?' if is_type(rest, '?') => {
                let (text, after) = rest.split_once('?')?;
                let value = match text.strip_suffix(NOT_NAN) {
                    Some(text) => g.not_nan(elem(text)?),
                    None => g.value(&ty(text, &[])?)?,
                };
                line.push_str(&value.name);
                rest = after;
            }
            b'=' if is_type(rest, '=') => {
                let (text, after) = rest.split_once('=')?;
                line.push_str(&g.literal(elem(text)?));
                rest = after;
            }
            other => line.push(other as char),
        }
    }
    line.push_str(rest);
    Some(line)
}

/// Whether a text begins with a type and a mark.
fn is_type(text: &str, mark: char) -> bool {
    text.split_once(mark)
        .is_some_and(|(text, _)| ty(text.strip_suffix(NOT_NAN).unwrap_or(text), &[]).is_some())
}
