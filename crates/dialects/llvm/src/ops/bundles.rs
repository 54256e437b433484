//! Bundles of operands of calls: a tag and operands each.

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, Operand, PResult, ParseState};
use terrace_ir::def::{CustomArg, CustomDirective, op_error, plain_error};
use terrace_ir::{Attr, CheckResult, Loc, OpRef, OptionalAttr, Type, ValueRef};

/// Bundles as written.
pub(super) struct Bundles {
    loc: Loc,
    bundles: Vec<(Vec<Operand>, Vec<Type>)>,
}

/// `["tag"(%a, %b : types), ..]`, or nothing. The tags are stored.
pub(super) fn parse_bundles(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<Bundles> {
    let mut out = Bundles { loc: p.loc(), bundles: Vec::new() };
    if !p.optional_token("[") || p.optional_token("]") {
        return Ok(out);
    }
    let mut tags = Vec::new();
    loop {
        let loc = p.loc();
        let Some(tag) = p.optional_string()? else {
            let _ = p.error(loc, "expected string".to_string());
            return Err(p.error(loc, "expect operand bundle tag".to_string()));
        };
        tags.push(p.cx().str_attr(p.cx().str_from_bytes(&tag)));
        p.token("(")?;
        let (mut operands, mut types) = (Vec::new(), Vec::new());
        if !p.optional_token(")") {
            operands = p.operand_list(Delimiter::None)?;
            p.token(":")?;
            types = p.type_list()?;
            p.token(")")?;
        }
        out.bundles.push((operands, types));
        if !p.optional_token(",") {
            break;
        }
    }
    p.token("]")?;
    let tags: Attr = p.cx().array_attr(&tags);
    state.set_prop(p.cx(), "op_bundle_tags", tags);
    Ok(out)
}

impl Bundles {
    /// Appends the operands of all bundles to those of the op, and stores their sizes. Returns how many operands there are.
    pub(super) fn resolve(&self, p: &mut dyn OpParser, state: &mut ParseState) -> PResult<usize> {
        let mut count = 0;
        for (i, (operands, types)) in self.bundles.iter().enumerate() {
            if operands.len() != types.len() {
                let message = format!(
                    "expected {} types for operand bundle operands for operand bundle #{i}, but actually got {}",
                    operands.len(),
                    types.len()
                );
                return Err(p.error(self.loc, message));
            }
            let values = p.resolve_all(operands, types, self.loc)?;
            count += values.len();
            state.operands.extend(values);
        }
        let sizes = self.sizes();
        state.set_prop(p.cx(), "op_bundle_sizes", p.cx().i32_array(&sizes));
        Ok(count)
    }

    fn sizes(&self) -> Vec<i32> {
        self.bundles.iter().map(|(operands, _)| operands.len() as i32).collect()
    }
}

/// The bundles of an op: their tags, where they are known, and operands.
pub fn bundles_of(op: OpRef<'_>) -> Vec<(Option<Attr>, Vec<ValueRef<'_>>)> {
    let cx = op.cx();
    let slot = op.def().and_then(|def| def.operands.iter().position(|o| o.name == "op_bundle_operands"));
    let (Some(slot), Some(sizes)) = (slot, op.inherent_attr("op_bundle_sizes")) else { return Vec::new() };
    let tags = op.inherent_attr("op_bundle_tags").optional_elements(cx);
    let mut values = op.operand_group(slot);
    let sizes = sizes.optional_i32s(cx);
    let bundle = |(i, size): (usize, &i32)| {
        let operands = values.by_ref().take((*size).max(0) as usize).collect();
        (tags.get(i).copied(), operands)
    };
    sizes.iter().enumerate().map(bundle).collect()
}

/// Prints the syntax of [`parse_bundles`], between the given texts unless it is empty.
pub(super) fn print_bundles(p: &mut dyn OpPrinter, op: OpRef<'_>, before: &str, after: &str) {
    let bundles = bundles_of(op);
    if bundles.is_empty() {
        return;
    }
    p.text(before);
    p.text("[");
    for (i, (tag, operands)) in bundles.iter().enumerate() {
        if i > 0 {
            p.text(", ");
        }
        p.quoted(tag.and_then(|tag| tag.as_string(op.cx())).map_or(&b""[..], |tag| tag.bytes(op.cx())));
        p.text("(");
        if !operands.is_empty() {
            p.values(&mut operands.iter().copied());
            p.text(" : ");
            p.types_of(&mut operands.iter().copied());
        }
        p.text(")");
    }
    p.text("]");
    p.text(after);
}

/// Verifies that every bundle has a tag.
pub(crate) fn verify_bundles(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let tags = op.inherent_attr("op_bundle_tags").and_then(|tags| tags.as_array(cx));
    if tags.is_some_and(|tags| tags.iter().any(|tag| tag.as_str(cx).is_none())) {
        return Err(plain_error(op, "operand bundle tag must be a StringAttr"));
    }
    let (bundles, tags) = (bundles_of(op).len(), tags.map_or(0, <[Attr]>::len));
    if bundles != tags {
        let message = format!("expected {bundles} operand bundle tags, but actually got {tags}");
        return Err(plain_error(op, message));
    }
    Ok(())
}

/// Bundles in a declarative format.
pub(crate) static OP_BUNDLES: CustomDirective = CustomDirective {
    name: "OpBundles",
    parse: parse_directive,
    print: |p, op, _| print_bundles(p, op, "", ""),
};

fn parse_directive(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let Some(&CustomArg::Operand(slot)) = args.first() else { return Ok(false) };
    let slot = usize::from(slot);
    let bundles = parse_bundles(p, state)?;
    let sizes = bundles.sizes();
    state.set_prop(p.cx(), "op_bundle_sizes", p.cx().i32_array(&sizes));
    if state.slots.segments.len() <= slot {
        state.slots.segments.resize(slot + 1, Vec::new());
    }
    state.slots.segments[slot] = sizes;
    let is_there = !bundles.bundles.is_empty();
    for (operands, types) in bundles.bundles {
        state.slots.operands[slot].extend(operands);
        state.slots.operand_types[slot].extend(types);
    }
    Ok(is_there)
}

/// An error about an op of calls, in the words of its definition.
pub(super) fn call_error<T>(
    op: OpRef<'_>,
    message: impl std::fmt::Display,
) -> Result<T, Box<terrace_ir::Diag>> {
    Err(op_error(op, message))
}
