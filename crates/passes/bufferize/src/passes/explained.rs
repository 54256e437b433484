//! Bufferization with explanations: remarks about the remaining allocations and copies, and tested edits.

use rustc_hash::FxHashMap;
use terrace_diag::Property;
use terrace_ir::diag::Severity;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Diag, Ir, OpHandle};
use terrace_pass::Manager;

use super::bodies::{Counted, Env};
use super::one_shot::run_one_shot;
use crate::advice::{Edit, Tries, edits_for_error};
use crate::bodies::bodies_of;
use crate::explain::errors::with_rules;
use crate::explain::freeing::Freeing;
use crate::explain::report::{Cost, Report, cost};
use crate::options::BufferizationOptions;
use crate::provenance::{Provenances, Role};

/// An edit that was tried and helps.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The edit.
    pub edit: Edit,
    /// The cost without the edit; `None` if the program cannot be bufferized.
    pub before: Option<Cost>,
    /// The cost with the edit.
    pub after: Cost,
}

/// The result of a bufferization, with its explanations.
pub struct Explained {
    /// The counters, or the error because of which the program cannot be bufferized.
    pub outcome: Result<Counted, Box<Diag>>,
    /// The remarks, the last of which is the total; errors are in the outcome.
    pub remarks: Vec<Box<Diag>>,
    /// The edits that the remarks and errors offer.
    pub offers: Vec<Offer>,
    /// The deallocations of the buffers of the output.
    pub freeing: Option<Freeing>,
}

/// Bufferizes the regions of an op, with an explanation of each remaining allocation and copy.
pub fn explain_one_shot_bufferize(
    ir: &mut Ir,
    op: OpHandle,
    options: &BufferizationOptions,
    parallel: bool,
    manager: &Manager<'_>,
) -> Explained {
    let original = ir.clone();
    let provenances = Provenances::new(ir, &bodies_of(ir.op(op)));
    let env = Env { options, parallel, provenance: Some(&provenances) };
    let outcome = run_one_shot(ir, op, env);
    let mut advisor = Advisor::new(&original, op, options, manager);
    match outcome {
        Ok(mut counted) => {
            let (mut remarks, mut freeing) = (std::mem::take(&mut counted.remarks), None);
            if !options.test_analysis_only {
                // Warnings come first, then what is costly, then what is said of functions, then the total.
                let (warnings, others): (Vec<_>, Vec<_>) =
                    remarks.into_iter().partition(|diag| diag.severity == Severity::Warning);
                let (mut costs, freed) =
                    match Report::new(ir, op, &provenances, &options.explain_after, manager) {
                        Ok(report) => advisor.advise(report),
                        Err(diag) => {
                            let (remarks, offers) = Default::default();
                            return Explained { outcome: Err(diag), remarks, offers, freeing };
                        }
                    };
                freeing = freed;
                let total = costs.pop();
                remarks = warnings.into_iter().chain(costs).chain(others).chain(total).collect();
            }
            Explained { outcome: Ok(counted), remarks, offers: advisor.offers, freeing }
        }
        Err(diag) => {
            let diag = advisor.advise_error(with_rules(diag));
            Explained { outcome: Err(diag), remarks: Vec::new(), offers: advisor.offers, freeing: None }
        }
    }
}

/// Tries edits, each once.
struct Advisor<'a> {
    original: &'a Ir,
    op: OpHandle,
    options: &'a BufferizationOptions,
    manager: &'a Manager<'a>,
    tries: Tries,
    tried: FxHashMap<Edit, Option<Cost>>,
    offers: Vec<Offer>,
}

impl<'a> Advisor<'a> {
    fn new(
        original: &'a Ir,
        op: OpHandle,
        options: &'a BufferizationOptions,
        manager: &'a Manager<'a>,
    ) -> Self {
        let ops = bodies_of(original.op(op)).into_iter().map(|id| original.body(id).num_ops()).sum();
        let (tried, offers) = Default::default();
        Self { original, op, options, manager, tries: Tries::new(ops), tried, offers }
    }

    /// The cost of the program with an edit; `None` if it cannot be bufferized then, or if the budget is used up.
    fn cost_with(&mut self, edit: &Edit) -> Option<Cost> {
        if let Some(known) = self.tried.get(edit) {
            return *known;
        }
        if !self.tries.next() {
            return None;
        }
        let found = self.try_edit(edit);
        self.tried.insert(edit.clone(), found);
        found
    }

    fn try_edit(&self, edit: &Edit) -> Option<Cost> {
        let mut ir = self.original.clone();
        let mut options = BufferizationOptions { explain: false, ..self.options.clone() };
        edit.apply(&mut ir, self.op, &mut options, self.manager)?;
        let given = Provenances::without_names(&ir, &bodies_of(ir.op(self.op)));
        let env = Env { options: &options, parallel: false, provenance: None };
        run_one_shot(&mut ir, self.op, env).ok()?;
        // Calls of functions that call each other in circles may not fit, as upstream's.
        verify(ir.op(self.op), VerifyOptions::default().parallel(false)).ok()?;
        cost(&mut ir, self.op, &given, &self.options.explain_after, self.manager)
    }

    /// The note for an edit, if it reduces the cost.
    fn offer(&mut self, edit: &Edit, before: Option<Cost>) -> Option<(String, Cost)> {
        let after = self.cost_with(edit)?;
        if before.is_some_and(|before| !after.is_less_than(&before)) {
            return None;
        }
        let text = edit.text(self.original);
        let text = match before {
            Some(before) => {
                format!("edit: {text}; in all, then: {} (before: {})", after.text(), before.text())
            }
            None if after.tensors > 0 => {
                format!(
                    "edit: {text}; then unknown ops keep their tensors, made of buffers: {}",
                    after.text()
                )
            }
            None => format!("edit: {text}; it is bufferized then: {}", after.text()),
        };
        if !self.offers.iter().any(|offer| offer.edit == *edit) {
            self.offers.push(Offer { edit: edit.clone(), before, after });
        }
        Some((text, after))
    }

    /// The remarks of a report with the edits that help: those of a place where they help, others with the total.
    fn advise(&mut self, mut report: Report) -> (Vec<Box<Diag>>, Option<Freeing>) {
        let before = report.cost;
        let mut everywhere: Vec<Edit> = Vec::new();
        for explanation in report.explanations() {
            for edit in std::mem::take(&mut explanation.edits) {
                if edit.is_local() {
                    if let Some((text, _)) = self.offer(&edit, Some(before)) {
                        let loc = explanation.loc;
                        explanation.notes.push(crate::provenance::Note { loc, text, role: Role::Edit });
                    }
                } else if !everywhere.contains(&edit) {
                    everywhere.push(edit);
                }
            }
        }
        let (mut remarks, freeing) = report.remarks();
        if let Some(total) = remarks.pop() {
            let total = everywhere.iter().fold(total, |total, edit| match self.offer(edit, Some(before)) {
                Some((text, _)) => with_edit(total, text),
                None => total,
            });
            remarks.push(total);
        }
        (remarks, freeing)
    }

    /// Adds to an error the edits that make the program bufferizable.
    fn advise_error(&mut self, mut error: Box<Diag>) -> Box<Diag> {
        let edits = edits_for_error(self.original, self.op, &error);
        let costs: Vec<Option<Cost>> = edits.iter().map(|edit| self.cost_with(edit)).collect();
        for (edit, cost) in edits.iter().zip(&costs) {
            // Several edits must be worth more than each alone.
            let alone = |part: &Edit| edits.iter().position(|edit| edit == part).and_then(|at| costs[at]);
            let is_worth_it = |cost: &Cost| match edit {
                Edit::All(parts) => parts.iter().filter_map(alone).all(|part| cost.is_less_than(&part)),
                _ => true,
            };
            if cost.as_ref().is_some_and(is_worth_it)
                && let Some((text, _)) = self.offer(edit, None)
            {
                error = with_edit(error, text);
            }
        }
        error
    }
}

fn with_edit(diag: Box<Diag>, text: String) -> Box<Diag> {
    let loc = diag.loc;
    diag.note(loc, text).note_property("role", Property::Text(Role::Edit.name().to_owned()))
}
