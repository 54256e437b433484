//! A pipeline whose names were looked up: passes and nested pipelines, by the op they run on.

use std::fmt::Write;
use std::sync::Arc;

use terrace_ir::traits::TraitSet;
use terrace_ir::{Context, OpName, OpRef};

use crate::options::{OptionDef, OptionError, PassOptions};
use crate::pass::{Pass, PassDef};
use crate::registry::Registry;
use crate::text::{Element, Pipeline};

/// A pass in a pipeline.
#[derive(Clone)]
pub struct PassNode {
    /// Its definition.
    pub def: &'static PassDef,
    /// Its options.
    pub options: PassOptions,
    /// The pass.
    pub pass: Arc<Pass>,
}

impl PassNode {
    /// The pass with options from text.
    ///
    /// # Errors
    ///
    /// If the text does not fit the options of the pass.
    pub fn new(def: &'static PassDef, text: &str) -> Result<Self, PipelineError> {
        let options = read_options(&format!("pass '{}'", def.name), def.options, text)?;
        let pass = Arc::new((def.make)(&options).map_err(PipelineError::Other)?);
        Ok(Self { def, options, pass })
    }

    /// Returns the pass in the pipeline syntax, with all options.
    pub fn to_text(&self) -> String {
        let options = self.options.to_text();
        if self.def.options.is_empty() {
            self.def.name.to_owned()
        } else {
            format!("{}{{{options}}}", self.def.name)
        }
    }
}

/// A step of a pipeline.
#[derive(Clone)]
pub enum Node {
    /// A pass on the op itself.
    Pass(PassNode),
    /// A pipeline on the ops in its regions that it is for.
    Nested(OpPipeline),
}

/// A pipeline of passes on one op.
#[derive(Clone)]
pub struct OpPipeline {
    /// The name of the op; `None` for any op.
    pub anchor: Option<String>,
    /// The steps, in order.
    pub nodes: Vec<Node>,
    /// Nest a pass for another op in an implicit pipeline on that op.
    pub implicit_nesting: bool,
}

/// An error in a pipeline.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PipelineError {
    /// The options of a pass or pipeline: a message of one line, and for those in the text of a pipeline, lines that
    /// name the pass and its parent pipelines.
    Option(String, String),
    /// Any other error, as a whole message.
    Other(String),
}

impl PipelineError {
    /// Returns the message of the diagnostic.
    pub fn message(&self) -> String {
        match self {
            PipelineError::Option(message, path) => format!("{message}{path}"),
            PipelineError::Other(message) => message.clone(),
        }
    }

    /// Returns the message as one line, without the parent pipelines and without an excerpt of the pipeline.
    pub fn line(&self) -> String {
        let (PipelineError::Option(message, _) | PipelineError::Other(message)) = self;
        let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
        match first.split_once(": error: ") {
            // The pipeline, the caret below it, and a hint follow.
            Some((_, said)) => {
                rest.lines().nth(2).map_or_else(|| said.to_owned(), |hint| format!("{said}; {hint}"))
            }
            None => first.to_owned(),
        }
    }
}

/// The message, for the function that builds a registered pipeline: `pipeline.add_named(registry, "cse", "")?`.
impl From<PipelineError> for String {
    fn from(error: PipelineError) -> Self {
        error.message()
    }
}

/// Reads the options of a pass or pipeline, which `owner` names.
fn read_options(owner: &str, defs: &'static [OptionDef], text: &str) -> Result<PassOptions, PipelineError> {
    let mut options = PassOptions::new(defs);
    let refused = |error: OptionError| PipelineError::Option(error.message(owner, defs), String::new());
    options.parse(text).map_err(refused)?;
    Ok(options)
}

impl OpPipeline {
    /// An empty pipeline on ops of a name, or on any op.
    pub fn new(anchor: Option<&str>) -> Self {
        Self { anchor: anchor.map(str::to_owned), nodes: Vec::new(), implicit_nesting: false }
    }

    /// Returns the anchor in the pipeline syntax.
    pub fn anchor_text(&self) -> &str {
        self.anchor.as_deref().unwrap_or("any")
    }

    /// Appends a pass. A pass for another op is nested where that is allowed.
    ///
    /// # Errors
    ///
    /// If the pass is for another op, and nesting is not allowed.
    pub fn add(&mut self, node: PassNode) -> Result<(), PipelineError> {
        match (node.def.anchor, self.anchor.as_deref()) {
            (Some(wanted), Some(own)) if wanted != own => {
                if !self.implicit_nesting {
                    return Err(PipelineError::Other(format!(
                        "Can't add pass '{}' restricted to '{wanted}' on a PassManager intended to run on \
                         '{own}', did you intend to nest?",
                        node.def.class
                    )));
                }
                let mut nested = OpPipeline::new(Some(wanted));
                nested.nodes.push(Node::Pass(node));
                self.nodes.push(Node::Nested(nested));
            }
            _ => self.nodes.push(Node::Pass(node)),
        }
        Ok(())
    }

    /// Appends a registered pass or pipeline by name, with options from text.
    ///
    /// # Errors
    ///
    /// If the name is not registered, the text does not fit the options, or the pass is for another op.
    pub fn add_named(&mut self, registry: &Registry, name: &str, options: &str) -> Result<(), PipelineError> {
        if let Some(def) = registry.pass(name) {
            return self.add(PassNode::new(def, options)?);
        }
        let def = registry.pipeline(name).ok_or_else(|| {
            PipelineError::Other(format!("'{name}' does not refer to a registered pass or pass pipeline"))
        })?;
        let values = read_options(&format!("pipeline '{name}'"), def.options, options)?;
        (def.build)(self, registry, &values).map_err(PipelineError::Other)
    }

    /// The pipeline of a text, `builtin.module(cse)`.
    ///
    /// # Errors
    ///
    /// If the text is not well-formed, a name is not registered, or a pass is for another op.
    pub fn parse(text: &str, registry: &Registry) -> Result<Self, PipelineError> {
        let read = Pipeline::parse(text).map_err(PipelineError::Other)?;
        let known = |name: &str| registry.pass(name).is_some() || registry.pipeline(name).is_some();
        read.resolve(known, |name| registry.hint(name)).map_err(PipelineError::Other)?;
        let anchor = (read.anchor != "any").then_some(&*read.anchor);
        let mut pipeline = OpPipeline::new(anchor);
        pipeline.add_elements(&read, registry)?;
        Ok(pipeline)
    }

    /// Appends the steps of a text without anchor, `cse,func.func(canonicalize)`.
    ///
    /// # Errors
    ///
    /// If the text is not well-formed, a name is not registered, or a pass is for another op.
    pub fn parse_into(&mut self, text: &str, registry: &Registry) -> Result<(), PipelineError> {
        let read = Pipeline::parse(&format!("any({text})")).map_err(PipelineError::Other)?;
        let known = |name: &str| registry.pass(name).is_some() || registry.pipeline(name).is_some();
        read.resolve(known, |name| registry.hint(name)).map_err(PipelineError::Other)?;
        self.add_elements(&read, registry)
    }

    fn add_elements(&mut self, read: &Pipeline, registry: &Registry) -> Result<(), PipelineError> {
        // Nested pipelines that are open, outermost first, each to be appended to the one before.
        let mut open: Vec<OpPipeline> = Vec::new();
        let close_to = |open: &mut Vec<OpPipeline>, outer: &mut OpPipeline, depth: usize| {
            while open.len() > depth {
                if let Some(done) = open.pop() {
                    open.last_mut().unwrap_or(outer).nodes.push(Node::Nested(done));
                }
            }
        };
        for element in &read.elements {
            close_to(&mut open, self, element.depth);
            let name = read.name_of(element);
            if element.has_pipeline {
                open.push(OpPipeline::new((name != "any").then_some(name)));
                continue;
            }
            let options = |element: &Element| element.options.clone().map_or("", |range| &read.text[range]);
            let target = open.last_mut().unwrap_or(self);
            if let Err(error) = target.add_named(registry, name, options(element)) {
                let mut path = format!("\nfailed to add `{name}` with options `{}`\n", options(element));
                for outer in open.iter().rev() {
                    let anchor = outer.anchor_text();
                    path += &format!("failed to add `{anchor}` with options `` to inner pipeline\n");
                }
                return Err(match error {
                    PipelineError::Option(error, inner) => PipelineError::Option(error, inner + &path),
                    PipelineError::Other(message) => PipelineError::Other(message + &path),
                });
            }
        }
        close_to(&mut open, self, 0);
        Ok(())
    }

    /// The pipeline as one line of text.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, None);
        out
    }

    /// The pipeline as reproducers hold it: as [`Self::to_text`], with blanks between the passes of the outermost op.
    pub fn to_reproducer_text(&self) -> String {
        let nodes: Vec<String> = self
            .nodes
            .iter()
            .map(|node| match node {
                Node::Pass(pass) => pass.to_text(),
                Node::Nested(nested) => nested.to_text(),
            })
            .collect();
        format!("{}({})", self.anchor_text(), nodes.join(", "))
    }

    /// Returns the text of `--dump-pass-pipeline`.
    pub fn dump(&self) -> String {
        let mut out = format!("Pass Manager with {} passes:\n", self.nodes.len());
        self.write(&mut out, Some(0));
        out.push_str("\n\n");
        out
    }

    /// Prints the pipeline, in lines if an indentation is given. The nesting depth is bounded by that of the
    /// parsed text.
    fn write(&self, out: &mut String, indent: Option<usize>) {
        enum WriteStep<'a> {
            Open(&'a OpPipeline, usize),
            Item(&'a Node, usize),
            Text(&'static str),
            Line(usize),
        }
        let mut pending = vec![WriteStep::Open(self, 0)];
        while let Some(step) = pending.pop() {
            match step {
                WriteStep::Open(pipeline, depth) => {
                    // Nothing can go wrong when writing to a string.
                    let _ = write!(out, "{}(", pipeline.anchor_text());
                    pending.push(WriteStep::Text(")"));
                    pending.push(WriteStep::Line(depth));
                    for (i, node) in pipeline.nodes.iter().enumerate().rev() {
                        pending.push(WriteStep::Item(node, depth + 1));
                        pending.push(WriteStep::Line(depth + 1));
                        if i > 0 {
                            pending.push(WriteStep::Text(","));
                        }
                    }
                    if pipeline.nodes.is_empty() && indent.is_some() {
                        out.push('\n');
                    }
                }
                WriteStep::Item(Node::Pass(pass), _) => out.push_str(&pass.to_text()),
                WriteStep::Item(Node::Nested(nested), depth) => pending.push(WriteStep::Open(nested, depth)),
                WriteStep::Text(text) => out.push_str(text),
                WriteStep::Line(depth) => {
                    if let Some(indent) = indent {
                        let _ = write!(out, "\n{:1$}", "", indent + 2 * depth);
                    }
                }
            }
        }
    }
}

/// A step of a schedule.
pub(crate) enum ScheduledStep<'p> {
    /// A pass.
    Pass(&'p PassNode),
    /// Nested pipelines for different ops, those for ops of a name first.
    Nested(Vec<Anchored<'p>>),
}

/// The order in which the passes of a pipeline run. As upstream, nested pipelines that follow each other run op by op, all
/// that are for an op after each other, where they are for different ops; those for ops of one name become one. A pipeline
/// for any op is not merged with one that may be for the same ops.
///
/// The steps are for the ops of a name, or for all ops that the passes may run on.
pub(crate) struct Anchored<'p> {
    pub(crate) anchor: Option<&'p str>,
    pub(crate) steps: Vec<ScheduledStep<'p>>,
}

impl<'p> Anchored<'p> {
    /// The steps of a pipeline.
    pub(crate) fn new(cx: &Context, pipeline: &'p OpPipeline) -> Self {
        Self::of(
            cx,
            &NestedPipeline { anchor: pipeline.anchor.as_deref(), nodes: pipeline.nodes.iter().collect() },
        )
    }

    fn of(cx: &Context, part: &NestedPipeline<'p>) -> Self {
        let mut steps = Vec::new();
        let mut open: Vec<NestedPipeline<'p>> = Vec::new();
        let close = |open: &mut Vec<NestedPipeline<'p>>, steps: &mut Vec<ScheduledStep<'p>>| {
            let mut parts = std::mem::take(open);
            parts.sort_by_key(|part| (part.anchor.is_none(), part.anchor));
            if !parts.is_empty() {
                steps.push(ScheduledStep::Nested(parts.iter().map(|part| Self::of(cx, part)).collect()));
            }
        };
        for node in &part.nodes {
            match node {
                Node::Pass(pass) => {
                    close(&mut open, &mut steps);
                    steps.push(ScheduledStep::Pass(pass));
                }
                Node::Nested(nested) => {
                    let new = NestedPipeline {
                        anchor: nested.anchor.as_deref(),
                        nodes: nested.nodes.iter().collect(),
                    };
                    if open.iter().any(|other| new.conflicts(cx, other)) {
                        close(&mut open, &mut steps);
                    }
                    match open.iter_mut().find(|other| other.anchor == new.anchor) {
                        Some(other) => other.nodes.extend(new.nodes),
                        None => open.push(new),
                    }
                }
            }
        }
        close(&mut open, &mut steps);
        Self { anchor: part.anchor, steps }
    }

    /// The anchor in the pipeline syntax.
    pub(crate) fn anchor_text(&self) -> &'p str {
        self.anchor.unwrap_or("any")
    }

    /// Whether the steps are for an op.
    pub(crate) fn is_for(&self, op: OpRef<'_>) -> bool {
        match self.anchor {
            Some(anchor) => op.name_text() == anchor,
            None => {
                op.is_registered()
                    && op.has_trait(TraitSet::IsolatedFromAbove)
                    && self.steps.iter().all(|step| match step {
                        ScheduledStep::Pass(pass) => pass.def.fits_name(op.cx(), op.name()),
                        ScheduledStep::Nested(_) => true,
                    })
            }
        }
    }
}

/// Nested pipelines for ops of one name, in order.
struct NestedPipeline<'p> {
    anchor: Option<&'p str>,
    nodes: Vec<&'p Node>,
}

impl NestedPipeline<'_> {
    /// Whether some op may be for both, unless both have the same anchor.
    fn conflicts(&self, cx: &Context, other: &Self) -> bool {
        match (self.anchor, other.anchor) {
            (None, None) => true,
            (None, Some(name)) => self.may_take(cx, name),
            (Some(name), None) => other.may_take(cx, name),
            (Some(_), Some(_)) => false,
        }
    }

    /// Whether the passes may run on ops of a name.
    fn may_take(&self, cx: &Context, name: &str) -> bool {
        let fits = |name: OpName| {
            self.nodes.iter().all(|node| match node {
                Node::Pass(pass) => pass.def.fits_name(cx, name),
                Node::Nested(_) => true,
            })
        };
        cx.registered_op(name)
            .is_some_and(|name| cx.op_info(name).traits.has(TraitSet::IsolatedFromAbove) && fits(name))
    }
}
