//! A browser without a window, driven over `WebDriver`.

use crate::program::{LIMIT, lines};
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The kind of a browser. `ATAXX_BROWSER=firefox` chooses the second.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Chromium,
    Firefox,
}

impl Kind {
    fn chosen() -> Self {
        match std::env::var("ATAXX_BROWSER").as_deref() {
            Ok("firefox") => Self::Firefox,
            _ => Self::Chromium,
        }
    }

    /// Where Debian has its programs, and what they are called elsewhere.
    fn program(self) -> Option<std::path::PathBuf> {
        program(match self {
            Self::Chromium => &["chromium", "chromium-browser", "google-chrome"],
            Self::Firefox => &["firefox-esr", "firefox"],
        })
    }

    fn driver(self) -> Option<std::path::PathBuf> {
        program(match self {
            Self::Chromium => &["chromedriver"],
            Self::Firefox => &["geckodriver"],
        })
    }

    /// The port that a line of the driver names.
    fn port(self, line: &str) -> Option<String> {
        let before = match self {
            Self::Chromium => "successfully on port ",
            Self::Firefox => "Listening on 127.0.0.1:",
        };
        let (_, port) = line.rsplit_once(before)?;
        Some(port.trim_end_matches('.').to_owned())
    }

    /// What a new window is asked for.
    fn capabilities(self, profile: &Path, width: u32, height: u32) -> Value {
        let binary = self.program().expect("a browser");
        match self {
            Self::Firefox => json!({"moz:firefoxOptions": {
                "binary": binary,
                "args": ["-headless", "--width", width.to_string(), "--height", height.to_string()],
            }}),
            Self::Chromium => {
                let arguments = [
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--disable-dev-shm-usage",
                    "--hide-scrollbars",
                ];
                let mut arguments: Vec<String> = arguments.map(str::to_owned).to_vec();
                arguments.push(format!("--user-data-dir={}", profile.display()));
                arguments.push(format!("--window-size={width},{height}"));
                json!({
                    "goog:chromeOptions": {"binary": binary, "args": arguments},
                    "goog:loggingPrefs": {"browser": "ALL"},
                })
            }
        }
    }
}

fn program(names: &[&str]) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<_> = std::env::split_paths(&path).collect();
    let mut all = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.find(|file| file.is_file())
}

impl Kind {
    /// Starts the driver, with the lines that it prints and its port; `None` if it ends at once, as
    /// when the port that it has chosen is in use for the other version of IP.
    fn start_driver(self) -> Option<(Child, Receiver<String>, String)> {
        let mut command = Command::new(self.driver().expect("a driver"));
        command
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // All that it starts ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut driver = command.spawn().expect("the driver starts");
        let said = lines(driver.stdout.take().expect("a pipe"));
        loop {
            match said.recv_timeout(LIMIT) {
                Ok(line) => {
                    if let Some(port) = self.port(&line) {
                        return Some((driver, said, port));
                    }
                }
                Err(error) => {
                    let _ = driver.kill();
                    driver.wait().expect("it has ended");
                    assert_eq!(error, RecvTimeoutError::Disconnected, "no port");
                    return None;
                }
            }
        }
    }
}

/// A browser; it ends with the test, however that ends.
pub struct Browser {
    kind: Kind,
    driver: Child,
    /// The address of the driver's session.
    session: String,
    agent: ureq::Agent,
    profile: TempDir,
}

/// Keys that write nothing, as `WebDriver` names them.
pub const ENTER: char = '\u{E007}';
pub const ESCAPE: char = '\u{E00C}';
pub const LEFT: char = '\u{E012}';
pub const UP: char = '\u{E013}';
pub const RIGHT: char = '\u{E014}';
pub const DOWN: char = '\u{E015}';
pub const END: char = '\u{E010}';
const CONTROL: char = '\u{E009}';

const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Browser {
    /// Starts one with a window of this size.
    pub fn start(width: u32, height: u32) -> Self {
        let kind = Kind::chosen();
        let profile = TempDir::new().expect("a folder");
        let (driver, said, port) = (0..5)
            .find_map(|_| kind.start_driver())
            .expect("a driver names its port");
        // It goes on talking, and somebody has to listen.
        thread::spawn(move || said.iter().for_each(drop));
        let agent = ureq::Agent::new_with_config(
            ureq::Agent::config_builder()
                .http_status_as_error(false)
                .timeout_global(Some(LIMIT))
                .build(),
        );
        let mut browser = Self {
            kind,
            driver,
            session: format!("http://127.0.0.1:{port}/session"),
            agent,
            profile,
        };
        let capabilities = kind.capabilities(browser.profile.path(), width, height);
        let wanted = json!({"capabilities": {"alwaysMatch": capabilities}});
        let answer = browser.call("", &wanted);
        let id = answer["sessionId"].as_str().expect("a session");
        browser.session = format!("{}/{id}", browser.session);
        browser.resize(width, height);
        browser
    }

    fn call(&self, path: &str, body: &Value) -> Value {
        self.try_call(path, body)
            .unwrap_or_else(|error| panic!("{path} {body}: {error}"))
    }

    fn try_call(&self, path: &str, body: &Value) -> Result<Value, Value> {
        let answer = self
            .agent
            .post(format!("{}{path}", self.session))
            .send_json(body);
        let mut answer = answer.expect("the driver answers");
        let mut value: Value = answer.body_mut().read_json().expect("JSON");
        let value = value["value"].take();
        if value.get("error").is_some() {
            return Err(value);
        }
        Ok(value)
    }

    /// Speaks to the browser in the language of its developers.
    pub fn command(&self, name: &str, parameters: &Value) -> Value {
        self.call(
            "/goog/cdp/execute",
            &json!({"cmd": name, "params": parameters}),
        )
    }

    /// The size of what is seen of a page, in its own pixels. Firefox stays as it began.
    pub fn resize(&self, width: u32, height: u32) {
        if self.kind == Kind::Firefox {
            return;
        }
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        let deadline = Instant::now() + LIMIT;
        // On a busy machine the browser loses an order now and then, so it is repeated.
        loop {
            self.command("Emulation.setDeviceMetricsOverride", &size);
            if self.script("return [innerWidth, innerHeight]") == json!([width, height]) {
                return;
            }
            assert!(Instant::now() < deadline, "never {width} by {height}");
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// What the person prefers: `("prefers-color-scheme", "dark")`.
    pub fn prefer(&self, features: &[(&str, &str)]) {
        let features: Vec<Value> = features
            .iter()
            .map(|(name, value)| json!({"name": name, "value": value}))
            .collect();
        self.command("Emulation.setEmulatedMedia", &json!({"features": features}));
    }

    pub fn open(&self, url: &str) {
        self.call("/url", &json!({"url": url}));
    }

    pub fn reload(&self) {
        self.call("/refresh", &json!({}));
    }

    /// What a script returns.
    pub fn script(&self, script: &str) -> Value {
        self.call("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Waits until a script returns true.
    pub fn until(&self, script: &str) {
        let deadline = Instant::now() + LIMIT;
        let script = format!("return {script}");
        loop {
            // Between two pages there is nothing to ask.
            let seen = self.try_call("/execute/sync", &json!({"script": script, "args": []}));
            if seen == Ok(Value::Bool(true)) {
                return;
            }
            if Instant::now() > deadline {
                let text = self.script("return document.body.innerText");
                panic!(
                    "never so: {script}: {seen:?}\n{}",
                    text.as_str().unwrap_or_default()
                );
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until an element holds this text.
    pub fn see(&self, selector: &str, text: &str) {
        let (selector, text) = (json!(selector), json!(text));
        self.until(&format!(
            "(document.querySelector({selector})?.textContent ?? '').includes({text})"
        ));
    }

    /// Clicks the middle of an element, as soon as it can be clicked.
    pub fn click(&self, selector: &str) {
        let deadline = Instant::now() + LIMIT;
        loop {
            let query = json!({"using": "css selector", "value": selector});
            let done = self.try_call("/element", &query).and_then(|found| {
                let id = found[ELEMENT].as_str().expect("an element").to_owned();
                self.try_call(&format!("/element/{id}/click"), &json!({}))
            });
            match done {
                Ok(_) => return,
                Err(error) if Instant::now() > deadline => panic!("{selector}: {error}"),
                // It was just put in place anew, say.
                Err(_) => thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Presses keys where the focus is; Control is held while the next one is pressed.
    pub fn keys(&self, keys: &str) {
        let key = |kind: &str, key: char| json!({"type": kind, "value": key.to_string()});
        let mut actions = Vec::new();
        let mut held = false;
        for pressed in keys.chars() {
            actions.push(key("keyDown", pressed));
            if pressed == CONTROL {
                held = true;
                continue;
            }
            actions.push(key("keyUp", pressed));
            if std::mem::take(&mut held) {
                actions.push(key("keyUp", CONTROL));
            }
        }
        let keyboard = json!({"type": "key", "id": "keyboard", "actions": actions});
        self.call("/actions", &json!({"actions": [keyboard]}));
    }

    /// Drags with the mouse from one element to another.
    pub fn drag(&self, from: &str, to: &str) {
        self.stroke(0, &[from, to]);
    }

    /// Draws with a button of the mouse held from one element over the others.
    pub fn stroke(&self, button: u8, over: &[&str]) {
        let mut actions: Vec<Value> = over.iter().map(|one| self.go(one, 50)).collect();
        actions.insert(1, json!({"type": "pointerDown", "button": button}));
        actions.push(json!({"type": "pointerUp", "button": button}));
        self.mouse(&actions);
    }

    /// Takes an element up with the mouse and holds it over another.
    pub fn hold(&self, from: &str, over: &str) {
        let down = json!({"type": "pointerDown", "button": 0});
        self.mouse(&[self.go(from, 0), down, self.go(over, 50)]);
    }

    /// Lets go of what the mouse holds.
    pub fn let_go(&self) {
        self.mouse(&[json!({"type": "pointerUp", "button": 0})]);
    }

    /// Moves the mouse over an element.
    pub fn hover(&self, selector: &str) {
        self.mouse(&[self.go(selector, 0)]);
    }

    /// The movement of the mouse to an element, which takes so many milliseconds.
    fn go(&self, selector: &str, duration: u32) -> Value {
        // An element could be replaced before the mouse is there.
        let middle = self.script(&format!(
            "const box = document.querySelector({selector:?}).getBoundingClientRect();
             return [box.left + box.width / 2, box.top + box.height / 2].map(Math.round)"
        ));
        json!({"type": "pointerMove", "duration": duration, "x": middle[0], "y": middle[1]})
    }

    fn mouse(&self, actions: &[Value]) {
        let mouse = json!({"type": "pointer", "id": "mouse",
            "parameters": {"pointerType": "mouse"}, "actions": actions});
        self.call("/actions", &json!({"actions": [mouse]}));
    }

    /// A picture of what is seen.
    pub fn picture(&self, file: &Path) {
        let shot = self.command("Page.captureScreenshot", &json!({"format": "png"}));
        let text = shot["data"].as_str().expect("a picture");
        let bytes = BASE64_STANDARD.decode(text).expect("base 64");
        std::fs::write(file, bytes).expect("can be written");
    }

    /// Opens another window and goes there; the first is 0.
    pub fn another_window(&self) {
        let window = self.call("/window/new", &json!({"type": "tab"}));
        self.call("/window", &json!({"handle": window["handle"]}));
    }

    pub fn window(&self, number: usize) {
        let answer = self
            .agent
            .get(format!("{}/window/handles", self.session))
            .call();
        let handles: Value = answer
            .expect("the driver answers")
            .body_mut()
            .read_json()
            .expect("JSON");
        self.call("/window", &json!({"handle": handles["value"][number]}));
    }

    /// What the browser complains of; Firefox does not tell.
    pub fn stderr_lines(&self) -> Vec<String> {
        if self.kind == Kind::Firefox {
            return Vec::new();
        }
        let log = self.call("/se/log", &json!({"type": "browser"}));
        let entries = log.as_array().cloned().unwrap_or_default();
        entries
            .into_iter()
            .filter(|entry| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING")))
            .map(|entry| entry["message"].to_string())
            .collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends the browser.
        let _ = self.agent.delete(&self.session).call();
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, killpg};
            use nix::unistd::Pid;
            let group = i32::try_from(self.driver.id()).map(Pid::from_raw);
            let _ = group.map(|group| killpg(group, Signal::SIGKILL));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
