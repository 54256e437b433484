//! The choice of programs that rules apply to which are seldom seen: variations of programs to which they did.
//!
//! A variation begins as its program does and goes on otherwise ([`terrace_progen::numbers::variation`]): what led to the
//! rule is often still there, and the statement that led to it is the repeated one in some variations. Those are varied in
//! turn, and repeat the same statement. A program whose variations have lost the rule is varied less.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use terrace_ir::rule_counts::RuleKind;
use terrace_progen::ProgramKind;
use terrace_progen::numbers::{VARIATIONS, is_varied_twice, variation, varied_of};

/// A rule, by its kind and name.
pub type RuleName = (RuleKind, String);

/// A program, and the rules that applied to it.
struct Witness {
    kind: &'static ProgramKind,
    seed: u64,
    /// Each rule by its number, with its applications, and those to the variations that were run.
    rules: Vec<(usize, u64, u64)>,
    /// The number of its variations so far, of those that were the program itself, and of those that were run.
    varied: u64,
    alike: u64,
    run: u64,
}

impl Witness {
    /// The applications of a rule that a further variation is expected to have, in 16ths: what those had that were run,
    /// beside what one of the program is thought to keep.
    fn expected(&self, (_, count, seen): (usize, u64, u64)) -> u64 {
        16 * (count * TRUST / KEEPS + seen) / (TRUST + self.run)
    }
}

/// The rules seen so far, and the programs that they applied to.
#[derive(Default)]
pub struct Variations {
    numbers: BTreeMap<RuleName, usize>,
    /// The applications of each rule.
    counts: Vec<u64>,
    witnesses: Vec<Witness>,
    /// The place of a program among them.
    places: FxHashMap<(&'static str, u64), usize>,
}

/// A variation is thought to keep a rule this often: one in so many; that counts as so many variations that were run.
const KEEPS: u64 = 2;
const TRUST: u64 = 2;

/// After so many variations that are the program itself, it is left alone: it is short.
const MAX_ALIKE: u64 = 16;

impl Variations {
    /// Adds the applications of rules to a program.
    pub fn add(
        &mut self,
        kind: &'static ProgramKind,
        seed: u64,
        applied: impl Iterator<Item = (RuleName, u64)>,
    ) {
        let mut rules = Vec::new();
        for (rule, count) in applied {
            let next = self.numbers.len();
            let number = *self.numbers.entry(rule).or_insert(next);
            self.counts.resize(self.numbers.len(), 0);
            self.counts[number] += count;
            rules.push((number, count, 0));
        }
        if let Some(&of) = varied_of(seed).and_then(|of| self.places.get(&(kind.name, of))) {
            let of = &mut self.witnesses[of];
            of.run += 1;
            let found: FxHashMap<usize, u64> = rules.iter().map(|&(rule, count, _)| (rule, count)).collect();
            for (rule, _, seen) in &mut of.rules {
                *seen += found.get(rule).map_or(0, |&count| count);
            }
        }
        if !is_varied_twice(seed) {
            self.places.insert((kind.name, seed), self.witnesses.len());
            self.witnesses.push(Witness { kind, seed, rules, varied: 0, alike: 0, run: 0 });
        }
    }

    /// At most `most` variations, so that each rule that was seen applies `wanted` times; an empty list where all do. The rarest rules
    /// come first, each with the program that has the most of what is missing. `differs` says whether the program of a
    /// seed is another one than that of the seed that it varies.
    pub fn choose(
        &mut self,
        wanted: u64,
        most: usize,
        differs: &dyn Fn(&'static ProgramKind, u64, u64) -> bool,
    ) -> Vec<(&'static ProgramKind, u64)> {
        // In 16ths.
        let mut missing: Vec<u64> =
            self.counts.iter().map(|&count| 16 * wanted.saturating_sub(count)).collect();
        let mut of_rule: Vec<Vec<usize>> = vec![Vec::new(); missing.len()];
        for (at, witness) in self.witnesses.iter().enumerate() {
            for &(rule, ..) in witness.rules.iter().filter(|(rule, ..)| missing[*rule] > 0) {
                of_rule[rule].push(at);
            }
        }
        // By name, so that the choice does not depend on which program was the first to be done.
        let mut rare: Vec<usize> = self.numbers.values().copied().filter(|&rule| missing[rule] > 0).collect();
        rare.sort_by_key(|&rule| self.counts[rule]);
        let mut chosen = Vec::new();
        loop {
            let mut is_tried = false;
            for &rule in &rare {
                if missing[rule] == 0 || chosen.len() >= most {
                    continue;
                }
                let worth = |witness: &Witness| {
                    let new = witness.rules.iter().map(|&rule| witness.expected(rule).min(missing[rule.0]));
                    // Those of this round are not seen yet: their likes may disappoint.
                    new.sum::<u64>() / (1 + (witness.varied - witness.alike).saturating_sub(witness.run))
                };
                let is_fresh = |witness: &Witness| witness.varied < VARIATIONS && witness.alike < MAX_ALIKE;
                let fresh = of_rule[rule].iter().filter(|&&at| is_fresh(&self.witnesses[at]));
                let best =
                    fresh.max_by_key(|&&at| (worth(&self.witnesses[at]), std::cmp::Reverse(at))).copied();
                let Some(best) = best else { continue };
                is_tried = true;
                let witness = &mut self.witnesses[best];
                witness.varied += 1;
                let seed = variation(witness.seed, witness.varied);
                if !differs(witness.kind, witness.seed, seed) {
                    witness.alike += 1;
                    continue;
                }
                chosen.push((witness.kind, seed));
                for &rule in &witness.rules {
                    missing[rule.0] = missing[rule.0].saturating_sub(witness.expected(rule));
                }
            }
            if !is_tried {
                break;
            }
        }
        chosen
    }
}
