//! Identified types in a file that is large enough to be read by several threads: which body a name has does not depend on
//! what is read first.

use std::sync::Arc;

use terrace_asm::{ParseOptions, parse_source};
use terrace_diag::SourceMap;
use terrace_dialects_core::DIALECTS;
use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, EMPTY_PARAMS, IdentifiedAsm, TypeDef, TypeDefId};
use terrace_ir::{Context, Type};

/// `!t.named<name = type>`, and `!t.named<name>` inside.
static NAMED: TypeDef =
    TypeDef { name: "t.named", identified: Some(IdentifiedAsm { parse, print }), ..EMPTY_PARAMS };
static T: DialectDef = DialectDef { name: "t", types: &[&NAMED], ..EMPTY_DIALECT };

fn parse(p: &mut dyn OpParser, def: TypeDefId) -> PResult<Type> {
    p.token("<")?;
    let name = p.keyword("expected a name")?;
    let ty = p.cx().identified_type(def, p.cx().str(&name));
    if p.start_cyclic(ty)? {
        p.token("=")?;
        let body = p.ty()?;
        p.end_cyclic();
        if p.cx().set_identified_body(ty, &[p.cx().type_attr(body)]).is_err() {
            return Err(p.error(p.loc(), format!("'{name}' has another body")));
        }
    }
    p.token(">")?;
    Ok(ty)
}

fn print(p: &mut dyn AttrPrinter, cx: &Context, ty: Type) {
    p.text("<");
    p.text(cx.identified_name(ty, &NAMED).map_or("", |name| name.text(cx)));
    p.text(">");
}

/// Returns the diagnostics of a text, with their lines.
fn errors(text: &str, parallel: bool) -> Vec<(usize, String)> {
    let dialects: Vec<_> = DIALECTS.iter().copied().chain([&T]).collect();
    let cx = Arc::new(Context::new(&dialects));
    cx.set_allow_unregistered(true);
    let mut sources = SourceMap::new();
    let buffer = sources.add("t.mlir", text.as_bytes().to_vec()).expect("the text is small");
    let options = ParseOptions::default().parallel(parallel);
    let output = parse_source(&cx, &Arc::new(sources), buffer, None, options);
    assert_eq!(output.ir.is_some(), output.diags.is_empty());
    // The first buffer starts at the first position.
    let at =
        |diag: &terrace_ir::Diag| text[..diag.loc.as_source().unwrap_or(0) as usize].matches('\n').count();
    output.diags.iter().map(|diag| (at(diag), diag.message.clone())).collect()
}

#[test]
fn the_first_body_is_the_one_that_counts() {
    let line = "  \"t.op\"() : () -> !t.named<list = tuple<i32, !t.named<list>>>\n";
    let function =
        |name: usize, line: &str| format!("func.func @f{name}() {{\n{}  return\n}}\n", line.repeat(5));
    let mut text: String = (0..2_000).map(|name| function(name, line)).collect();
    assert_eq!((errors(&text, false), errors(&text, true)), (vec![], vec![]));
    let lines = text.matches('\n').count();
    text += "func.func private @short(!t.named<list = i32>)\n";
    text += &function(2_000, "");
    let expected = errors(&text, false);
    assert_eq!(expected, [(lines, "'list' has another body".to_owned())]);
    assert_eq!(errors(&text, true), expected);
}
