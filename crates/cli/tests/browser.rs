//! The workbench in a browser: clicks, keys, links, exports, dark mode and narrow windows, without an error in its console.
//!
//! Chromium is driven by its DevTools protocol, over pipes. Screenshots are kept in the directory for temporary files of the
//! build, `browser/*.png`.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use terrace_filetest::harness::{self, Test, find_program};

/// The time that a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server for the repository's examples, and its address.
fn workbench() -> (Process, String) {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut child = Command::new(env!("CARGO_BIN_EXE_terrace"))
        .args(["workbench", "--no-open"])
        .arg(examples)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("an output")).read_line(&mut line).expect("an address");
    (Process(child), line.trim().to_owned())
}

/// A tab of a browser.
struct Browser {
    input: File,
    output: BufReader<File>,
    requests: u64,
    session: Option<String>,
    /// The exceptions of the page, and the errors in its console.
    faults: Vec<String>,
    dir: PathBuf,
    _process: Process,
}

impl Browser {
    /// A browser with an empty page, for a test.
    fn new(name: &str) -> Self {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
        let own = dir.join(name);
        let _ = fs::remove_dir_all(&own);
        fs::create_dir_all(&own).expect("a directory");
        let [to, from] = ["to", "from"].map(|name| own.join(name));
        let made = Command::new("mkfifo").args([&to, &from]).status().expect("mkfifo runs");
        assert!(made.success());
        let chromium = find_program(CHROMIUM).expect("it was found");
        let flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
                     --disable-component-update --disable-sync --disable-dev-shm-usage --remote-debugging-pipe";
        let script =
            format!("exec \"$0\" {flags} --user-data-dir=\"$1/profile\" 3< \"$1/to\" 4> \"$1/from\"");
        let process = Command::new("sh")
            .args(["-c", &script])
            .args([&chromium, &own])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let process = Process(process);
        let input = OpenOptions::new().write(true).open(to).expect("the browser reads");
        let output = BufReader::new(File::open(from).expect("the browser writes"));
        let (faults, session) = (Vec::new(), None);
        let mut browser = Self { input, output, requests: 0, session, faults, dir, _process: process };
        let target = browser.ask("Target.createTarget", json!({"url": "about:blank"}));
        let params = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.ask("Target.attachToTarget", params);
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            browser.ask(&format!("{domain}.enable"), json!({}));
        }
        browser.resize(1480, 820);
        browser
    }

    fn ask(&mut self, method: &str, params: Json) -> Json {
        self.requests += 1;
        let mut message = json!({"id": self.requests, "method": method, "params": params});
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        self.input.write_all(format!("{message}\0").as_bytes()).expect("the browser reads");
        loop {
            let mut bytes = Vec::new();
            self.output.read_until(0, &mut bytes).expect("the browser writes");
            bytes.pop();
            let answer: Json = serde_json::from_slice(&bytes).expect("JSON");
            match answer["method"].as_str() {
                Some("Runtime.exceptionThrown") => self.faults.push(answer["params"].to_string()),
                Some("Log.entryAdded") if answer["params"]["entry"]["level"] == "error" => {
                    self.faults.push(answer["params"].to_string());
                }
                Some("Runtime.consoleAPICalled") if answer["params"]["type"] == "error" => {
                    self.faults.push(answer["params"].to_string());
                }
                _ => {}
            }
            if answer["id"] == self.requests {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    fn open(&mut self, address: &str) {
        // A change after '#' alone would load nothing.
        self.ask("Page.navigate", json!({"url": "about:blank"}));
        self.ask("Page.navigate", json!({"url": address}));
        self.until("document.readyState == 'complete' && performance.getEntriesByName('begun').length");
    }

    /// The value of an expression.
    fn value(&mut self, expression: &str) -> Json {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let result = self.ask("Runtime.evaluate", params);
        assert!(result.get("exceptionDetails").is_none(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    fn text(&mut self, expression: &str) -> String {
        let value = self.value(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression}: {value}")).to_owned()
    }

    /// Waits until an expression is true.
    fn until(&mut self, expression: &str) {
        let end = Instant::now() + PATIENCE;
        while !matches!(self.value(&format!("!!({expression})")), Json::Bool(true)) {
            if Instant::now() > end {
                self.shoot("late");
                panic!("{expression}: it never is; {:?}", self.faults);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks the middle of the element that an expression returns.
    fn click(&mut self, expression: &str) {
        self.until(expression);
        let place = self.value(&format!(
            "(e => {{ e.scrollIntoView({{block: 'nearest'}}); const r = e.getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2]; }})({expression})"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let params =
                json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
            self.ask("Input.dispatchMouseEvent", params);
        }
    }

    /// Presses a key, with modifiers as the protocol counts them.
    fn press(&mut self, key: &str, modifiers: u32) {
        let text = if key.len() == 1 { key } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let mut params = json!({"type": kind, "key": key, "modifiers": modifiers});
            if key == "Enter" {
                params["text"] = "\r".into();
                params["windowsVirtualKeyCode"] = 13.into();
            } else if kind == "keyDown" && !text.is_empty() {
                params["text"] = text.into();
            }
            self.ask("Input.dispatchKeyEvent", params);
        }
    }

    /// Types a text where the focus is.
    fn insert(&mut self, text: &str) {
        self.ask("Input.insertText", json!({"text": text}));
    }

    fn resize(&mut self, width: u32, height: u32) {
        let params = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.ask("Emulation.setDeviceMetricsOverride", params);
    }

    fn shoot(&mut self, name: &str) {
        let shot = self.ask("Page.captureScreenshot", json!({"format": "png"}));
        let bytes = decoded(shot["data"].as_str().expect("a picture"));
        fs::write(self.dir.join(format!("{name}.png")), bytes).expect("a file");
    }

    /// Ends the test: the page reported nothing.
    fn end(self) {
        assert!(self.faults.is_empty(), "{:#?}", self.faults);
    }
}

/// The bytes of a text in base 64.
fn decoded(text: &str) -> Vec<u8> {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter_map(|byte| digits.bytes().position(|digit| digit == byte));
    let (mut out, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for digit in digits {
        (bits, count) = (bits << 6 | digit as u32, count + 6);
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    out
}

const CHROMIUM: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// The passes that make loops of the stencil, as a link has them.
const PASSES: &str = "pass=canonicalize&pass=one-shot-bufferize%7Bbufferize-function-boundaries%7D&pass=canonicalize&\
                      pass=convert-linalg-to-loops";

/// The names that are marked in a pane, each once, with the class.
const MARKED: &str = "(pane => [...new Set([...document.querySelectorAll(pane + ' b.same, ' + pane + ' b.became')]\
                      .map(b => b.className + ' ' + b.textContent))].join())";

/// The element of a value in a pane by its name.
fn name_in(pane: &str, name: &str) -> String {
    format!("[...document.querySelectorAll('{pane} b')].find(b => b.textContent == '{name}')")
}

fn a_value_is_followed_from_tensor_to_buffer() {
    let (_server, address) = workbench();
    let mut browser = Browser::new("follow");
    browser.open(&format!("{address}#file=stencil.mlir&{PASSES}&stage=2"));
    // The first pass finds nothing to do; bufferization is shown.
    let first = "document.querySelectorAll('#passes li')[1]";
    assert_eq!(browser.value(&format!("{first}.className")), "idle");
    assert_eq!(browser.text(&format!("{first}.querySelector('.note').textContent")), "no change");
    browser.until("document.querySelector('#stage').textContent.includes('memref.alloc')");
    // Words have the kinds of the server.
    browser.until("document.querySelector('#stage .keyword') && document.querySelector('#source .keyword')");
    browser.click(&name_in("#source", "%start"));
    // The tensor is in the buffer that is allocated and stored to.
    assert_eq!(browser.text(&format!("{MARKED}('#source')")), "same %start");
    assert_eq!(browser.text(&format!("{MARKED}('#stage')")), "became %alloc");
    let notes = "[...document.querySelectorAll('#passes .note b')].map(b => b.className + ' ' + b.textContent).join()";
    let followed = "same %start,same %start,became %alloc,became %alloc,became %alloc";
    assert_eq!(browser.text(notes), followed);
    browser.shoot("follow");
    // The other way: a click in a stage marks the source.
    browser.press("j", 0);
    browser.press("j", 0);
    let stage = "[...document.querySelectorAll('#passes li')].findIndex(li => li.classList.contains('on'))";
    assert_eq!(browser.value(stage), 4);
    browser.until("document.querySelector('#stage').textContent.includes('memref.load')");
    browser.press("Escape", 0);
    assert_eq!(browser.text(&format!("{MARKED}('#stage')")), "");
    browser.click(&name_in("#stage", "%alloc"));
    assert!(browser.text(&format!("{MARKED}('#source')")).contains("became %start"));
    // The link has it all.
    let link = browser.text("location.hash");
    assert!(link.contains("stage=4") && link.contains("value="), "{link}");
    let [before, marked] =
        [browser.text("document.querySelector('#stage').textContent"), browser.text(notes)];
    browser.open(&format!("{address}{link}"));
    browser.until("document.querySelector('#stage b.same')");
    assert_eq!(browser.text("document.querySelector('#stage').textContent"), before);
    assert_eq!(browser.text(notes), marked);
    browser.end();
}

fn a_pipeline_is_edited() {
    let (_server, address) = workbench();
    let mut browser = Browser::new("edit");
    browser.open(&format!("{address}#file=stencil.mlir"));
    let titles = "[...document.querySelectorAll('#passes .title')].map(e => e.textContent).join(' ')";
    assert_eq!(browser.text(titles), "input");
    assert!(browser.value("document.querySelectorAll('#known option').length").as_u64() > Some(150));
    browser.press("a", 0);
    browser.insert("one-shot-bufferize{bufferize-function-boundaries},convert-linalg-to-loops");
    browser.press("Enter", 0);
    let both = "input one-shot-bufferize{bufferize-function-boundaries} convert-linalg-to-loops";
    assert_eq!(browser.text(titles), both);
    browser.until("document.querySelector('#stage').textContent.includes('memref.load')");
    // What is known of the pass is below.
    browser.press("Escape", 0);
    browser.press("k", 0);
    browser.until("document.querySelector('#options').textContent.includes('bufferize-function-boundaries')");
    // Without it, the loops are not made: linalg on tensors is left as it is.
    browser.press("x", 0);
    browser.until("document.querySelectorAll('#passes li.idle').length == 1");
    assert_eq!(browser.text("document.querySelectorAll('#passes li')[1].className"), "on off");
    browser.press("x", 0);
    browser.until("document.querySelector('#trail').textContent == '2 of 2 with changes'");
    // The other way round, one has nothing to do.
    browser.press("ArrowDown", 1);
    browser.until("document.querySelector('#trail').textContent == '1 of 2 with changes'");
    let turned = "input convert-linalg-to-loops one-shot-bufferize{bufferize-function-boundaries}";
    assert_eq!(browser.text(titles), turned);
    browser.press("d", 0);
    browser.until("document.querySelector('#stage .row.add') && document.querySelector('#stage .row.del')");
    browser.click("document.querySelector('#passes li.on button[title=remove]')");
    browser.until("document.querySelectorAll('#passes li').length == 2");
    // A pass that is misspelled is named where it is, and mended there.
    browser.press("a", 0);
    browser.insert("canonicalise");
    browser.press("Enter", 0);
    browser.until("document.querySelector('#passes li.failed .note')?.textContent.includes('canonicalise')");
    browser.shoot("failed");
    browser.value("document.querySelector('#options input').select()");
    browser.value("document.querySelector('#options input').focus()");
    browser.insert("canonicalize");
    browser.press("Enter", 0);
    browser.until("!document.querySelector('#passes li.failed') && document.querySelectorAll('#passes li.idle').length == 2");
    browser.end();
}

fn a_source_is_edited_and_asked_about() {
    let (_server, address) = workbench();
    let mut browser = Browser::new("source");
    browser.open(&format!("{address}#file=update.mlir"));
    browser.press("3", 0);
    browser.until("document.querySelector('#body article a')");
    assert!(browser.text("document.querySelector('#body').textContent").contains("is copied"));
    browser.click("document.querySelector('#body article a')");
    browser.until("document.querySelector('#source .row.lit')");
    browser.shoot("explain");
    // An error is below its line while the rest is shown; the file stays as it is.
    browser.press("e", 0);
    browser.until("document.activeElement.id == 'text'");
    browser.value("document.querySelector('#text').select()");
    browser
        .insert("func.func @main(%a: i32) -> i32 {\n  %b = arith.addf %a, %a : i32\n  return %b : i32\n}\n");
    browser.until("document.querySelector('#problems').textContent == '1 error'");
    browser.press("Escape", 0);
    browser.until("document.querySelector('#source .row.error')");
    let below = "document.querySelector('#source .row.error').previousElementSibling.textContent";
    assert!(browser.text(below).contains("arith.addf"));
    browser.shoot("error");
    browser.press("e", 0);
    browser.value("document.querySelector('#text').select()");
    browser
        .insert("func.func @main(%a: i32) -> i32 {\n  %b = arith.addi %a, %a : i32\n  return %b : i32\n}\n");
    browser.press("Escape", 0);
    browser.until("document.querySelector('#problems').textContent == ''");
    browser.until("location.hash.includes('arith.addi')");
    browser.press("4", 0);
    browser.until("document.querySelector('#body textarea')");
    browser.value("document.querySelector('#body textarea').focus()");
    browser.insert("21");
    browser.click("document.querySelector('#body form button')");
    browser.until("document.querySelector('#body pre').textContent == '42 : i32'");
    // A script is stepped through in a frame of its own.
    browser.open(&format!("{address}#file=transform/fc_relu.mlir&tab=script"));
    browser.until("document.querySelector('iframe')");
    browser.press("?", 0);
    browser.until("document.querySelector('#help').open");
    std::thread::sleep(Duration::from_millis(300));
    browser.shoot("keys");
    browser.press("Escape", 0);
    browser.value("document.querySelector('#help').close()");
    browser.shoot("script");
    browser.end();
}

fn pages_are_dark_narrow_and_exported() {
    let (server, address) = workbench();
    let mut browser = Browser::new("export");
    let features = json!({"features": [{"name": "prefers-color-scheme", "value": "dark"}]});
    browser.ask("Emulation.setEmulatedMedia", features);
    browser.open(&format!("{address}#file=stencil.mlir&{PASSES}&stage=2"));
    browser.click(&name_in("#source", "%start"));
    let brightness =
        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).reduce((a, b) => a + +b, 0)";
    assert!(browser.value(brightness).as_u64() < Some(200));
    browser.shoot("dark");
    browser.resize(420, 900);
    for tab in ["1", "2", "3", "4", "5"] {
        browser.press(tab, 0);
        browser.until("!document.querySelector('#busy').textContent");
        let overflow = "document.documentElement.scrollWidth - innerWidth";
        assert!(browser.value(overflow).as_i64() <= Some(0), "tab {tab} is wider than the window");
        browser.value("document.querySelector('#right').scrollIntoView()");
        browser.shoot(&format!("narrow-{tab}"));
    }
    browser.press("1", 0);
    browser.value("scrollTo(0, 0)");
    browser.shoot("narrow");
    // Each control can be reached, and is not below another.
    let hidden = "[...document.querySelectorAll('button, input, select')].filter(e => e.offsetParent && \
                  (e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < 0)).length";
    assert_eq!(browser.value(hidden), 0);

    browser.resize(1480, 820);
    let page = browser.text("exported()");
    assert!(page.starts_with("<!doctype html>") && !page.contains(&address), "the token is not in it");
    let file = browser.dir.join("export").join("page.html");
    fs::write(&file, page).expect("a file");
    // Without the server, it has all but the engine.
    drop(server);
    browser.open(&format!("file://{}", file.display()));
    browser.until("document.querySelector('#stage').textContent.includes('memref.alloc')");
    browser.until("document.querySelector('#stage b.became')");
    assert_eq!(browser.text(&format!("{MARKED}('#source')")), "same %start");
    browser.press("j", 0);
    browser.press("d", 0);
    browser.until("document.querySelector('#stage .row.add')");
    browser.press("3", 0);
    browser.until("document.querySelector('#body').textContent.length > 20");
    assert_eq!(browser.value("document.querySelector('#edit').hidden"), true);
    browser.shoot("exported");
    browser.end();
}

fn main() -> ExitCode {
    let test = |name, run: fn()| {
        let unmet = if cfg!(unix) { find_program(CHROMIUM) } else { Err("there are no pipes".to_owned()) };
        Test::of(name, run).needs(unmet)
    };
    harness::run(vec![
        test("a_value_is_followed_from_tensor_to_buffer", a_value_is_followed_from_tensor_to_buffer),
        test("a_pipeline_is_edited", a_pipeline_is_edited),
        test("a_source_is_edited_and_asked_about", a_source_is_edited_and_asked_about),
        test("pages_are_dark_narrow_and_exported", pages_are_dark_narrow_and_exported),
    ])
}
