//! `test-distinct-attrs`: creates distinct attributes in functions that may be visited at the same time.

use terrace_ir::{AttrData, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::walk::body_post_order;

/// Adds to each op with a distinct attribute `distinct.input` another of the same contents, `distinct.output`.
pub(crate) static TEST_DISTINCT_ATTRS: PassDef = PassDef {
    name: "test-distinct-attrs",
    class: "(anonymous namespace)::DistinctAttributesPass",
    doc: "Test parallel creation of distinct attributes",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Body(Box::new(DistinctAttrs))),
    ..EMPTY_PASS
};

struct DistinctAttrs;

impl BodyPass for DistinctAttrs {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = rw.cx();
        for op in body_post_order(rw.body()) {
            let Some(input) = rw.op(op).attr("distinct.input") else { continue };
            if let &AttrData::Distinct { attr, .. } = input.data(cx) {
                rw.set_attr(op, "distinct.output", cx.fresh_distinct(attr));
            }
        }
        Ok(())
    }
}
