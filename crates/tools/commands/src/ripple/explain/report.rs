//! The report on programs: diagnostics and estimates by lines of the source.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::assembly::{Assembly, Instruction, Region, SourcePlace};
use super::classes::is_notable;
use super::cost::{Estimate, Estimates};
use super::remarks::Told;

/// Code that is executed once is left out below so many cycles.
const FEWEST_CYCLES: f64 = 1.0;
/// The iterations that an inner loop is assumed to have for each of the loop around, where costs are ordered.
pub(super) const ITERATIONS: f64 = 8.0;

/// A program's assembly, with estimates of its regions.
pub(super) struct Program {
    pub(super) assembly: Assembly,
    pub(super) estimates: Estimates,
}

/// Another size for the block of a function.
#[derive(Clone, Debug)]
pub(super) struct Advice {
    pub(super) function: String,
    pub(super) place: SourcePlace,
    pub(super) from: u64,
    pub(super) to: u64,
    /// The cycles an element with the size of the program, and with the other one.
    pub(super) cycles: (f64, f64),
}

/// The instructions of a line in a region.
#[derive(Clone, Debug, Default)]
pub(super) struct LinePart {
    pub(super) program: usize,
    pub(super) region: usize,
    pub(super) instructions: Vec<usize>,
    /// The share of the line in the cycles of the region.
    pub(super) cycles: f64,
}

/// The report about a line.
#[derive(Default)]
pub(super) struct Line {
    pub(super) told: BTreeSet<Told>,
    /// The costliest first.
    pub(super) parts: Vec<LinePart>,
}

impl Line {
    /// Returns the diagnostics outside of remainders, or in them, but for accesses of local variables.
    pub(super) fn accesses(&self, is_remainder: bool) -> impl Iterator<Item = &Told> {
        self.told.iter().filter(move |told| told.is_remainder == is_remainder && !told.is_local())
    }

    /// Says how many accesses are of local variables, which are in registers as far as no access to memory is counted.
    pub(super) fn locals(&self, is_remainder: bool) -> Option<String> {
        let locals = self.told.iter().filter(|told| told.is_remainder == is_remainder && told.is_local());
        let rest = if is_remainder { " in the remainder" } else { "" };
        match locals.count() {
            0 => None,
            1 => Some(format!("1 access of a local variable{rest}")),
            count => Some(format!("{count} accesses of local variables{rest}")),
        }
    }
}

/// The lines of a file, by number.
pub(super) type Lines = BTreeMap<u64, Line>;

/// All that is reported.
pub(super) struct Report {
    pub(super) files: BTreeMap<String, Lines>,
    pub(super) programs: Vec<Program>,
    /// Other sizes of blocks that take fewer cycles.
    pub(super) advice: Vec<Advice>,
    sources: BTreeMap<String, Vec<String>>,
}

impl Report {
    /// Puts together diagnostics and estimates; names of files start from a directory.
    pub(super) fn new(
        files: BTreeMap<String, Lines>,
        programs: Vec<Program>,
        advice: Vec<Advice>,
        cwd: &Path,
    ) -> Self {
        let mut report = Self { files, programs, advice, sources: BTreeMap::new() };
        let parts: Vec<(String, u64, LinePart)> =
            (0..report.programs.len()).flat_map(|program| report.parts_of(program)).collect();
        for (file, line, part) in parts {
            report.files.entry(file).or_default().entry(line).or_default().parts.push(part);
        }
        let weights: Vec<Vec<f64>> = report
            .programs
            .iter()
            .map(|program| program.assembly.regions.iter().map(weight_of).collect())
            .collect();
        let weight = |part: &LinePart| part.cycles * weights[part.program][part.region];
        for lines in report.files.values_mut() {
            lines
                .values_mut()
                .for_each(|line| line.parts.sort_by(|left, right| weight(right).total_cmp(&weight(left))));
        }
        let Self { files, programs, .. } = &mut report;
        for line in files.values_mut().flat_map(BTreeMap::values_mut) {
            leave_out_entries(line, programs);
        }
        for lines in files.values_mut() {
            lines.retain(|_, line| !line.told.is_empty() || !line.parts.is_empty());
        }
        // Headers of the system, whose functions are inlined, are not the user's.
        report.files.retain(|_, lines| lines.values().any(|line| !line.told.is_empty()));
        for file in report.files.keys() {
            // A source that cannot be read has no lines.
            let Ok(text) = std::fs::read(cwd.join(file)) else { continue };
            let text = String::from_utf8_lossy(&text);
            report.sources.insert(file.clone(), text.lines().map(str::to_owned).collect());
        }
        report
    }

    /// The lines of a file, as text.
    pub(super) fn source(&self, file: &str) -> &[String] {
        self.sources.get(file).map_or(&[], Vec::as_slice)
    }

    /// A line of the source; empty if it cannot be read.
    pub(super) fn text(&self, file: &str, line: u64) -> &str {
        let index = usize::try_from(line).ok().and_then(|line| line.checked_sub(1));
        index.and_then(|index| self.source(file).get(index)).map_or("", String::as_str)
    }

    /// The name that diagnostics have for a file of an assembly.
    fn file_of<'f>(&'f self, name: &'f str) -> &'f str {
        let plain = |name: &'f str| name.trim_start_matches('/');
        self.files.keys().find(|known| plain(known) == plain(name)).map_or(name, String::as_str)
    }

    /// The parts of lines in a program, of the functions that something is told of.
    fn parts_of(&self, program: usize) -> Vec<(String, u64, LinePart)> {
        let Program { assembly, estimates } = &self.programs[program];
        let is_told = |place: &SourcePlace| {
            self.files.get(self.file_of(&place.file)).and_then(|lines| lines.get(&place.line)).is_some()
        };
        let places =
            |region: &Region| region.instructions.iter().any(|inst| inst.place.as_ref().is_some_and(is_told));
        let functions: BTreeSet<&str> = assembly
            .regions
            .iter()
            .filter(|region| places(region))
            .map(|region| region.function.as_str())
            .collect();
        let mut found: BTreeMap<(String, u64, usize), LinePart> = BTreeMap::new();
        for (number, (region, estimate)) in assembly.regions.iter().zip(&estimates.regions).enumerate() {
            if !functions.contains(region.function.as_str()) {
                continue;
            }
            for (at, (inst, share)) in region.instructions.iter().zip(&estimate.shares).enumerate() {
                let Some(place) = &inst.place else { continue };
                let key = (self.file_of(&place.file).to_owned(), place.line, number);
                let part = found.entry(key).or_default();
                (part.program, part.region) = (program, number);
                part.instructions.push(at);
                part.cycles += share;
            }
        }
        found.into_iter().map(|((file, line, _), part)| (file, line, part)).collect()
    }

    /// The advice about the loops of a file, as text.
    pub(super) fn advice_of(&self, file: &str) -> Vec<String> {
        let advice = self.advice.iter().filter(|advice| self.file_of(&advice.place.file) == file);
        let text = |Advice { function, place, from, to, cycles }: &Advice| {
            format!(
                "advice: a block of {to} elements, not {from}, for the loop of line {} in '{function}': {:.2} cycles an element, \
                 not {:.2}",
                place.line, cycles.1, cycles.0
            )
        };
        advice.map(text).collect()
    }

    /// The region of a part.
    pub(super) fn region(&self, part: &LinePart) -> &Region {
        &self.programs[part.program].assembly.regions[part.region]
    }

    /// The estimate of the region of a part.
    pub(super) fn estimate(&self, part: &LinePart) -> &Estimate {
        &self.programs[part.program].estimates.regions[part.region]
    }

    /// The instructions of a part.
    pub(super) fn instructions(&self, part: &LinePart) -> impl Iterator<Item = &Instruction> {
        part.instructions.iter().map(|&at| &self.region(part).instructions[at])
    }

    /// The weight of a part, by which parts are ordered.
    pub(super) fn weight(&self, part: &LinePart) -> f64 {
        part.cycles * weight_of(self.region(part))
    }

    /// The weight of a line, by which lines are ordered.
    pub(super) fn line_weight(&self, line: &Line) -> f64 {
        line.parts.iter().map(|part| self.weight(part)).sum()
    }

    /// The regions of the lines of a file, the costliest first, each as a part that has all of its cycles.
    pub(super) fn regions(&self, lines: &Lines) -> Vec<LinePart> {
        let keys: BTreeSet<(usize, usize)> =
            lines.values().flat_map(|line| &line.parts).map(|part| (part.program, part.region)).collect();
        let mut parts: Vec<LinePart> = keys
            .into_iter()
            .map(|(program, region)| {
                let cycles = self.programs[program].estimates.regions[region].throughput;
                LinePart { program, region, instructions: Vec::new(), cycles }
            })
            .collect();
        parts.sort_by(|left, right| self.weight(right).total_cmp(&self.weight(left)));
        parts
    }

    /// Says how often a region is executed: the unit of its cycles.
    pub(super) fn unit(&self, region: &Region) -> String {
        let Some(place) = &region.loop_place else {
            return if region.is_remainder { "in the remainder" } else { "outside of loops" }.to_owned();
        };
        let of_loop = format!("the loop of line {}", place.line);
        let unit = if self.is_annotated(place) { "a block" } else { "an iteration" };
        match (region.is_remainder, region.has_remainders) {
            (false, _) => format!("{unit} of {of_loop}"),
            (true, true) => format!("in remainders, {unit} of {of_loop}"),
            (true, false) => format!("an iteration of {of_loop} in the remainder"),
        }
    }

    /// Whether the loop that is closed at a place is annotated.
    fn is_annotated(&self, place: &SourcePlace) -> bool {
        let file = self.file_of(&place.file);
        let is_annotation = |text: &str| text.contains("ripple") && text.contains("parallel");
        is_annotation(self.text(file, place.line))
            || place.line.checked_sub(1).is_some_and(|before| is_annotation(self.text(file, before)))
    }

    /// The lines of a file in the order of costs, or of the source.
    pub(super) fn ordered<'r>(&self, lines: &'r Lines, by_cost: bool) -> Vec<(u64, &'r Line)> {
        let mut ordered: Vec<(u64, &Line)> = lines.iter().map(|(&number, line)| (number, line)).collect();
        if by_cost {
            ordered
                .sort_by(|(_, left), (_, right)| self.line_weight(right).total_cmp(&self.line_weight(left)));
        }
        ordered
    }
}

/// Leaves out what is executed once and is not about vectors: the entry of a function, its end, and what is computed
/// before loops.
fn leave_out_entries(line: &mut Line, programs: &[Program]) {
    let is_once = |part: &LinePart| {
        let region = &programs[part.program].assembly.regions[part.region];
        region.depth == 0 && !region.is_remainder
    };
    let is_plain = |part: &LinePart| {
        let region = &programs[part.program].assembly.regions[part.region];
        !part.instructions.iter().any(|&at| is_notable(&region.instructions[at]))
    };
    let is_known = !line.told.is_empty() || !line.parts.iter().all(is_once);
    line.parts.retain(|part| {
        !is_once(part) || if is_known { part.cycles >= FEWEST_CYCLES } else { !is_plain(part) }
    });
}

/// The weight of a cycle of a region.
fn weight_of(region: &Region) -> f64 {
    let depth = i32::try_from(region.depth.min(8)).unwrap_or(8);
    let often = ITERATIONS.powi(depth);
    if region.is_remainder { often / ITERATIONS } else { often }
}

/// Returns a number of cycles as text, rounded.
pub(super) fn cycles_text(cycles: f64) -> String {
    match cycles {
        cycles if cycles < 0.05 => "less than 0.1 cycles".to_owned(),
        cycles if (0.95..1.05).contains(&cycles) => "1 cycle".to_owned(),
        cycles if cycles < 9.95 => format!("{cycles:.1} cycles"),
        cycles => format!("{cycles:.0} cycles"),
    }
}
