//! Programs of Ripple in C.

use std::fmt::Write;

use super::forms::Cleanup;
use super::libraries;
use super::program::{
    Affine, Bin, CLEANUPS, Cmp, DIMS, Expr, Kernel, LAST, LENGTH, Red, SHUFFLES, SliceIndex, Stmt, Ty,
};
use super::sizes::Size;

impl Kernel {
    /// The kernel as a function in C.
    pub(super) fn text(&self, name: &str) -> String {
        let (parameters, block, body) = (parameters(&self.arrays), self.block_text(), self.body_text());
        let attribute = self.forms.attribute();
        format!("{attribute}void {name}({parameters}) {{\n{block}{body}}}\n")
    }

    /// The declaration of its block.
    pub(super) fn block_text(&self) -> String {
        format!(
            "  ripple_block_t B = ripple_set_block_shape(0, {});\n",
            self.sizes.map(Size::text).join(", ")
        )
    }

    /// The statements of such a function after the declaration of its block.
    pub(super) fn body_text(&self) -> String {
        let mut out = String::new();
        out.push_str("  size_t id0 = ripple_id(B, 0), id1 = ripple_id(B, 1), id2 = ripple_id(B, 2);\n  (void)id0; (void)id1; (void)id2;\n");
        if self.is_grouped {
            let members = (0..self.vars.len()).filter(|&at| self.is_member(at));
            let members: Vec<String> = members.map(|at| format!("{} v{at};", self.vars[at].ty.c())).collect();
            let _ = writeln!(out, "  struct {{ {} }} V, W;", members.join(" "));
        }
        for (at, var) in self.vars.iter().enumerate().filter(|(_, var)| !var.is_counter) {
            let dims: u32 = (0..DIMS).filter(|&dim| var.shape[dim] > 1).map(|dim| 1 << dim).sum();
            let (name, ty) = (self.name(at), var.ty.c());
            let declared = if self.is_member(at) { String::new() } else { format!("{ty} ") };
            let _ = writeln!(out, "  {declared}{name} = ripple_broadcast(B, {dims}, ({ty}){});", var.init);
        }
        self.statements(&self.body, 1, &mut out);
        out
    }

    /// Whether a variable is a member of the structure.
    fn is_member(&self, var: usize) -> bool {
        self.is_grouped && !self.vars[var].is_counter && !self.vars[var].is_flag
    }

    fn name(&self, var: usize) -> String {
        if self.is_member(var) { format!("V.v{var}") } else { format!("v{var}") }
    }

    fn statements(&self, body: &[Stmt], depth: usize, out: &mut String) {
        let pad = "  ".repeat(depth);
        for statement in body {
            match statement {
                Stmt::Assign(var, value) => {
                    // Without a broadcast, the variable has the shape of the value until the next assignment.
                    let (shape, ty) = (self.vars[*var].shape, self.vars[*var].ty.c());
                    let dims: u32 = (0..DIMS).filter(|&dim| shape[dim] > 1).map(|dim| 1 << dim).sum();
                    let (name, text) = (self.name(*var), self.expr(value));
                    let _ = match self.shape(value) == shape {
                        true => writeln!(out, "{pad}{name} = {text};"),
                        false => writeln!(out, "{pad}{name} = ripple_broadcast(B, {dims}, ({ty})({text}));"),
                    };
                    if self.is_member(*var) && depth == 1 {
                        let _ = writeln!(out, "{pad}W = V; V = W;");
                    }
                }
                Stmt::Store(array, index, value) => {
                    let _ = writeln!(
                        out,
                        "{pad}A{array}[({}) & {}] = {};",
                        self.expr(index),
                        LENGTH - 1,
                        self.expr(value)
                    );
                }
                Stmt::StoreAt(array, index, value) => {
                    let _ = writeln!(out, "{pad}A{array}[{}] = {};", affine_text(index), self.expr(value));
                }
                Stmt::If(condition, yes, no) if self.forms.has_jumps => {
                    let (condition, at) = (self.expr(condition), out.len());
                    let _ = writeln!(out, "{pad}if (!({condition})) goto no{at};\n{pad}{{");
                    self.statements(yes, depth + 1, out);
                    let _ = writeln!(out, "{pad}}}\n{pad}goto both{at};\n{pad}no{at}:;\n{pad}{{");
                    self.statements(no, depth + 1, out);
                    let _ = writeln!(out, "{pad}}}\n{pad}both{at}:;");
                }
                Stmt::Leave(flag, value, condition) => {
                    let (condition, value) = (self.expr(condition), self.expr(value));
                    let _ = writeln!(out, "{pad}if ({condition}) {{ v{flag} = {value}; break; }}");
                }
                Stmt::If(condition, yes, no) => {
                    let _ = writeln!(out, "{pad}if ({}) {{", self.expr(condition));
                    self.statements(yes, depth + 1, out);
                    if !no.is_empty() {
                        let _ = writeln!(out, "{pad}}} else {{");
                        self.statements(no, depth + 1, out);
                    }
                    let _ = writeln!(out, "{pad}}}");
                }
                Stmt::For(var, count, body) => {
                    let _ = writeln!(out, "{pad}for (int32_t v{var} = 0; v{var} < {count}; ++v{var}) {{");
                    out.push_str(&self.forms.beginning(&"  ".repeat(depth + 1)));
                    self.statements(body, depth + 1, out);
                    let _ = writeln!(out, "{pad}}}");
                }
                Stmt::While(var, bound, condition, body) => {
                    let shape = self.vars[*var].shape;
                    let dims: u32 = (0..DIMS).filter(|&dim| shape[dim] > 1).map(|dim| 1 << dim).sum();
                    let condition = self.expr(condition);
                    let _ = writeln!(
                        out,
                        "{pad}for (int32_t v{var} = ripple_broadcast(B, {dims}, (int32_t)0); v{var} < {bound} && {condition}; v{var} = v{var} + 1) {{"
                    );
                    out.push_str(&self.forms.beginning(&"  ".repeat(depth + 1)));
                    self.statements(body, depth + 1, out);
                    let _ = writeln!(out, "{pad}}}");
                }
                Stmt::Break(condition) => {
                    let _ = writeln!(out, "{pad}if ({}) break;", self.expr(condition));
                }
                Stmt::Continue(condition) => {
                    let _ = writeln!(out, "{pad}if ({}) continue;", self.expr(condition));
                }
                Stmt::Jump(condition) => {
                    let _ = writeln!(out, "{pad}if ({}) goto out;", self.expr(condition));
                }
                Stmt::Scope(cleanup, body, rest) => {
                    let inner = "  ".repeat(depth + 1);
                    let _ = writeln!(out, "{pad}{{\n{inner}__label__ out;\n{inner}{{");
                    if let Some(cleanup) = cleanup {
                        let _ = writeln!(out, "{inner}  {}", self.cleanup_text(*cleanup));
                    }
                    out.push_str(&self.forms.beginning(&"  ".repeat(depth + 2)));
                    self.statements(body, depth + 2, out);
                    let _ = writeln!(out, "{inner}}}\n{inner}{{");
                    self.statements(rest, depth + 2, out);
                    let _ = writeln!(out, "{inner}}}\n{inner}out:;\n{pad}}}");
                }
                Stmt::Return(condition) => {
                    let _ = writeln!(out, "{pad}if ({}) return;", self.expr(condition));
                }
                Stmt::Strip(var, dim, start, end, body) => {
                    let size = self.size_text(*dim, *var);
                    let _ = writeln!(
                        out,
                        "{pad}for (int64_t v{var} = {start}; v{var} < {end}; v{var} += {size}) if (v{var} + (int64_t)id{dim} < {end}) {{"
                    );
                    self.statements(body, depth + 1, out);
                    let _ = writeln!(out, "{pad}}}");
                }
                Stmt::Parallel(var, dims, start, end, step, body) => {
                    let dims: Vec<String> = dims.iter().map(usize::to_string).collect();
                    let _ = writeln!(out, "{pad}ripple_parallel(B, {});", dims.join(", "));
                    let _ = writeln!(
                        out,
                        "{pad}for ({} v{var} = {start}; {}; v{var} {} {}) {{",
                        self.vars[*var].ty.c(),
                        bound_text((*var, self.vars[*var].ty), *start, *end, *step),
                        if *step < 0 { "-=" } else { "+=" },
                        step.abs()
                    );
                    out.push_str(&self.forms.beginning(&"  ".repeat(depth + 1)));
                    self.statements(body, depth + 1, out);
                    let _ = writeln!(out, "{pad}}}");
                }
            }
        }
    }

    /// The declaration of a local with a destructor.
    fn cleanup_text(&self, cleanup: Cleanup) -> String {
        let [a, b, c] = cleanup.factors;
        let number = format!("A{CLEANUPS}[id0 * {a} + id1 * {b} + id2 * {c}]");
        format!("CLEANUP({number}, {}, {})", cleanup.value, self.name(LAST))
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(ty, number) => format!("({}){number}", ty.c()),
            Expr::Var(var) => self.name(*var),
            Expr::Id(ty, dim) => format!("({})id{dim}", ty.c()),
            Expr::Size(ty, dim) => format!("({})({})", ty.c(), self.size_text(*dim, ty.c().len())),
            Expr::Load(array, index) => format!("A{array}[({}) & {}]", self.expr(index), LENGTH - 1),
            Expr::LoadAt(array, index) => format!("A{array}[{}]", affine_text(index)),
            Expr::Bin(kind, a, b) => self.binary(*kind, a, b),
            Expr::Cmp(kind, a, b) => {
                let op = match kind {
                    Cmp::Lt => "<",
                    Cmp::Le => "<=",
                    Cmp::Eq => "==",
                    Cmp::Ne => "!=",
                };
                format!("({} {op} {})", self.expr(a), self.expr(b))
            }
            Expr::Both(a, b) => format!("({} && {})", self.expr(a), self.expr(b)),
            Expr::Either(a, b) => format!("({} || {})", self.expr(a), self.expr(b)),
            Expr::Choose(a, b, c) => format!("(({}) ? {} : {})", self.expr(a), self.expr(b), self.expr(c)),
            // C++ has no cast between the two types of 16 bits.
            Expr::Cast(ty, a) if [*ty, self.ty(a)].iter().all(|ty| matches!(ty, Ty::F16 | Ty::BF16)) => {
                format!("({})(float)({})", ty.c(), self.expr(a))
            }
            Expr::Cast(ty, a) => format!("({})({})", ty.c(), self.expr(a)),
            Expr::Reduce(kind, dims, a) => {
                let op = match kind {
                    Red::Add => "add",
                    Red::Max => "max",
                    Red::Min => "min",
                    Red::Xor => "xor",
                    Red::Or => "or",
                    Red::And => "and",
                };
                format!("ripple_reduce{op}({dims}, ({})({}))", self.ty(a).c(), self.expr(a))
            }
            Expr::Shuffle(function, a) => {
                let (name, argument) = SHUFFLES[*function].call;
                format!("{name}(({})({}), {argument})", self.ty(a).c(), self.expr(a))
            }
            Expr::Slice(dim, index, a) => {
                let index = match index {
                    SliceIndex::At(index) => index.to_string(),
                    SliceIndex::BeforeLast(places) => format!("{} - {}", self.sizes[*dim].text(), places + 1),
                };
                let mut indices = vec!["-1"; *dim];
                indices.push(&index);
                format!("ripple_slice(({})({}), {})", self.ty(a).c(), self.expr(a), indices.join(", "))
            }
            Expr::Call(function, a, b) => {
                format!("f{function}{}({}, {})", self.forms.callee(), self.expr(a), self.expr(b))
            }
            Expr::Library(function, library, a, b) => {
                format!("{}({}, {})", libraries::name(*function, *library), self.expr(a), self.expr(b))
            }
        }
    }

    /// The size of the block in a dimension, in one of its textual forms.
    fn size_text(&self, dim: usize, form: usize) -> String {
        match form % 2 {
            0 => format!("ripple_get_block_size(B, {dim})"),
            _ => self.sizes[dim].text(),
        }
    }

    fn binary(&self, kind: Bin, a: &Expr, b: &Expr) -> String {
        let ty = self.ty(a);
        let (name, a, b) = (ty.c(), self.expr(a), self.expr(b));
        let operator = kind.operator().unwrap_or_default();
        let Ty::Int { bits, .. } = ty else { return format!("({name})(({a}) {operator} ({b}))") };
        let wide = if bits == 64 { "uint64_t" } else { "uint32_t" };
        match kind {
            Bin::Shl => format!("({name})(({wide})({a}) << (({b}) & {}))", bits - 1),
            Bin::Shr => format!("({name})(({name})({a}) >> (({b}) & {}))", bits - 1),
            Bin::Div => format!("({name})(({name})({a}) / ({name})((({b}) & 15) | 1))"),
            Bin::Rem => format!("({name})(({name})({a}) % ({name})((({b}) & 15) | 1))"),
            Bin::AddSat => format!("ripple_add_sat(({name})({a}), ({name})({b}))"),
            Bin::SubSat => format!("ripple_sub_sat(({name})({a}), ({name})({b}))"),
            _ => format!("({name})(({wide})({a}) {operator} ({wide})({b}))"),
        }
    }
}

/// The parameters of a function that gets arrays.
pub(super) fn parameters(arrays: &[Ty]) -> String {
    let list: Vec<String> = arrays.iter().enumerate().map(|(at, ty)| format!("{} *A{at}", ty.c())).collect();
    list.join(", ")
}

fn affine_text(index: &Affine) -> String {
    let ty = index.ty.c();
    // Sums that may wrap are computed without sign.
    let wide = match index.ty {
        Ty::Int { bits: 64, signed: true } => "int64_t",
        Ty::Int { bits: 64, .. } => "uint64_t",
        Ty::Int { bits: 32, signed: true } => "int32_t",
        _ => "uint32_t",
    };
    let mut text = index.start.to_string();
    if index.has_unknown {
        let _ = write!(text, " + ({wide})unknown");
    }
    for (dim, factor) in index.factors.iter().enumerate().filter(|(_, factor)| **factor != 0) {
        let _ = write!(text, " + ({wide}){factor} * ({wide})id{dim}");
    }
    if let Some((var, factor)) = index.counter {
        let _ = write!(text, " + ({wide}){factor} * ({wide})v{var}");
    }
    let text = format!("({ty})({text})");
    match (index.bounds, index.ty) {
        (None, _) => text,
        (Some((low, high)), Ty::Int { bits, .. }) if (low + high) % 2 == 0 => {
            format!("clamp{bits}({text}, {low}, {high})")
        }
        (Some((low, high)), _) => format!("({text} < {low} ? {low} : {text} > {high} ? {high} : {text})"),
    }
}

/// The condition of an annotated loop, in one of its textual forms.
fn bound_text((var, ty): (usize, Ty), start: i64, end: i64, step: i64) -> String {
    // A counter that wraps around at the end of its type reaches the bound.
    let bound = super::numbers::signed(super::numbers::cut(end as u64, ty), ty);
    if bound != end {
        return format!("v{var} != {bound}");
    }
    let (less, sign) = if step < 0 { (">", 1) } else { ("<", -1) };
    match (start + end + var as i64).rem_euclid(4) {
        0 => format!("v{var} {less}= {}", end + sign),
        1 if (end - start) % step == 0 && (end - start) / step > 0 => format!("v{var} != {end}"),
        2 => format!("{end} {} v{var}", if step < 0 { "<" } else { ">" }),
        _ => format!("v{var} {less} {end}"),
    }
}
