//! A slice of what `cargo xtask check-explain` does.

use terrace_check::Bench;
use terrace_check::explanations::{Counts, OPTION_SETS, check, programs};

#[test]
fn remarks_stand_for_all_allocations_and_copies_and_edits_do_what_they_promise() {
    let bench = Bench::default();
    let mut counts = Counts::default();
    for number in 0..60 {
        let text = programs(&bench, number);
        let options = OPTION_SETS[(number / 4) as usize % OPTION_SETS.len()];
        match check(&bench, &text, options) {
            Ok(found) => counts.add(found),
            Err(message) => panic!("program {number}, {options}: {message}\n{text}"),
        }
    }
    assert!(counts.programs > 30 && counts.copies > 100 && counts.edits > 5, "{counts:?}");
}
