//! `--mlir-pass-statistics`: the statistics of the passes.

use std::fmt::Write;
use std::sync::Arc;

use terrace_pass::pipeline::PassNode;
use terrace_pass::timing::heading;
use terrace_pass::{Node, OpPipeline, PassDef};

use crate::cl::config::StatisticsDisplay;

/// The statistics counted so far.
pub struct Statistics {
    display: StatisticsDisplay,
    /// The counts by the position of the pass in the pipeline, identified by its object.
    counts: Vec<(usize, &'static PassDef, Vec<u64>)>,
    text: String,
}

fn key(pass: &PassNode) -> usize {
    Arc::as_ptr(&pass.pass) as usize
}

fn add(to: &mut Vec<u64>, counts: &[u64]) {
    if to.len() < counts.len() {
        to.resize(counts.len(), 0);
    }
    to.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
}

impl Statistics {
    pub(super) fn new(display: StatisticsDisplay) -> Self {
        Self { display, counts: Vec::new(), text: String::new() }
    }

    pub(super) fn count(&mut self, pass: &PassNode, counts: &[u64]) {
        match self.counts.iter_mut().find(|(at, ..)| *at == key(pass)) {
            Some((_, _, sums)) => add(sums, counts),
            None => self.counts.push((key(pass), pass.def, counts.to_vec())),
        }
    }

    /// Adds the report on a pipeline that has run, and resets the counts.
    pub(super) fn finish(&mut self, pipeline: &OpPipeline) {
        self.text.push_str(&heading("Pass statistics report"));
        match self.display {
            StatisticsDisplay::List => self.list(),
            StatisticsDisplay::Pipeline => self.nested(pipeline),
        }
        self.text.push('\n');
        self.counts.clear();
    }

    fn list(&mut self) {
        let mut merged: Vec<(&'static PassDef, Vec<u64>)> = Vec::new();
        for (_, def, counts) in std::mem::take(&mut self.counts) {
            match merged.iter_mut().find(|(known, _)| std::ptr::eq(*known, def)) {
                Some((_, sums)) => add(sums, &counts),
                None => merged.push((def, counts)),
            }
        }
        merged.sort_by_key(|(def, _)| def.class);
        for (def, counts) in merged.iter().filter(|(def, _)| !def.statistics.is_empty()) {
            self.pass(def, counts, 0);
        }
    }

    fn nested(&mut self, pipeline: &OpPipeline) {
        let mut pending: Vec<(&Node, usize)> = pipeline.nodes.iter().rev().map(|node| (node, 0)).collect();
        while let Some((node, depth)) = pending.pop() {
            match node {
                Node::Pass(pass) => {
                    let found = self.counts.iter().find(|(at, ..)| *at == key(pass));
                    let counts = found.map_or(Vec::new(), |(_, _, counts)| counts.clone());
                    self.pass(pass.def, &counts, depth);
                }
                Node::Nested(nested) => {
                    // Nothing can go wrong when writing to a string.
                    let _ = writeln!(self.text, "{:1$}'{2}' Pipeline", "", 2 * depth, nested.anchor_text());
                    pending.extend(nested.nodes.iter().rev().map(|node| (node, depth + 1)));
                }
            }
        }
    }

    fn pass(&mut self, def: &PassDef, counts: &[u64], depth: usize) {
        let _ = writeln!(self.text, "{:1$}{2}", "", 2 * depth, def.class);
        let count = |i: usize| counts.get(i).copied().unwrap_or(0).to_string();
        let numbers = (0..def.statistics.len()).map(|i| count(i).len()).fold(0, Ord::max);
        let names = def.statistics.iter().map(|(name, _)| name.len()).fold(0, Ord::max);
        for (i, (name, doc)) in def.statistics.iter().enumerate() {
            let _ = writeln!(
                self.text,
                "{:1$}(S) {2:>numbers$} {name:<names$} - {doc}",
                "",
                2 * depth + 2,
                count(i)
            );
        }
    }

    /// The reports.
    pub(super) fn into_text(self) -> String {
        self.text
    }
}
