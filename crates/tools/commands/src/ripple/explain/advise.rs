//! Advice about the sizes of blocks: others are tried, by compiling the program with them.

use super::super::sizes::{Sized, scaled};
use super::assembly::{Region, SourcePlace};
use super::cost::{Estimate, WAITS};
use super::report::{Advice, ITERATIONS, Program};

/// Other sizes are proposed from this share of the cycles on.
const WORTHWHILE: f64 = 0.8;
/// A larger block is proposed if it takes this share of the cycles of a smaller one.
const BETTER: f64 = 0.98;
/// Another size is proposed only if the busiest unit is not busier for an element, but for this factor: a simulation
/// alone may wait longer than a processor does.
const AS_GOOD: f64 = 1.05;
/// A program that was compiled with other sizes.
pub(super) struct Variant {
    pub(super) factor: (u64, u64),
    pub(super) program: Program,
}

/// Returns the sizes that take fewer cycles an element, of those that were compiled.
pub(super) fn advice(program: &Program, sized: &[Sized], variants: &[Variant]) -> Vec<Advice> {
    sized.iter().filter_map(|sized| best(program, sized, variants)).collect()
}

fn best(program: &Program, Sized { function, size }: &Sized, variants: &[Variant]) -> Option<Advice> {
    let (cycles, place) = cycles_of(program, function)?;
    let now = cycles.an_element(*size);
    let mut found: Option<(u64, f64)> = None;
    for Variant { factor, program } in variants {
        let Some(to) = scaled(*size, *factor) else { continue };
        let Some((cycles, _)) = cycles_of(program, function) else { continue };
        let then = cycles.an_element(to);
        let limit = found.map_or(WORTHWHILE * now.simulated, |(_, best)| BETTER * best);
        if then.simulated < limit && then.throughput < AS_GOOD * now.throughput {
            found = Some((to, then.simulated));
        }
    }
    let (to, then) = found?;
    let (function, cycles) = (function.clone(), (now.simulated, then));
    Some(Advice { function, place: place.clone(), from: *size, to, cycles })
}

/// Cycles of loops.
#[derive(Clone, Copy, Default)]
struct Cycles {
    /// The cycles in a simulation, if results are waited for.
    simulated: f64,
    /// The cycles by the busiest unit.
    throughput: f64,
}

impl Cycles {
    fn an_element(self, count: u64) -> Self {
        let count = count as f64;
        Self { simulated: self.simulated / count, throughput: self.throughput / count }
    }

    fn max(self, other: Self) -> Self {
        Self {
            simulated: self.simulated.max(other.simulated),
            throughput: self.throughput.max(other.throughput),
        }
    }
}

/// The cycles of the loops of a function outside of remainders, inner ones counting more often, and the place of the
/// outermost loop. Each loop counts once, with the costliest of its versions. `None` if there is none.
fn cycles_of<'p>(program: &'p Program, function: &str) -> Option<(Cycles, &'p SourcePlace)> {
    let Program { assembly, estimates } = program;
    let mut loops: Vec<(&SourcePlace, usize, Cycles)> = Vec::new();
    for (region, estimate) in assembly.regions.iter().zip(&estimates.regions) {
        let Some(place) = region.loop_place.as_ref().filter(|_| region.function == function) else {
            continue;
        };
        if region.is_remainder {
            continue;
        }
        let cycles = cycles_of_loop(region, place, estimate)?;
        match loops.iter_mut().find(|known| known.0 == place && known.1 == region.depth) {
            Some(known) => known.2 = known.2.max(cycles),
            None => loops.push((place, region.depth, cycles)),
        }
    }
    let &(place, least, _) = loops.iter().min_by_key(|known| known.1)?;
    let mut sum = Cycles::default();
    for (_, depth, cycles) in loops {
        let weight = ITERATIONS.powi(i32::try_from(depth - least).unwrap_or(8));
        sum.simulated += weight * cycles.simulated;
        sum.throughput += weight * cycles.throughput;
    }
    Some((sum, place))
}

/// The cycles of an iteration, those that do not wait without the control of the loop, which LLVM shares between several
/// iterations; `None` without a simulation, since larger blocks hide latencies.
fn cycles_of_loop(region: &Region, place: &SourcePlace, estimate: &Estimate) -> Option<Cycles> {
    let simulated = estimate.simulated?;
    let instructions = region.instructions.iter().zip(&estimate.shares);
    let control = instructions.filter(|(inst, _)| inst.place.as_ref() == Some(place)).map(|(_, share)| share);
    let throughput = estimate.throughput;
    let waits = simulated > WAITS * throughput;
    Some(Cycles { simulated: if waits { simulated } else { throughput - control.sum::<f64>() }, throughput })
}
