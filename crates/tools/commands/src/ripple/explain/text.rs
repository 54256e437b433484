//! The report as text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::classes::composition;
use super::collect::summary;
use super::cost::WAITS;
use super::remarks::Told;
use super::report::{Line, LinePart, Report, cycles_text};

/// A line about which nothing is told is left out below this share of all costs.
const LEAST_SHARE: f64 = 0.05;

/// The selection and the order of lines.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    /// Whether the costliest lines come first.
    pub(super) by_cost: bool,
    /// Whether instructions are listed.
    pub(super) assembly: bool,
}

/// Returns the report as text.
pub(super) fn as_text(report: &Report, shown: Shown) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    for (file, lines) in &report.files {
        let _ = writeln!(out, "{file}: {}", summary(lines));
        let regions = report.regions(lines);
        if let Some(first) = regions.first() {
            let _ = writeln!(out, "{file}: estimated by {}", report.programs[first.program].estimates.source);
        }
        for part in versions(report, &regions) {
            let _ = writeln!(out, "  {}", total(report, &regions, part));
        }
        let all: f64 = lines.values().map(|line| report.line_weight(line)).sum();
        for advice in report.advice_of(file) {
            let _ = writeln!(out, "  {advice}");
        }
        // Code outside of loops is there if it is of vectors, such as that of a reduction.
        let is_once = |part: &LinePart| report.region(part).depth == 0;
        let is_shown = |line: &Line| {
            !line.told.is_empty()
                || report.line_weight(line) >= LEAST_SHARE * all
                || line.parts.iter().all(is_once)
        };
        for (number, line) in
            report.ordered(lines, shown.by_cost).into_iter().filter(|(_, line)| is_shown(line))
        {
            let _ = writeln!(out, "{file}:{number}: {}", report.text(file, number).trim());
            for is_remainder in [false, true] {
                of_part(report, line, is_remainder, shown, &mut out);
            }
        }
    }
    out
}

/// The costliest of parts that are of the same loop, of which LLVM makes several versions. The costliest come first.
fn versions<'p>(report: &Report, parts: impl IntoIterator<Item = &'p LinePart>) -> Vec<&'p LinePart> {
    let mut units = BTreeSet::new();
    let unit = |part: &LinePart| {
        let region = report.region(part);
        (region.function.clone(), report.unit(region))
    };
    parts.into_iter().filter(|part| units.insert(unit(part))).collect()
}

/// The cycles of a region, with the name of the function if there are several.
pub(super) fn total(report: &Report, regions: &[LinePart], part: &LinePart) -> String {
    let (region, estimate) = (report.region(part), report.estimate(part));
    let is_only = regions.iter().all(|other| report.region(other).function == region.function);
    let function = if is_only { String::new() } else { format!("{}: ", region.function) };
    let mut text = format!("{function}{} {}", cycles_text(estimate.throughput), report.unit(region));
    if let Some(simulated) =
        estimate.simulated.filter(|&simulated| region.depth > 0 && simulated > WAITS * estimate.throughput)
    {
        let _ = write!(text, "; {} with latencies", cycles_text(simulated));
    }
    text
}

/// Writes the report about a line, outside of remainders or in them.
fn of_part(report: &Report, line: &Line, is_remainder: bool, shown: Shown, out: &mut String) {
    let parts = line.parts.iter().filter(|part| report.region(part).is_remainder == is_remainder);
    for part in versions(report, parts) {
        let _ = writeln!(
            out,
            "  {} {}: {}",
            cycles_text(part.cycles),
            report.unit(report.region(part)),
            composition(report.instructions(part))
        );
        for instruction in report.instructions(part).filter(|_| shown.assembly) {
            let _ = writeln!(out, "      {}", instruction.text.replace('\t', " "));
        }
    }
    if let Some(locals) = line.locals(is_remainder) {
        let _ = writeln!(out, "  {locals}");
    }
    for Told { column, severity, message, .. } in line.accesses(is_remainder) {
        let rest = if is_remainder { ", in the remainder" } else { "" };
        let warning = if severity == "remark" { "" } else { "warning: " };
        let _ = writeln!(out, "  {column}{rest}: {warning}{message}");
    }
}
