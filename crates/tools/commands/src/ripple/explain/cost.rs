//! Estimates of the cycles that code takes: by llvm-mca, which knows how LLVM schedules for a processor, or by a table.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::assembly::{Assembly, Region};
use super::classes::{Class, cycles_by_table};
use crate::native::toolchain;

/// The instructions that are simulated at most, all iterations together.
const SIMULATED: usize = 200_000;

/// The cycles of a simulation, in which results are waited for, count where they are so many times the others.
pub(super) const WAITS: f64 = 1.25;

/// The processor that code is for, as LLVM names it.
#[derive(Clone, Debug)]
pub(super) struct Target {
    triple: String,
    cpu: String,
    features: String,
}

impl Target {
    /// Reads the target of a module of LLVM IR; several functions may have several, of which the first counts.
    pub(super) fn of_module(module: &str) -> Self {
        let attribute = |name: &str| {
            let at = module.find(&format!("\"{name}\"=\""))?;
            module[at..].split('"').nth(3)
        };
        let triple = module.lines().find_map(|line| line.strip_prefix("target triple = "));
        let triple = triple.map_or("", |triple| triple.trim_matches('"')).to_owned();
        // LLVM has no data about a generic processor with SVE.
        let cpu = match attribute("target-cpu") {
            Some("generic") | None if triple.starts_with("aarch64") => "neoverse-v2",
            Some(cpu) => cpu,
            None => "generic",
        };
        let features = attribute("target-features").map_or(String::new(), str::to_owned);
        Self { triple, cpu: cpu.to_owned(), features }
    }
}

/// The estimate for a region.
#[derive(Clone, Debug)]
pub(super) struct Estimate {
    /// The cycles that the region takes if iterations overlap, by the busiest unit of the processor.
    pub(super) throughput: f64,
    /// The cycles of an iteration in a simulation, in which results are waited for; `None` by the table.
    pub(super) simulated: Option<f64>,
    /// The busiest unit.
    pub(super) unit: Option<String>,
    /// The share of each instruction in the throughput, in cycles.
    pub(super) shares: Vec<f64>,
}

/// Estimates for all regions of a program.
#[derive(Clone, Debug)]
pub(super) struct Estimates {
    /// The source of the numbers, in words.
    pub(super) source: String,
    pub(super) regions: Vec<Estimate>,
}

/// Estimates the cycles of the regions of an assembly.
pub(super) fn estimate(assembly: &Assembly, target: &Target, clang: &Path) -> Estimates {
    let estimated = match toolchain::beside(clang, "llvm-mca") {
        Some(mca) => by_mca(assembly, target, &mca),
        None => Err("llvm-mca is not installed".to_owned()),
    };
    estimated.unwrap_or_else(|why| {
        let estimates = estimate_by_table(assembly);
        Estimates { source: format!("{}: {why}", estimates.source), ..estimates }
    })
}

/// Estimates the cycles of the regions of an assembly by classes of instructions.
pub(super) fn estimate_by_table(assembly: &Assembly) -> Estimates {
    let regions = assembly.regions.iter().map(by_table).collect();
    Estimates { source: "a table of classes of instructions".to_owned(), regions }
}

fn by_table(region: &Region) -> Estimate {
    let throughput = cycles_by_table(&region.instructions);
    let weights: Vec<f64> = region.instructions.iter().map(|inst| Class::of(inst).cycles()).collect();
    Estimate { throughput, simulated: None, unit: None, shares: shares(throughput, &weights) }
}

/// Distributes cycles by weights.
fn shares(cycles: f64, weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| if sum > 0.0 { cycles * weight / sum } else { 0.0 }).collect()
}

fn by_mca(assembly: &Assembly, target: &Target, mca: &Path) -> Result<Estimates, String> {
    let count: usize = assembly.regions.iter().map(|region| region.instructions.len()).sum();
    let iterations = (SIMULATED / count.max(1)).clamp(4, 100);
    let mut command = Command::new(mca);
    command
        .args([&format!("-mtriple={}", target.triple), &format!("-mcpu={}", target.cpu)])
        .args([&format!("-mattr={}", target.features), &format!("-iterations={iterations}")])
        .args(["-json", "-all-views=false", "-summary-view", "-instruction-info", "-resource-pressure"])
        .args(["-skip-unsupported-instructions=any", "-"]);
    let output =
        piped(&mut command, text_of(assembly)).map_err(|error| format!("'{}': {error}", mca.display()))?;
    let failed = || {
        let said = String::from_utf8_lossy(&output.stderr);
        let line = said.lines().find(|line| line.contains("error:")).unwrap_or("llvm-mca failed");
        line.trim_start_matches("<stdin>:").trim().to_owned()
    };
    if !output.status.success() {
        return Err(failed());
    }
    let report: Value = serde_json::from_slice(&output.stdout).map_err(|_| failed())?;
    let empty = Vec::new();
    let told = report["CodeRegions"].as_array().unwrap_or(&empty);
    let units = &report["TargetInfo"]["Resources"];
    let regions = assembly.regions.iter().enumerate().map(|(number, region)| {
        let name = number.to_string();
        let of_region = told.iter().find(|of| of["Name"].as_str() == Some(&name));
        of_region.and_then(|of| read(region, of, units)).unwrap_or_else(|| by_table(region))
    });
    Ok(Estimates { source: format!("llvm-mca for {}", target.cpu), regions: regions.collect() })
}

/// The regions, marked for llvm-mca.
fn text_of(assembly: &Assembly) -> String {
    let marker = &assembly.marker;
    let mut text = if assembly.is_intel { "\t.intel_syntax noprefix\n".to_owned() } else { String::new() };
    for (number, region) in assembly.regions.iter().enumerate() {
        text.push_str(&format!("{marker} LLVM-MCA-BEGIN {number}\n"));
        for instruction in &region.instructions {
            text.push_str(&format!("\t{}\n", instruction.text));
        }
        text.push_str(&format!("{marker} LLVM-MCA-END {number}\n"));
    }
    text
}

/// Runs a command with an input, while its output is read.
fn piped(command: &mut Command, input: String) -> std::io::Result<std::process::Output> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let stdin = child.stdin.take();
    let writer = std::thread::spawn(move || {
        // A program that ends early does not read everything.
        stdin.map(|mut stdin| stdin.write_all(input.as_bytes()))
    });
    let output = child.wait_with_output();
    drop(writer.join());
    output
}

/// Reads what llvm-mca reports of a region; `None` if it lacks something.
fn read(region: &Region, report: &Value, units: &Value) -> Option<Estimate> {
    let summary = &report["SummaryView"];
    let throughput = summary["BlockRThroughput"].as_f64()?;
    let simulated = summary["TotalCycles"].as_f64()? / summary["Iterations"].as_f64()?;
    let texts = report["Instructions"].as_array()?;
    let infos = report["InstructionInfoView"]["InstructionList"].as_array()?;
    // Instructions that the processor's data lack are not reported.
    let mut known = texts.iter().zip(infos).peekable();
    let weights: Vec<f64> = region
        .instructions
        .iter()
        .map(|inst| {
            let reported =
                known.next_if(|(text, _)| text.as_str().is_some_and(|text| is_same(text, &inst.text)));
            let cycles = reported.and_then(|(_, info)| info["RThroughput"].as_f64());
            cycles.unwrap_or_else(|| Class::of(inst).cycles())
        })
        .collect();
    let count = texts.len() as u64;
    let pressure = report["ResourcePressureView"]["ResourcePressureInfo"].as_array()?;
    let totals = pressure.iter().filter(|entry| entry["InstructionIndex"].as_u64() == Some(count));
    let usage = |entry: &&Value| entry["ResourceUsage"].as_f64().map_or(0.0, |usage| usage);
    let busiest = totals.max_by(|left, right| usage(left).total_cmp(&usage(right)));
    let unit = busiest
        .filter(|busiest| usage(busiest) >= 0.9 * throughput)
        .and_then(|busiest| units.get(usize::try_from(busiest["ResourceIndex"].as_u64()?).ok()?)?.as_str())
        .map(str::to_owned);
    Some(Estimate { throughput, simulated: Some(simulated), unit, shares: shares(throughput, &weights) })
}

/// Whether two texts of an instruction differ in spaces at most.
fn is_same(left: &str, right: &str) -> bool {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<String>();
    words(left) == words(right)
}
