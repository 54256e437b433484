//! `--mlir-debug-counter`: how often actions with a tag are executed, to find the one that breaks a program by bisection.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use terrace_ir::actions::ActionObserver;

use crate::cl::config::ActionConfig;

/// The counter of a tag.
#[derive(Clone, Copy, Debug)]
struct Counter {
    /// The number of actions so far.
    count: i64,
    /// The number of actions that are left out first; negative if none ever is.
    skip: i64,
    /// The number of actions after those that are executed; negative for all.
    executed: i64,
}

impl Counter {
    /// Counts an action; whether it is executed.
    fn count(&mut self) -> bool {
        self.count += 1;
        let after = self.count.saturating_sub(self.skip);
        self.skip < 0 || after > 0 && (self.executed < 0 || after <= self.executed)
    }
}

/// The counters by their tags.
#[derive(Debug)]
pub struct Counters(Mutex<BTreeMap<String, Counter>>);

impl Counters {
    /// Creates the counters of the options; `None` if they have none and none is to be printed.
    ///
    /// # Errors
    ///
    /// If an option is malformed.
    pub fn parse(config: &ActionConfig) -> Result<Option<Self>, String> {
        let mut counters = BTreeMap::new();
        for arg in config.debug_counters.iter().flat_map(|list| list.split(',')).filter(|arg| !arg.is_empty())
        {
            let (name, value) = arg.split_once('=').filter(|(_, value)| !value.is_empty()).ok_or_else(|| {
                format!(
                    "expected DebugCounter argument to have an `=` separating the counter name and value, but the \
                     provided argument was: `{arg}`"
                )
            })?;
            let number = parse_number(value).ok_or_else(|| {
                format!("expected DebugCounter counter value to be numeric, but got `{value}`")
            })?;
            let (skip, executed) = (name.strip_suffix("-skip"), name.strip_suffix("-count"));
            let tag = skip.or(executed).ok_or_else(|| {
                format!(
                    "expected DebugCounter counter name to end with either `-skip` or `-count`, but got `{name}`"
                )
            })?;
            let counter =
                counters.entry(tag.to_owned()).or_insert(Counter { count: 0, skip: 0, executed: -1 });
            match skip {
                Some(_) => counter.skip = number,
                None => counter.executed = number,
            }
        }
        let wanted = !counters.is_empty() || config.print_debug_counters;
        Ok(wanted.then(|| Self(Mutex::new(counters))))
    }

    fn counters(&self) -> MutexGuard<'_, BTreeMap<String, Counter>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lines of `--mlir-print-debug-counter`.
    pub(crate) fn text(&self) -> String {
        let counters = self.counters();
        let lines = counters.iter().map(|(tag, counter)| {
            format!("{tag:32}: {{{},{},{}}}\n", counter.count, counter.skip, counter.executed)
        });
        format!("DebugCounter counters:\n{}", lines.collect::<String>())
    }
}

/// A number in C's notation.
fn parse_number(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let prefixes = [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8), ("0", 8)];
    let (digits, radix) = prefixes
        .into_iter()
        .find_map(|(prefix, radix)| {
            Some((digits.strip_prefix(prefix).filter(|rest| !rest.is_empty())?, radix))
        })
        .unwrap_or((digits, 10));
    let is_number = digits.chars().all(|digit| digit.is_digit(radix));
    i64::from_str_radix(&format!("{sign}{digits}"), radix).ok().filter(|_| is_number)
}

impl ActionObserver for Counters {
    fn allows(&self, name: &'static str) -> bool {
        self.counters().get_mut(name).is_none_or(Counter::count)
    }

    fn begin(&self, _name: &'static str, _description: &str) {}

    fn end(&self, _name: &'static str) {}
}
