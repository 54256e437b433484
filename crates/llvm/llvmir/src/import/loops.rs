//! Metadata attachments of loop branches.

use terrace_dialects_llvm::attrs::*;
use terrace_ir::{Attr, Loc, LocData, Type};

use super::Importer;
use terrace_llvm_ir::model::{Metadata, NodeId};

/// The properties of a loop that are not consumed yet.
struct Properties<'m> {
    loc: Loc,
    /// Names, nodes and their operands.
    open: Vec<(&'m [u8], &'m [Metadata])>,
    locations: Vec<NodeId>,
    /// Whether one of the consumed properties is malformed.
    failed: bool,
}

type Annotation = Option<LoopAnnotationAttr>;

impl<'m> Importer<'m> {
    /// The loop annotation for a metadata node; `None` if it cannot be represented.
    pub(super) fn loop_annotation(&mut self, node: NodeId, loc: Loc) -> Option<Attr> {
        if let Some(&known) = self.loops.get(&node) {
            return known;
        }
        // A node that names itself as what follows it is not done yet.
        self.loops.insert(node, None);
        let attr = self.loop_annotation_of(node, loc);
        self.loops.insert(node, attr);
        attr
    }

    fn loop_annotation_of(&mut self, node: NodeId, loc: Loc) -> Option<Attr> {
        let mut of = self.properties(node, loc)?;
        let cx = self.cx;
        let disable_nonforced = self.unit(&mut of, "llvm.loop.disable_nonforced");
        let vectorize = {
            let disable = self.flag(&mut of, "llvm.loop.vectorize.enable", true);
            let predicate = self.flag(&mut of, "llvm.loop.vectorize.predicate.enable", false);
            let scalable = self.flag(&mut of, "llvm.loop.vectorize.scalable.enable", false);
            let width = self.number(&mut of, "llvm.loop.vectorize.width");
            let [vectorized, epilogue, all] =
                ["vectorized", "epilogue", "all"].map(|name| self.followup(&mut of, "vectorize", name));
            any(&[disable, predicate, scalable, width, attr(vectorized), attr(epilogue), attr(all)]).then(
                || LoopVectorizeAttr::get(cx, disable, predicate, scalable, width, vectorized, epilogue, all),
            )
        };
        let interleave = self
            .number(&mut of, "llvm.loop.interleave.count")
            .map(|count| LoopInterleaveAttr::get(cx, count));
        let unroll = {
            let disable = self.switch(&mut of, "llvm.loop.unroll");
            let count = self.number(&mut of, "llvm.loop.unroll.count");
            let runtime = self.unit(&mut of, "llvm.loop.unroll.runtime.disable");
            let full = self.unit(&mut of, "llvm.loop.unroll.full");
            let [unrolled, remainder, all] =
                ["unrolled", "remainder", "all"].map(|name| self.followup(&mut of, "unroll", name));
            any(&[disable, count, runtime, full, attr(unrolled), attr(remainder), attr(all)])
                .then(|| LoopUnrollAttr::get(cx, disable, count, runtime, full, unrolled, remainder, all))
        };
        let jam = {
            let disable = self.switch(&mut of, "llvm.loop.unroll_and_jam");
            let count = self.number(&mut of, "llvm.loop.unroll_and_jam.count");
            let [outer, inner, rest_outer, rest_inner, all] =
                ["outer", "inner", "remainder_outer", "remainder_inner", "all"]
                    .map(|name| self.followup(&mut of, "unroll_and_jam", name));
            let followups = [outer, inner, rest_outer, rest_inner, all].map(attr);
            (any(&[disable, count]) || any(&followups)).then(|| {
                LoopUnrollAndJamAttr::get(cx, disable, count, outer, inner, rest_outer, rest_inner, all)
            })
        };
        let licm = {
            let disable = self.unit(&mut of, "llvm.licm.disable");
            let versioning = self.unit(&mut of, "llvm.loop.licm_versioning.disable");
            any(&[disable, versioning]).then(|| LoopLicmAttr::get(cx, disable, versioning))
        };
        let distribute = {
            let disable = self.flag(&mut of, "llvm.loop.distribute.enable", true);
            let [coincident, sequential, fallback, all] = ["coincident", "sequential", "fallback", "all"]
                .map(|name| self.followup(&mut of, "distribute", name));
            let followups = [coincident, sequential, fallback, all].map(attr);
            (any(&[disable]) || any(&followups))
                .then(|| LoopDistributeAttr::get(cx, disable, coincident, sequential, fallback, all))
        };
        let pipeline = {
            let disable = self.flag(&mut of, "llvm.loop.pipeline.disable", false);
            let interval = self.number(&mut of, "llvm.loop.pipeline.initiationinterval");
            any(&[disable, interval]).then(|| LoopPipelineAttr::get(cx, disable, interval))
        };
        let peeled = self.number(&mut of, "llvm.loop.peeled.count");
        let peeled = peeled.map(|count| LoopPeeledAttr::get(cx, Some(count)));
        let unswitch = self.unit(&mut of, "llvm.loop.unswitch.partial.disable");
        let unswitch = unswitch.map(|disable| LoopUnswitchAttr::get(cx, Some(disable)));
        let must_progress = self.unit(&mut of, "llvm.loop.mustprogress");
        let is_vectorized = self.int_flag(&mut of, "llvm.loop.isvectorized");
        let parallel = self.parallel_accesses(&mut of);
        if !of.open.is_empty() {
            let names = if self.keeps() { &[][..] } else { &of.open[..] };
            for (name, _) in names {
                let name = String::from_utf8_lossy(name).into_owned();
                self.warn(loc, format!("unknown loop annotation {name}"));
            }
            return None;
        }
        if of.locations.len() > 2 {
            let message = "expected loop metadata to have at most two DILocations";
            self.diags.push(terrace_ir::Diag::error(loc, message));
            return None;
        }
        let mut ends = of
            .locations
            .iter()
            .map(|&node| self.location(node).as_attr(cx))
            .map(|loc| loc.filter(|loc| matches!(loc.as_loc(cx), Some(LocData::Fused { .. }))));
        let (start, end) = (ends.next().flatten(), ends.next().flatten());
        drop(ends);
        let is_empty = !any(&[disable_nonforced, must_progress, is_vectorized, start, end])
            && vectorize.is_none()
            && interleave.is_none()
            && unroll.is_none()
            && jam.is_none()
            && licm.is_none()
            && distribute.is_none()
            && pipeline.is_none()
            && peeled.is_none()
            && unswitch.is_none()
            && parallel.is_empty();
        if of.failed || is_empty {
            return None;
        }
        let parallel = parallel.iter().filter_map(|group| group.dyn_cast::<AccessGroupAttr>(cx)).collect();
        let annotation = LoopAnnotationAttr::get(
            cx,
            disable_nonforced,
            vectorize,
            interleave,
            unroll,
            jam,
            licm,
            distribute,
            pipeline,
            peeled,
            unswitch,
            must_progress,
            is_vectorized,
            start,
            end,
            parallel,
        );
        Some(annotation.into())
    }

    fn properties(&mut self, node: NodeId, loc: Loc) -> Option<Properties<'m>> {
        let operands = self.module.operands(node);
        let Some((&Metadata::Node(own), rest)) = operands.split_first() else {
            self.warn(loc, "invalid loop node");
            return None;
        };
        if own != node {
            self.warn(loc, "invalid loop node");
            return None;
        }
        let mut of = Properties { loc, open: Vec::new(), locations: Vec::new(), failed: false };
        for operand in rest {
            let &Metadata::Node(property) = operand else {
                let message = "expected all loop properties to be either debug locations or metadata nodes";
                self.warn(loc, message);
                return None;
            };
            if self.fields(property).is_some_and(|fields| fields.kind() == b"DILocation") {
                of.locations.push(property);
                continue;
            }
            match self.module.tuple(property) {
                Some([Metadata::Text(name), values @ ..]) => {
                    let name = self.module.bytes(*name);
                    if of.open.iter().any(|(other, _)| *other == name) {
                        let name = String::from_utf8_lossy(name).into_owned();
                        self.warn(loc, format!("cannot import loop properties with duplicated names {name}"));
                        return None;
                    }
                    of.open.push((name, values));
                }
                Some([_, ..]) => {
                    self.warn(loc, "cannot import loop property without a name");
                    return None;
                }
                _ => {
                    self.warn(loc, "cannot import empty loop property");
                    return None;
                }
            }
        }
        Some(of)
    }

    fn take(&self, of: &mut Properties<'m>, name: &str) -> Option<&'m [Metadata]> {
        let at = of.open.iter().position(|(known, _)| *known == name.as_bytes())?;
        Some(of.open.remove(at).1)
    }

    fn wrong(&mut self, of: &mut Properties<'m>, name: &str, expected: &str) {
        of.failed = true;
        self.warn(of.loc, format!("expected metadata node {name} to hold {expected}"));
    }

    fn unit(&mut self, of: &mut Properties<'m>, name: &str) -> Option<Attr> {
        let values = self.take(of, name)?;
        if !values.is_empty() {
            self.wrong(of, name, "no value");
            return None;
        }
        Some(Attr::TRUE)
    }

    /// The `disable` flag from a pair of mutually exclusive properties, `enable` and `disable`.
    fn switch(&mut self, of: &mut Properties<'m>, name: &str) -> Option<Attr> {
        let (on, off) = (format!("{name}.enable"), format!("{name}.disable"));
        let (enabled, disabled) = (self.unit(of, &on), self.unit(of, &off));
        if enabled.is_some() && disabled.is_some() {
            of.failed = true;
            self.warn(of.loc, format!("expected metadata nodes {on} and {off} to be mutually exclusive."));
            return None;
        }
        enabled.map(|_| Attr::FALSE).or(disabled)
    }

    fn int_of(&self, values: &[Metadata], width: u32) -> Option<u64> {
        let [Metadata::Const(constant)] = values else { return None };
        self.module.constants.as_int(*constant).filter(|value| value.width() == width)?.to_u64()
    }

    fn flag(&mut self, of: &mut Properties<'m>, name: &str, negated: bool) -> Option<Attr> {
        let values = self.take(of, name)?;
        let Some(value) = self.int_of(values, 1) else {
            self.wrong(of, name, "a boolean value");
            return None;
        };
        Some(self.cx.bool_attr((value != 0) != negated))
    }

    fn int_flag(&mut self, of: &mut Properties<'m>, name: &str) -> Option<Attr> {
        let values = self.take(of, name)?;
        let Some(value) = self.int_of(values, 32) else {
            self.wrong(of, name, "an integer value");
            return None;
        };
        Some(self.cx.bool_attr(value != 0))
    }

    fn number(&mut self, of: &mut Properties<'m>, name: &str) -> Option<Attr> {
        let values = self.take(of, name)?;
        let Some(value) = self.int_of(values, 32) else {
            self.wrong(of, name, "an i32 value");
            return None;
        };
        Some(self.cx.int_attr(Type::I32, value as i64))
    }

    fn followup(&mut self, of: &mut Properties<'m>, of_what: &str, name: &str) -> Annotation {
        let name = format!("llvm.loop.{of_what}.followup_{name}");
        match self.take(of, &name)? {
            &[Metadata::Node(node)] => {
                self.loop_annotation(node, of.loc)?.dyn_cast::<LoopAnnotationAttr>(self.cx)
            }
            _ => {
                self.wrong(of, &name, "an MDNode");
                None
            }
        }
    }

    fn parallel_accesses(&mut self, of: &mut Properties<'m>) -> Vec<Attr> {
        const NAME: &str = "llvm.loop.parallel_accesses";
        let Some(values) = self.take(of, NAME) else { return Vec::new() };
        let nodes: Option<Vec<NodeId>> = values
            .iter()
            .map(|value| match value {
                Metadata::Node(node) => Some(*node),
                _ => None,
            })
            .collect();
        let Some(nodes) = nodes.filter(|nodes| !nodes.is_empty()) else {
            self.wrong(of, NAME, "one or multiple MDNodes");
            return Vec::new();
        };
        let mut groups = Vec::new();
        for node in nodes {
            match self.access_group_list(node) {
                Some(list) => groups.extend(list),
                None => self.warn(of.loc, "could not lookup access group"),
            }
        }
        groups
    }
}

fn any(attrs: &[Option<Attr>]) -> bool {
    attrs.iter().any(Option::is_some)
}

fn attr(annotation: Annotation) -> Option<Attr> {
    annotation.map(Attr::from)
}
