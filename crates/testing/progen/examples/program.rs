//! Writes a program: `cargo run -p terrace-progen --example program -- KIND SEED`.
//! `script-verdicts` is a kind of scripts that a verifier may refuse.

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [kind, seed] = &args[..] else { return eprintln!("a kind and a seed are expected") };
    let Ok(seed) = seed.parse() else { return eprintln!("the seed is a number") };
    if kind == "script-verdicts" {
        return print!("{}", terrace_progen::script_verdicts::script(seed));
    }
    let Some(kind) = terrace_progen::kind(kind) else { return eprintln!("there is no such kind") };
    // Statements that are not universally supported are left out.
    let supported = |op: &str| !op.starts_with("vector.") && !op.starts_with("scf.forall");
    print!("{}", terrace_progen::program(kind, seed, &supported));
}
