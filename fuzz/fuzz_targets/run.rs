//! One run of the driver on bytes.


use terrace_opt::driver::INTERNAL_ERROR;

/// The exit code, the output and the diagnostics of a run; a panic in it becomes a panic here.
pub fn opt(input: &[u8], flags: &[&str]) -> (i32, Vec<u8>, Vec<u8>) {
    let args: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
    let (mut stdout, mut stderr, mut stdin) = (Vec::new(), Vec::new(), input);
    let io = terrace_opt::Io::unattended(&mut stdin, &mut stdout, &mut stderr);
    let code = terrace_opt::run("terrace-opt", &args, io, &terrace_test_opt::setup());
    assert_ne!(code, INTERNAL_ERROR, "{}", String::from_utf8_lossy(&stderr));
    (code, stdout, stderr)
}
