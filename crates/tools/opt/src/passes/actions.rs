//! `--log-actions-to` and `--profile-actions-to`: the execution of each pass on each op, as lines or as a trace, which shows
//! the conversions and the applications of patterns in it, too.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::Instant;

use terrace_asm::{PrintOptions, print_op};
use terrace_ir::actions::ActionObserver;
use terrace_ir::sub_elements::{Element, SubElements};
use terrace_ir::{Attr, Context, Ir, LocData, OpHandle};
use terrace_pass::pipeline::PassNode;

use crate::cl::config::ActionConfig;

/// A place in a file: actions on ops there are logged.
struct Breakpoint {
    file: String,
    line: Option<u32>,
    column: Option<u32>,
}

impl Breakpoint {
    /// `file`, `file:line` or `file:line:column`.
    fn parse(text: &str) -> Self {
        let number = |text: &str| text.parse::<u32>().ok();
        let (rest, last) = text.rsplit_once(':').unwrap_or((text, ""));
        let (file, middle) = rest.rsplit_once(':').unwrap_or((rest, ""));
        let (file, line, column) = match (number(middle), number(last)) {
            (Some(line), Some(column)) => (file, Some(line), Some(column)),
            (None, Some(line)) => (rest, Some(line), None),
            _ => (text, None, None),
        };
        Self { file: file.to_owned(), line, column }
    }

    fn has(&self, cx: &Context, loc: Attr) -> bool {
        match loc.as_loc(cx) {
            Some(LocData::File { file, line, col, .. }) => {
                file.text(cx) == self.file
                    && self.line.is_none_or(|wanted| wanted == *line)
                    && self.column.is_none_or(|wanted| wanted == *col)
            }
            _ => false,
        }
    }
}

/// The log and the trace of passes.
pub struct Actions {
    /// Whether lines are wanted.
    logs: bool,
    /// Only actions on ops at one of these places are logged, if there are any.
    breakpoints: Vec<Breakpoint>,
    /// The lines so far.
    pub log: String,
    /// The trace, if one is wanted.
    trace: Option<Arc<Trace>>,
    /// Of each pass that is running, whether it is logged.
    running: Vec<bool>,
}

impl Actions {
    /// Records what the options request; `None` if that is nothing.
    pub fn new(config: &ActionConfig) -> Option<Self> {
        let profiles = !config.profile_to.is_empty();
        let logs = !config.log_to.is_empty();
        (logs || profiles).then(|| Self {
            logs,
            breakpoints: config.log_filter.iter().map(|text| Breakpoint::parse(text)).collect(),
            log: String::new(),
            trace: profiles.then(|| Arc::new(Trace { start: Instant::now(), events: Mutex::default() })),
            running: Vec::new(),
        })
    }

    fn is_logged(&self, ir: &Ir, op: OpHandle) -> bool {
        let loc = ir.loc_attr(ir.op(op).loc());
        let mut found = false;
        SubElements::default().walk(ir.cx(), Element::Attr(loc), |element| {
            let Element::Attr(attr) = element else { return false };
            found |= self.breakpoints.iter().any(|place| place.has(ir.cx(), attr));
            !found
        });
        self.logs && (self.breakpoints.is_empty() || found)
    }

    /// A pass begins on an op.
    pub(super) fn before(&mut self, ir: &Ir, pass: &PassNode, op: OpHandle) {
        let (class, view) = (pass.def.class, ir.op(op));
        let name = view.info().name.text(ir.cx());
        let logged = self.is_logged(ir, op);
        self.running.push(logged);
        if logged {
            let text = print_op(view, &PrintOptions::default().skip_regions(true).local_scope(true));
            self.log.push_str(&format!(
                "[thread main] begins (no breakpoint) Action `pass-execution` running `{class}` on Operation \
                 `{name}` ({})`\n",
                text.trim_end()
            ));
        }
        if let Some(trace) = &self.trace {
            ir.cx().observe_actions(trace.clone());
            trace.begin(EXECUTION, &format!("`{EXECUTION}` running `{class}` on Operation `{name}`"));
        }
    }

    /// A pass has ended on an op.
    pub(super) fn after(&mut self) {
        if self.running.pop() == Some(true) {
            self.log.push_str("[thread main] completed `pass-execution`\n");
        }
        if let Some(trace) = &self.trace {
            trace.end(EXECUTION);
        }
    }

    /// Takes the trace since it was taken last, a list of events in JSON.
    pub fn take_trace(&self) -> String {
        match &self.trace {
            Some(trace) => format!("[{}]\n", std::mem::take(&mut trace.events().text)),
            None => "[]\n".to_owned(),
        }
    }
}

/// The action of a pass.
pub(super) const EXECUTION: &str = "pass-execution";

/// A trace of actions: passes, conversions and applications of patterns.
struct Trace {
    start: Instant,
    events: Mutex<Events>,
}

#[derive(Default)]
struct Events {
    /// The events so far, in JSON, without brackets.
    text: String,
    /// The threads, by their numbers.
    threads: Vec<ThreadId>,
}

impl Trace {
    fn events(&self) -> MutexGuard<'_, Events> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn event(&self, name: &str, phase: char, rest: &str) {
        let micros = self.start.elapsed().as_micros();
        let (mut events, own) = (self.events(), std::thread::current().id());
        let known = events.threads.iter().position(|&thread| thread == own);
        let number = known.unwrap_or_else(|| {
            events.threads.push(own);
            events.threads.len() - 1
        });
        let separator = if events.text.is_empty() { "" } else { ",\n" };
        events.text.push_str(&format!(
            "{separator}{{\"name\": \"{name}\", \"cat\": \"PERF\", \"ph\": \"{phase}\", \"pid\": 0, \
             \"tid\": {number}, \"ts\": {micros}{rest}}}"
        ));
    }
}

impl ActionObserver for Trace {
    fn begin(&self, name: &'static str, description: &str) {
        self.event(name, 'B', &format!(", \"args\": {{\"desc\": \"{description}\"}}"));
    }

    fn end(&self, name: &'static str) {
        self.event(name, 'E', "");
    }
}
