//! Programs with scripts of the dialect transform that transform them.
//!
//! A script finds ops, by their names, interfaces or matchers, and tiles, fuses, interchanges, rewrites,
//! peels, unrolls, fuses, outlines or bufferizes them. If an op cannot be transformed, the script continues:
//! each action is in a sequence that suppresses failures. No action may change the results of the program.

use std::fmt::Write;

use crate::Supported;
use crate::functions;
use crate::numbers::Numbers;
use crate::program_kind::ProgramKind;

/// A transform of one op, whose handle is `{t}`; `{n}` is a number that no other action has.
struct Action {
    /// Returns the ops of the script.
    text: fn(&mut Numbers) -> String,
}

/// The names of ops with an iteration domain.
const STRUCTURED: &[&str] = &[
    "linalg.generic",
    "linalg.generic",
    "linalg.fill",
    "linalg.matmul",
    "linalg.map",
    "linalg.copy",
    "linalg.add",
    "linalg.mul",
    "linalg.transpose",
    "linalg.reduce",
    "linalg.broadcast",
];

/// The names of ops that have a loop for any operands.
const LOOPED: [&str; 4] = ["linalg.matmul", "linalg.batch_matmul", "linalg.matvec", "linalg.conv_1d"];

/// The names of ops all of whose loops are parallel.
const PARALLEL: &[&str] = &[
    "linalg.fill",
    "linalg.map",
    "linalg.copy",
    "linalg.add",
    "linalg.mul",
    "linalg.transpose",
    "linalg.broadcast",
];

/// The transforms of structured ops.
const ON_STRUCTURED: &[Action] = &[
    Action { text: |n| tile(n, "transform.structured.tile_using_for {t} tile_sizes") },
    Action { text: |n| tile(n, "transform.structured.tile_using_for {t} tile_sizes") },
    Action { text: |_| one("transform.structured.generalize {t}") },
    Action { text: |_| one("transform.structured.specialize {t}") },
    Action { text: |_| one("transform.structured.scalarize {t}") },
    Action {
        text: |n| {
            let order = *n.pick(&["[1, 0]", "[0]", "[2, 0, 1]", "[0, 2, 1]"]);
            one(&format!("transform.structured.interchange {{t}} iterator_interchange = {order}"))
        },
    },
    Action { text: |_| one("transform.structured.transpose_matmul {t}") },
    Action {
        text: |n| {
            let (dim, at) = (n.below(3), n.within(1, 3));
            format!(
                "%a{{n}} = transform.structured.split {{t}} after {at} {{dimension = {dim}}} : !transform.any_op"
            )
        },
    },
    Action { text: |_| "transform.annotate {t} \"found\" : !transform.any_op".to_owned() },
];

/// The transforms of ops whose loops are all parallel.
const ON_PARALLEL: &[Action] = &[Action {
    text: |n| {
        let sizes = sizes(n).0;
        format!(
            "%a{{n}}, %b{{n}} = transform.structured.tile_using_forall {{t}} tile_sizes {sizes} : (!transform.any_op) -> \
                 (!transform.any_op, !transform.any_op)"
        )
    },
}];

/// The transforms of ops with at least one loop: mlir-opt reads out of bounds if the op has fewer loops than the
/// transform op has results.
const ON_LOOPED: &[Action] = &[Action {
    text: |n| {
        let size = n.within(1, 4);
        format!(
            "%a{{n}}, %b{{n}} = transform.structured.fuse {{t}} tile_sizes [{size}] : (!transform.any_op) -> (!transform.any_op, \
             !transform.any_op)"
        )
    },
}];

/// The transforms of `scf.for`.
const ON_LOOPS: &[Action] = &[
    Action {
        text: |_| {
            "%c{n} = transform.cast {t} : !transform.any_op to !transform.op<\"scf.for\">\n%a{n}, %b{n} = transform.loop.peel %c{n} : (!transform.op<\"scf.for\">) -> (!transform.any_op, !transform.any_op)"
                .to_owned()
        },
    },
    Action {
        text: |_| {
            "%c{n} = transform.cast {t} : !transform.any_op to !transform.op<\"scf.for\">\n%a{n}, %b{n} = transform.loop.peel %c{n} {peel_front = true} : (!transform.op<\"scf.for\">) -> (!transform.any_op, \
             !transform.any_op)"
                .to_owned()
        },
    },
    Action {
        text: |n| format!("transform.loop.unroll {{t}} {{factor = {}}} : !transform.any_op", n.within(1, 4)),
    },
    Action {
        text: |n| {
            format!("transform.loop.unroll_and_jam {{t}} {{factor = {}}} : !transform.any_op", n.within(1, 3))
        },
    },
    Action {
        text: |n| {
            let (interval, latency) = (n.within(1, 4), n.within(1, 5));
            format!(
                "%c{{n}} = transform.cast {{t}} : !transform.any_op to !transform.op<\"scf.for\">\n%a{{n}} = transform.loop.pipeline %c{{n}} \
                 {{iteration_interval = {interval} : i64, read_latency = {latency} : i64}} : (!transform.op<\"scf.for\">) -> !transform.any_op"
            )
        },
    },
    Action { text: |_| one("transform.loop.coalesce {t}") },
    Action { text: |_| "transform.loop.promote_if_one_iteration {t} : !transform.any_op".to_owned() },
    Action { text: |_| "transform.loop.hoist_loop_invariant_subsets {t} : !transform.any_op".to_owned() },
    Action { text: |_| "transform.apply_licm to {t} : !transform.any_op".to_owned() },
    Action {
        text: |_| {
            "%a{n}, %b{n} = transform.loop.outline {t} {func_name = \"outlined\"} : (!transform.any_op) -> \
             (!transform.any_op, !transform.any_op)"
                .to_owned()
        },
    },
];

/// The transforms of `scf.forall`.
const ON_FORALL: &[Action] = &[
    Action { text: |_| one("transform.loop.forall_to_for {t}") },
    Action { text: |_| one("transform.loop.forall_to_parallel {t}") },
    Action { text: |_| "transform.loop.promote_if_one_iteration {t} : !transform.any_op".to_owned() },
];

/// The transforms of functions.
const ON_FUNCTIONS: &[Action] = &[
    Action { text: |_| "transform.apply_cse to {t} : !transform.any_op".to_owned() },
    Action { text: |_| "transform.apply_dce to {t} : !transform.any_op".to_owned() },
    Action {
        text: |n| {
            let patterns = *n.pick(&[
                "transform.apply_patterns.canonicalization",
                "transform.apply_patterns.linalg.tiling_canonicalization",
                "transform.apply_patterns.scf.for_loop_canonicalization",
            ]);
            format!("transform.apply_patterns to {{t}} {{\n{patterns}\n}} : !transform.any_op")
        },
    },
    Action {
        text: |n| {
            let pass = *n.pick(&["canonicalize", "cse", "loop-invariant-code-motion", "sccp"]);
            one(&format!("transform.apply_registered_pass \"{pass}\" to {{t}}"))
        },
    },
];

/// An action with one result.
fn one(text: &str) -> String {
    format!("%a{{n}} = {text} : (!transform.any_op) -> !transform.any_op")
}

/// Tile sizes, and the number of loops that they create.
fn sizes(n: &mut Numbers) -> (String, usize) {
    let count = n.below(3) + 1;
    let mut sizes: Vec<i64> = (0..count).map(|_| *n.pick(&[0, 1, 2, 2, 3, 4])).collect();
    sizes[0] = sizes[0].max(1);
    let loops = sizes.iter().filter(|&&size| size != 0).count();
    (format!("{sizes:?}"), loops)
}

/// An action with a result for the op, and one for each loop.
fn tile(n: &mut Numbers, action: &str) -> String {
    let (sizes, loops) = sizes(n);
    let results: String = (0..loops).map(|i| format!(", %l{{n}}_{i}")).collect();
    let types = vec!["!transform.any_op"; loops + 1].join(", ");
    format!("%a{{n}}{results} = {action} {sizes} : (!transform.any_op) -> ({types})")
}

/// The writer of a script.
struct Script {
    n: Numbers,
    text: String,
    /// Sequences that are called.
    sequences: String,
    /// The handle of the whole.
    root: String,
    /// The number of names created.
    names: usize,
}

impl Script {
    fn name(&mut self) -> usize {
        self.names += 1;
        self.names
    }

    /// The text of one of some actions on a handle.
    fn action(&mut self, actions: &[Action], target: &str) -> String {
        let action = self.n.pick(actions).text;
        let text = action(&mut self.n);
        text.replace("{t}", target).replace("{n}", &self.name().to_string())
    }

    /// A handle to ops, with the actions that apply to them.
    fn subject(&mut self) -> (String, &'static [Action]) {
        match self.n.below(11) {
            0 => (format!("ops{{[\"{}\"]}}", self.n.pick(PARALLEL)), ON_PARALLEL),
            1..6 => (format!("ops{{[\"{}\"]}}", self.n.pick(STRUCTURED)), ON_STRUCTURED),
            6 => ("interface{LinalgOp}".to_owned(), ON_STRUCTURED),
            7 if self.n.percent(50) => (format!("ops{{[\"{}\"]}}", self.n.pick(&LOOPED)), ON_LOOPED),
            7 => ("ops{[\"scf.for\"]}".to_owned(), ON_LOOPS),
            8 => ("ops{[\"scf.for\"]}".to_owned(), ON_LOOPS),
            9 => ("ops{[\"scf.forall\"]}".to_owned(), ON_FORALL),
            _ => ("ops{[\"func.func\"]}".to_owned(), ON_FUNCTIONS),
        }
    }

    /// An action on each op that is found.
    fn each(&mut self) {
        let (found, actions) = self.subject();
        let (n, root) = (self.name(), self.root.clone());
        let action = self.action(actions, &format!("%t{n}"));
        let _ = write!(
            self.text,
            "%h{n} = transform.structured.match {found} in {root} : (!transform.any_op) -> !transform.any_op
transform.foreach %h{n} : !transform.any_op {{
^bb0(%x{n}: !transform.any_op):
transform.sequence %x{n} : !transform.any_op failures(suppress) {{
^bb0(%t{n}: !transform.any_op):
{action}
}}
}}
"
        );
    }

    /// An action on the ops that the first of some matchers takes.
    fn matched(&mut self) {
        let n = self.name();
        let count = self.n.below(3) + 1;
        let mut pairs = Vec::new();
        for i in 0..count {
            let matcher = self.matcher(&format!("%op{i}"));
            let action = self.action(ON_STRUCTURED, "%t");
            let _ = write!(
                self.sequences,
                "transform.named_sequence @match{n}_{i}(%op{i}: !transform.any_op {{transform.readonly}}) -> !transform.any_op {{
{matcher}transform.yield %op{i} : !transform.any_op
}}
transform.named_sequence @act{n}_{i}(%op: !transform.any_op {{transform.consumed}}) {{
transform.sequence %op : !transform.any_op failures(suppress) {{
^bb0(%t: !transform.any_op):
{action}
}}
transform.yield
}}
"
            );
            pairs.push(format!("@match{n}_{i} -> @act{n}_{i}"));
        }
        let (root, pairs) = (self.root.clone(), pairs.join(", "));
        let _ = writeln!(
            self.text,
            "%r{n} = transform.foreach_match in {root} {pairs} : (!transform.any_op) -> !transform.any_op"
        );
        self.root = format!("%r{n}");
    }

    /// Returns a random matcher of an op.
    fn matcher(&mut self, op: &str) -> String {
        let names = [self.n.pick(STRUCTURED), self.n.pick(STRUCTURED)];
        let by_name = format!(
            "transform.match.operation_name {op} [\"{}\", \"{}\"] : !transform.any_op\n",
            names[0], names[1]
        );
        let number = self.n.below(4);
        let counted = |what: &str, relation: &str| {
            format!(
                "transform.match.structured {op} : !transform.any_op {{
^bb0(%s: !transform.any_op):
%c = transform.param.constant {number} : i64 -> !transform.param<i64>
%v = transform.match.structured.{what} %s : (!transform.any_op) -> !transform.param<i64>
transform.match.param.cmpi {relation} %v, %c : !transform.param<i64>
transform.match.structured.yield
}}
"
            )
        };
        match self.n.below(7) {
            0 | 1 => by_name,
            2 => counted("rank", "eq"),
            3 => counted("num_inputs", "ge"),
            4 => format!("{by_name}{}", counted("num_inits", "le")),
            5 => format!(
                "transform.match.structured {op} : !transform.any_op {{
^bb0(%s: !transform.any_op):
transform.match.structured.dim %s[all] {{parallel}} : !transform.any_op
transform.match.structured.yield
}}
"
            ),
            _ => format!(
                "{by_name}%p = transform.get_producer_of_operand {op}[0] : (!transform.any_op) -> !transform.any_op
transform.match.operation_name %p [\"{}\"] : !transform.any_op
",
                self.n.pick(STRUCTURED)
            ),
        }
    }
}

/// The program of a kind and a seed with a script.
pub fn program(kind: &ProgramKind, seed: u64, supported: Supported<'_>) -> String {
    let program = functions::module(kind, seed, supported);
    let mut script = Script {
        n: Numbers::new(seed ^ 0x5c21),
        text: String::new(),
        sequences: String::new(),
        root: "%root".to_owned(),
        names: 0,
    };
    for _ in 0..=script.n.below(4) {
        match script.n.percent(70) {
            true => script.each(),
            false => script.matched(),
        }
    }
    let use_of_root = if script.root == "%root" { "readonly" } else { "consumed" };
    let Script { text, sequences, .. } = script;
    format!(
        "module attributes {{transform.with_named_sequence}} {{
{program}{sequences}transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.{use_of_root}}}) {{
{text}transform.yield
}}
}}
"
    )
}
