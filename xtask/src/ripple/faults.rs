//! Faults that were mended, and whether generated programs find them.

use terrace_ripple::faults::Fault;

/// The faults by the names of `--fault`.
const FAULTS: [(&str, Fault); 5] = [
    ("targets", Fault::TargetsNotCompared),
    ("wraps", Fault::WrapsNotCounted),
    ("leaving", Fault::LeavingNotAssigned),
    ("meets", Fault::MeetsInLoops),
    ("selections", Fault::SelectionsAfterLoads),
];

/// # Errors
/// There is no such fault.
pub(super) fn of(name: &str) -> Result<Fault, String> {
    let found = FAULTS.iter().find(|(known, _)| *known == name);
    found.map(|(_, fault)| *fault).ok_or_else(|| format!("there is no fault '{name}'"))
}
