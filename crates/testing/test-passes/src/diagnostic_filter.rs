//! `test-diagnostic-filter`: reports errors at locations, of which calls in some files are left out.

use terrace_ir::{Attr, Context, Ir, LocData, OpHandle};
use terrace_pass::pass::{EMPTY_PASS, SYMBOL};
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};

pass_options! {
    /// The options of the pass.
    struct FilterOptions {
        /// Specifies the diagnostic file name filters.
        filters("filters"): Vec<String> = "",
    }
}

/// The pass.
pub(crate) static TEST_DIAGNOSTIC_FILTER: PassDef = PassDef {
    name: "test-diagnostic-filter",
    class: "(anonymous namespace)::TestDiagnosticFilterPass",
    doc: "Test diagnostic filtering support.",
    requires: Some(SYMBOL),
    options: FilterOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(FilterOptions::from(options)))),
    ..EMPTY_PASS
};

/// The places of a call stack, the innermost first.
fn call_stack(cx: &Context, mut loc: Attr) -> Vec<(String, u32, u32)> {
    let mut places = Vec::new();
    loop {
        match loc.as_loc(cx) {
            Some(LocData::CallSite { callee, caller }) => {
                places.extend(call_stack_top(cx, *callee));
                loc = *caller;
            }
            _ => {
                places.extend(call_stack_top(cx, loc));
                return places;
            }
        }
    }
}

/// The place of a location that is no call, or of what it was inlined from.
fn call_stack_top(cx: &Context, mut loc: Attr) -> Option<(String, u32, u32)> {
    loop {
        match loc.as_loc(cx)? {
            LocData::File { file, line, col, .. } => return Some((file.text(cx).to_owned(), *line, *col)),
            LocData::Name { child, .. } => loc = *child,
            LocData::CallSite { callee, .. } => loc = *callee,
            LocData::Fused { locations, .. } => loc = *locations.first()?,
            LocData::Unknown => return None,
        }
    }
}

impl IrPass for FilterOptions {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let (cx, root) = (ir.cx(), ir.op(op));
        let name = root.symbol_name().map_or("", |name| name.text(cx));
        run.text.push_str(&format!("Test '{name}'\n"));
        for op in std::iter::once(root).chain(root.nested_ops()) {
            let Some(loc) = op.attr("test.loc") else { continue };
            let places = call_stack(cx, loc);
            let is_shown = |place: &&(String, u32, u32)| !self.filters.iter().any(|f| place.0.contains(&**f));
            let shown: Vec<_> = places.iter().filter(is_shown).collect();
            // If all are filtered, the innermost is shown all the same.
            let shown = if shown.is_empty() { places.iter().take(1).collect() } else { shown };
            for (at, (file, line, column)) in shown.into_iter().enumerate() {
                let what = if at == 0 { "error: test diagnostic" } else { "note: called from" };
                run.text.push_str(&format!("{file}:{line}:{column}: {what}\n"));
            }
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}
