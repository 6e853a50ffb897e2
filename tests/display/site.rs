//! A server of static files, as any would serve the page that `make site` builds.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, thread};

/// The server. It answers nothing any more once it is dropped.
pub struct Site {
    address: SocketAddr,
    is_off: Arc<AtomicBool>,
}

impl Site {
    /// Serves the page of `make site`.
    pub fn start() -> Self {
        let folder = std::env::var_os("ATAXX_SITE").map_or_else(
            || Path::new(env!("CARGO_MANIFEST_DIR")).join("target/site/play"),
            PathBuf::from,
        );
        assert!(folder.join("index.html").is_file(), "run `make site` first");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let is_off = Arc::new(AtomicBool::new(false));
        let off = Arc::clone(&is_off);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if off.load(Ordering::Relaxed) {
                    continue;
                }
                let folder = folder.clone();
                thread::spawn(move || answer(stream, &folder));
            }
        });
        Self { address, is_off }
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The network is gone.
    pub fn go_off(&self) {
        self.is_off.store(true, Ordering::Relaxed);
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.go_off();
    }
}

/// Answers one request.
fn answer(mut stream: TcpStream, folder: &Path) {
    let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    // The rest of the head.
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let path = first.split(' ').nth(1).unwrap_or_default();
    let path = path.split('?').next().unwrap_or_default();
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let kind = match Path::new(name).extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let (status, content) = match fs::read(folder.join(name)) {
        Ok(content) if !name.contains("..") => ("200 OK", content),
        _ => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        content.len()
    );
    // A browser may have closed it.
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(&content);
}
