//! Processes that judge inputs: a crash or a timeout of one of them is a finding like any other.

use std::error::Error;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::damage::Corpus;
use super::findings::{Finding, Findings};
use super::judge::Judge;

/// One run of a tool on a small input that takes longer is a finding.
const SLOW: Duration = Duration::from_secs(10);
/// A run that takes little processor time is waited for longer, for others may use the machine.
const STUCK: Duration = Duration::from_secs(60);
/// A process judges this many inputs, so that retained memory does not accumulate.
const INPUTS_OF_A_PROCESS: u64 = 5000;
/// The prefix of lines of the protocol.
const MARK: &str = "fuzz: ";

/// Judges the inputs of a range `FIRST,STEP,END`, and writes progress and findings to the output stream.
pub(super) fn work(corpus: &Corpus, seed: u64, range: &str) -> Result<(), Box<dyn Error>> {
    let range = range.split(',').map(str::parse).collect::<Result<Vec<u64>, _>>()?;
    let &[first, step, end] = &range[..] else { return Err("not a range".into()) };
    let say = |line: &str| {
        let mut out = io::stdout().lock();
        // If the parent has exited, the error is ignored.
        if writeln!(out, "{MARK}{line}").and_then(|()| out.flush()).is_err() {
            std::process::exit(1);
        }
    };
    for number in (first..end).step_by(usize::try_from(step)?) {
        say(&format!("at {number}"));
        let judged = Judge::new(&mut |args| say(&format!("runs {args}"))).judge(&corpus.input(seed, number));
        match judged {
            Ok(accepted) => say(if accepted { "accepted" } else { "refused" }),
            Err(Finding { key, log }) => say(&format!("found {}", serde_json::json!([key, log]))),
        }
    }
    Ok(())
}

/// A campaign, as its processes share it.
pub(super) struct Work<'a> {
    pub(super) seed: u64,
    pub(super) corpus: &'a Corpus,
    /// The arguments of this process.
    pub(super) args: &'a [String],
    /// The address space of a process, in MiB.
    pub(super) memory: u64,
    pub(super) end: Option<Instant>,
    pub(super) findings: &'a Mutex<Findings>,
    pub(super) shown: &'a terrace::tools::progress::Progress,
}

/// The progress of a process.
struct Progress {
    /// The input it was at last, and whether it is through with it.
    at: u64,
    through: bool,
    /// The tool it ran last.
    runs: String,
    judged: u64,
    accepted: u64,
}

impl Work<'_> {
    /// Judges every `step`th input from `first` on, and returns how many were judged and accepted.
    pub(super) fn run(&self, first: u64, step: u64, end: u64) -> io::Result<(u64, u64)> {
        let (mut next, mut judged, mut accepted) = (first, 0, 0);
        while next < end && self.end.is_none_or(|end| Instant::now() < end) {
            let until = end.min(next.saturating_add(step.saturating_mul(INPUTS_OF_A_PROCESS)));
            let (progress, died) = self.watch(next, step, until)?;
            self.shown.add(progress.judged);
            judged += progress.judged;
            accepted += progress.accepted;
            next = progress.at.saturating_add(step);
            if let Some(how) = died {
                judged += 1;
                self.report_death(&progress, &how)?;
            }
        }
        Ok((judged, accepted))
    }

    fn add(&self, number: u64, finding: Finding) -> io::Result<()> {
        let input = self.corpus.input(self.seed, number);
        self.findings.lock().expect("listing does not panic").add(number, input, finding)
    }

    /// Reports an input at which a process died, if it dies of that input alone, too.
    fn report_death(&self, progress: &Progress, how: &str) -> io::Result<()> {
        let (alone, again) = self.watch(progress.at, 1, progress.at + 1)?;
        let (how, runs) = match again {
            Some(again) => (again, alone.runs),
            None => (format!("{how} after other inputs, not alone"), progress.runs.clone()),
        };
        self.add(progress.at, Finding { key: format!("{how}, {}", flags_of(&runs)), log: runs })
    }

    /// Runs a process over a range of inputs; returns how far it came, and how it died if it did.
    fn watch(&self, first: u64, step: u64, end: u64) -> io::Result<(Progress, Option<String>)> {
        let mut child = self.start(first, step, end)?;
        let (lines, stderr) = (lines_of(&mut child), child.stderr.take());
        let stderr = std::thread::spawn(move || {
            let mut text = Vec::new();
            // Unreadable output is not shown.
            let _ = stderr.map(|mut stream| stream.read_to_end(&mut text));
            String::from_utf8_lossy(&text).into_owned()
        });
        let mut progress =
            Progress { at: first, through: false, runs: String::new(), judged: 0, accepted: 0 };
        let (mut since, mut used) = (Instant::now(), processor_time(&child));
        loop {
            match lines.recv_timeout(SLOW) {
                Ok(line) => {
                    (since, used) = (Instant::now(), processor_time(&child));
                    self.note(&mut progress, &line)?;
                    if progress.through && self.end.is_some_and(|end| Instant::now() >= end) {
                        child.kill()?;
                        child.wait()?;
                        return Ok((progress, None));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let busy = match (used, processor_time(&child)) {
                        (Some(before), Some(now)) => now.saturating_sub(before) >= SLOW,
                        _ => true,
                    };
                    if busy || since.elapsed() >= STUCK {
                        child.kill()?;
                        child.wait()?;
                        return Ok((progress, Some("takes long".to_owned())));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let status = child.wait()?;
        let stderr = stderr.join().unwrap_or_default();
        if status.success() {
            return Ok((progress, None));
        }
        let last = stderr.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let last = super::findings::without_names(last);
        Ok((progress, Some(format!("{status}: {last}"))))
    }

    /// Processes a line of the protocol.
    fn note(&self, progress: &mut Progress, line: &str) -> io::Result<()> {
        let Some(line) = line.strip_prefix(MARK) else { return Ok(()) };
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "at" => (progress.at, progress.through) = (rest.parse().unwrap_or(progress.at), false),
            "runs" => progress.runs = rest.to_owned(),
            _ => {
                progress.judged += 1;
                progress.through = true;
                progress.accepted += u64::from(verb == "accepted");
            }
        }
        if verb == "found" {
            let (key, log) = serde_json::from_str(rest)?;
            self.add(progress.at, Finding { key, log })?;
        }
        Ok(())
    }

    fn start(&self, first: u64, step: u64, end: u64) -> io::Result<Child> {
        let own = std::env::current_exe()?;
        let mut command = if cfg!(unix) {
            let mut shell = Command::new("sh");
            let limit = format!("ulimit -v {} && ulimit -c 0 && exec \"$0\" \"$@\"", self.memory * 1024);
            shell.arg("-c").arg(limit).arg(own);
            shell
        } else {
            Command::new(own)
        };
        command.arg("fuzz").args(self.args).arg(format!("--worker={first},{step},{end}"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
    }
}

/// The lines that a process writes to its output stream.
fn lines_of(child: &mut Child) -> Receiver<String> {
    let (send, lines) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = Vec::new();
            while stdout.read_until(b'\n', &mut line).is_ok_and(|size| size > 0) {
                let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                if send.send(text).is_err() {
                    return;
                }
                line.clear();
            }
        });
    }
    lines
}

/// The processor time that a process has used, if the system reports it.
fn processor_time(child: &Child) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let ticks = stat.rsplit(')').next()?.split_whitespace().skip(11).take(2);
    // There are a hundred ticks in a second, on every Linux.
    Some(Duration::from_millis(ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10))
}

/// The relevant flags of a run, without their values.
fn flags_of(runs: &str) -> String {
    let flags = runs.split(' ').filter(|word| !word.starts_with("--max-") && !word.starts_with("--entry"));
    flags.collect::<Vec<_>>().join(" ")
}
