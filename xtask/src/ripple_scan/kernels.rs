//! The kernels of a scan: an operation on values of a type, in a form of access and condition.
//!
//! A kernel is one C text for both compilers. The macros `BLOCK`, `PARALLEL`, `SPREAD`, `TOTAL` and
//! `LARGEST` stand for what Ripple adds; without Ripple they are nothing, or the value itself.

/// A type of elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ty {
    pub(super) name: &'static str,
    /// The type of twice the width.
    wide: &'static str,
    bits: u32,
    float: bool,
    signed: bool,
}

const fn ty(name: &'static str, wide: &'static str, bits: u32, float: bool, signed: bool) -> Ty {
    Ty { name, wide, bits, float, signed }
}

pub(super) const TYPES: &[Ty] = &[
    ty("int8_t", "int16_t", 8, false, true),
    ty("uint8_t", "uint16_t", 8, false, false),
    ty("int16_t", "int32_t", 16, false, true),
    ty("uint16_t", "uint32_t", 16, false, false),
    ty("int32_t", "int64_t", 32, false, true),
    ty("uint32_t", "uint64_t", 32, false, false),
    ty("int64_t", "int64_t", 64, false, true),
    ty("uint64_t", "uint64_t", 64, false, false),
    ty("float", "double", 32, true, true),
    ty("double", "double", 64, true, true),
];

impl Ty {
    /// The function of the C library for this type.
    fn function(self, name: &str) -> String {
        if self.bits == 64 { name.to_owned() } else { format!("{name}f") }
    }

    /// The smallest and the largest number of the type.
    fn limits(self) -> (String, String) {
        let upper = self.name.trim_end_matches("_t").to_uppercase();
        let lowest = if self.signed { format!("{upper}_MIN") } else { "0".to_owned() };
        (lowest, format!("{upper}_MAX"))
    }
}

/// The names of the operations.
pub(super) const OPS: &[&str] = &[
    "add", "sub", "mul", "div", "rem", "and", "xor", "shift", "min", "max", "average", "distance",
    "saturate", "high", "less", "negate", "fma", "sqrt", "floor", "abs",
];

/// The expression of an operation on two values; `None` where the type has no such operation.
pub(super) fn expression(op: &str, ty: Ty, p: &str, q: &str) -> Option<String> {
    let integer = !ty.float;
    let (lowest, highest) = ty.limits();
    let wide = ty.wide;
    Some(match op {
        "add" => format!("{p} + {q}"),
        "sub" => format!("{p} - {q}"),
        "mul" => format!("{p} * {q}"),
        "div" if ty.float => format!("{p} / {q}"),
        "div" if ty.bits <= 16 => format!("{p} / {q}"),
        "rem" if integer && ty.bits == 8 => format!("{p} % {q}"),
        "and" if integer => format!("{p} & {q}"),
        "xor" if integer => format!("{p} ^ {q}"),
        "shift" if integer => format!("{p} >> ({q} & {})", ty.bits - 1),
        "min" => format!("{p} < {q} ? {p} : {q}"),
        "max" if ty.float => format!("{}({p}, {q})", ty.function("fmax")),
        "max" => format!("{p} > {q} ? {p} : {q}"),
        "average" if integer && ty.bits <= 16 => format!("({p} + {q} + 1) >> 1"),
        "distance" if integer => format!("{p} > {q} ? {p} - {q} : {q} - {p}"),
        "saturate" if integer && ty.bits <= 16 => {
            format!("{p} + {q} > {highest} ? {highest} : {p} + {q} < {lowest} ? {lowest} : {p} + {q}")
        }
        "high" if integer && ty.bits <= 32 => format!("(({wide})({p}) * ({wide})({q})) >> {}", ty.bits),
        "less" => format!("{p} < {q}"),
        "negate" => format!("-{p} ^ {q}").replace("^", if ty.float { "+" } else { "^" }),
        "fma" if ty.float => format!("{p} * {q} + {p}"),
        "sqrt" if ty.float => format!("{}({p}) + {q}", ty.function("sqrt")),
        "floor" if ty.float => format!("{}({p}) + {q}", ty.function("floor")),
        "abs" if ty.float => format!("{}({p}) + {q}", ty.function("fabs")),
        "abs" if ty.signed => format!("({p} < 0 ? -{p} : {p}) + {q}"),
        _ => return None,
    })
}

/// A form of access and condition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    pub(super) name: &'static str,
    /// The body of the loop, in which `E(p, q)` is the operation; or the whole function, where it begins with `{`.
    body: &'static str,
    /// The body without Ripple, where it is another one.
    plain: &'static str,
    /// The type of the results: `T`, or a type that it says.
    results: &'static str,
    /// The number of results.
    pub(super) count: &'static str,
}

const fn form(name: &'static str, body: &'static str) -> Form {
    Form { name, body, plain: body, results: "T", count: "n" }
}

const fn one(name: &'static str, body: &'static str, results: &'static str) -> Form {
    Form { name, body, plain: body, results, count: "1" }
}

pub(super) const FORMS: &[Form] = &[
    form("map", "o[i] = E(x[i], y[i]);"),
    form("scalar", "o[i] = E(x[i], s);"),
    form("constant", "o[i] = E(x[i], (T)5);"),
    form("in_place", "o[i] = E(o[i], x[i]);"),
    form("if", "if (x[i] > y[i]) o[i] = E(x[i], y[i]);"),
    form("select", "o[i] = x[i] > s ? E(x[i], y[i]) : x[i];"),
    form(
        "chain",
        "if (k[i] == 0) o[i] = E(x[i], y[i]); else if (k[i] == 1) o[i] = y[i]; else if (k[i] == 2) o[i] = E(o[i], x[i]);",
    ),
    form("pairs", "o[i] = E(x[2 * i], x[2 * i + 1]);"),
    form("fours", "o[i] = E(x[4 * i + 1], x[4 * i + 3]);"),
    Form { count: "2 * n", ..form("apart", "o[2 * i] = E(x[i], y[i]);") },
    form("reverse", "o[i] = E(x[n - 1 - i], y[i]);"),
    form("neighbours", "o[i] = E(x[i], x[i + 1]);"),
    form("gather", "o[i] = E(x[j[i]], y[i]);"),
    form("clamped", "o[i] = E(x[i], y[i < n - 3 ? i + 3 : n - 1]);"),
    Form { results: "W", ..form("widen", "o[i] = E((W)x[i], (W)y[i]);") },
    one(
        "sum",
        "{ T t = SPREAD(0); PARALLEL for (long i = 0; i < n; i++) t += E(x[i], y[i]); *o = TOTAL(t); }",
        "T",
    ),
    one(
        "largest",
        "{ T t = SPREAD(x[0]); PARALLEL for (long i = 0; i < n; i++) { T e = E(x[i], y[i]); t = e > t ? e : t; } *o = LARGEST(t); }",
        "T",
    ),
    one(
        "count",
        "{ int32_t t = SPREAD(0); PARALLEL for (long i = 0; i < n; i++) t += E(x[i], y[i]) > s; *o = TOTAL(t); }",
        "int32_t",
    ),
    Form {
        plain: "{ T t[SIZE]; for (long v = 0; v < SIZE; v++) t[v] = y[v]; for (long i = 0; i < n / SIZE; i++) \
                for (long v = 0; v < SIZE; v++) t[v] = E(t[v], x[i * SIZE + v]); for (long v = 0; v < SIZE; v++) o[v] = t[v]; }",
        count: "size",
        ..form(
            "carried",
            "{ size_t v = ripple_id(b, 0); T t = y[v]; for (long i = 0; i < n / SIZE; i++) t = E(t, x[i * SIZE + v]); o[v] = t; }",
        )
    },
];

/// The sizes of blocks, in order.
pub(super) const SIZES: &[u32] =
    &[3, 4, 6, 8, 12, 16, 24, 32, 40, 48, 64, 96, 100, 128, 256, 512, 1024, 2048, 4096, 8192];

impl Form {
    /// Whether the loop without Ripple depends on the size of the block, too.
    pub(super) fn sized(self) -> bool {
        self.name == "carried"
    }

    /// The type of the results for elements of a type.
    pub(super) fn results(self, ty: Ty) -> &'static str {
        match self.results {
            "T" => ty.name,
            "W" => ty.wide,
            other => other,
        }
    }

    /// The function of an operation, with Ripple or without; `None` where the type has no such operation.
    pub(super) fn kernel(self, op: &str, ty: Ty, size: u32, ripple: bool, name: &str) -> Option<String> {
        let operand = if self.name == "widen" { wide_of(ty)? } else { ty };
        let mut body = if ripple { self.body } else { self.plain }.to_owned();
        while let Some(start) = body.find("E(") {
            let (p, q, end) = operands(&body, start + 2);
            let value = expression(op, operand, &p, &q)?;
            body.replace_range(start..end, &format!("(({})({value}))", operand.name));
        }
        let body = match body.strip_prefix('{') {
            Some(_) => body,
            None => format!("{{ PARALLEL for (long i = 0; i < n; i++) {{ {body} }} }}"),
        };
        let (t, o) = (ty.name, self.results(ty));
        let body = words(&body, &[("T", t), ("W", ty.wide), ("SIZE", &size.to_string())]);
        Some(format!(
            "static NOINLINE void {name}_(long n, const {t} *restrict x, const {t} *restrict y, const int32_t *restrict j, \
             const int32_t *restrict k, {t} s, {o} *restrict o) {{ BLOCK({size}) {body} }}\n\
             static void {name}(const struct args *a) {{ {name}_(a->n, a->x, a->y, a->j, a->k, *(const {t} *)a->s, a->o); }}\n"
        ))
    }
}

/// The type of twice the width.
fn wide_of(ty: Ty) -> Option<Ty> {
    TYPES.iter().find(|wide| wide.name == ty.wide && wide.bits != ty.bits).copied()
}

/// The two operands that begin at a place, and where the call ends.
fn operands(text: &str, start: usize) -> (String, String, usize) {
    let (mut depth, mut comma) = (0, start);
    for (at, c) in text[start..].char_indices().map(|(at, c)| (at + start, c)) {
        match c {
            '(' | '[' => depth += 1,
            ')' if depth == 0 => {
                return (text[start..comma].to_owned(), text[comma + 2..at].to_owned(), at + 1);
            }
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => comma = at,
            _ => {}
        }
    }
    (String::new(), String::new(), text.len())
}

/// A text with some of its words replaced.
fn words(text: &str, known: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').map_or(rest, |end| &rest[..end]);
        if word.is_empty() {
            let first = rest.chars().next().map_or(1, char::len_utf8);
            out.push_str(&rest[..first]);
            rest = &rest[first..];
            continue;
        }
        out.push_str(known.iter().find(|(name, _)| *name == word).map_or(word, |(_, value)| value));
        rest = &rest[word.len()..];
    }
    out
}
