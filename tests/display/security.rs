//! Attacks on the display, as they travel: what is not a page of ours gets and does nothing.

use crate::program::{LIMIT, Program, read_to_close};
use crate::session::Stream;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::time::Instant;

/// The dump that the session is in now, without the frame.
fn dump(program: &mut Program) -> Vec<String> {
    program.type_line("dump");
    program.read_line("===");
    program.heard_until("===")
}

const MOVE: &str = "line=a7-b7";

#[test]
fn a_page_of_ours_may_play() {
    let mut program = Program::start(&[]);
    program.type_line("manual blue");
    let before = dump(&mut program);
    assert_eq!(program.post("/do/line", MOVE).status, 204);
    assert_ne!(dump(&mut program), before);
}

#[test]
fn the_key_is_in_the_path_and_nowhere_else() {
    let program = Program::start(&[]);
    let key = program.entrance.trim_matches('/');
    assert_eq!(key.len(), 32, "128 bits");
    assert!(key.bytes().all(|byte| byte.is_ascii_hexdigit()));
    for path in ["", "display.js", "x"] {
        let answer = program.get(path);
        // A cookie would be sent to all ports of this machine.
        assert_eq!(answer.header("set-cookie"), None, "{path}");
        assert!(!answer.body.contains(key), "{path}");
    }
    assert_eq!(program.get("").status, 200);
    let host = format!("Host: {}", program.address);
    let bare = format!("GET /{key} HTTP/1.1");
    let answer = program.request(&[&bare, &host], "");
    assert_eq!(
        (answer.status, answer.header("location")),
        (303, Some(&*program.entrance))
    );
    assert_ne!(Program::start(&[]).entrance, program.entrance);
}

#[test]
fn requests_without_the_key_are_refused() {
    let program = Program::start(&[]);
    let host = format!("Host: {}", program.address);
    let origin = format!("Origin: {}", program.origin());
    let (port, key) = (program.address.port(), program.entrance.trim_matches('/'));
    let zeros = "0".repeat(32);
    let cookie = format!("Cookie: ataxx-{port}={key}");
    let referer = format!("Referer: {}{}", program.origin(), program.entrance);
    let upper = key.to_uppercase();
    let prefixes = [
        "",
        "/x",
        &format!("/{zeros}"),
        &format!("/{key}0"),
        &format!("//{key}"),
    ];
    for prefix in prefixes {
        for path in ["/", "/events", "/display.js", "/do/line", ""] {
            let first = format!("GET {prefix}{path} HTTP/1.1");
            if prefix.is_empty() && path.is_empty() {
                continue;
            }
            let answer = program.request(&[&first, &host, &cookie, &referer], "");
            assert_eq!(answer.status, 403, "{first}");
        }
        let first = format!("POST {prefix}/do/line HTTP/1.1");
        let answer = program.request(&[&first, &host, &origin, &cookie, &referer], MOVE);
        assert_eq!(answer.status, 403, "{first}");
    }
    if upper != key {
        let first = format!("GET /{upper}/ HTTP/1.1");
        assert_eq!(program.request(&[&first, &host], "").status, 403);
    }
    for token in [
        "",
        "x",
        &zeros,
        "..%2f",
        key,
        "events",
        "display.js",
        "do/line",
        "/",
    ] {
        let first = format!("GET /enter/{token} HTTP/1.1");
        let answer = program.request(&[&first, &host], "");
        assert!(matches!(answer.status, 403 | 404), "{token}: {answer:?}");
        assert_eq!(answer.header("location"), None);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn other_users_see_no_secret_in_the_command_line_of_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    let (mut program, _folder, arguments) = Program::opened();
    let file = std::path::Path::new(&arguments);
    let mode = |path: &std::path::Path| {
        let metadata = std::fs::metadata(path).expect("it is there");
        metadata.permissions().mode() & 0o777
    };
    assert_eq!(mode(file), 0o600);
    assert_eq!(mode(file.parent().expect("a folder")), 0o700);
    let page = std::fs::read_to_string(file).expect("a text");
    let (_, rest) = page.split_once("/enter/").expect("the entrance");
    let token = rest.split('"').next().expect("its end");
    assert!(!arguments.contains(token), "{arguments}");
    let host = format!("Host: {}", program.address);
    let enter = format!("GET /enter/{token} HTTP/1.1");
    // So a browser sends it from a file.
    let site = "Sec-Fetch-Site: cross-site";
    let answer = program.request(&[&enter, &host, site], "");
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains(&format!("url={}\"", program.entrance)));
    assert!(!file.exists(), "it is removed once it was used");
    assert_eq!(program.get("").status, 200);

    // Somebody uses it again.
    let mut page = Stream::open(&program);
    page.see("status", "Red to move");
    let answer = program.request(&[&enter, &host, site], "");
    assert_eq!(answer.status, 403);
    assert!(answer.body.contains("used before"), "{answer:?}");
    page.ends("was used twice");
    assert_eq!(program.get("").status, 403);
    assert_eq!(program.post("/do/line", MOVE).status, 403);
    program.read_message("warning: the address that the browser was started with was used twice");
    let line = program.read_message("the board is at ");
    let (_, path) = line.rsplit_once(&program.origin()).expect("an address");
    assert_ne!(path, program.entrance);
    path.clone_into(&mut program.entrance);
    assert_eq!(program.get("").status, 200);
    assert_eq!(program.request(&[&enter, &host], "").status, 403);
    assert_eq!(
        program.get("").status,
        200,
        "only the second use ends a session"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn the_file_for_the_browser_is_gone_when_the_program_is() {
    let (mut program, _folder, file) = Program::opened();
    assert!(std::path::Path::new(&file).exists());
    program.type_line("quit");
    assert_eq!(program.wait(), Some(0));
    assert!(!std::path::Path::new(&file).exists());
}

#[test]
fn localhost_leads_to_the_address_that_works() {
    let program = Program::start(&[]);
    let host = format!("Host: localhost:{}", program.address.port());
    let first = format!("GET {} HTTP/1.1", program.entrance);
    let answer = program.request(&[&first, &host], "");
    let place = format!("{}{}", program.origin(), program.entrance);
    assert_eq!(
        (answer.status, answer.header("location")),
        (307, Some(&*place))
    );
    // It tells nobody the key.
    let answer = program.request(&["GET / HTTP/1.1", &host], "");
    assert_eq!(
        answer.header("location"),
        Some(&*format!("{}/", program.origin()))
    );
    let post = format!("POST {} HTTP/1.1", program.at("do/line"));
    let origin = format!("Origin: http://localhost:{}", program.address.port());
    assert_eq!(program.request(&[&post, &host, &origin], MOVE).status, 421);
}

#[test]
fn connections_without_the_key_do_not_keep_others_out() {
    let program = Program::start(&[]);
    let idle: Vec<TcpStream> = (0..500).map(|_| program.connect()).collect();
    for _ in 0..20 {
        assert_eq!(program.get("").status, 200);
    }
    drop(idle);
}

#[test]
fn a_server_of_another_name_is_not_this_one() {
    let mut program = Program::start(&[]);
    program.type_line("manual blue");
    let before = dump(&mut program);
    let ours = program.origin();
    let sending = format!("POST {} HTTP/1.1", program.at("do/line"));
    let page = format!("GET {} HTTP/1.1", program.entrance);
    let port = program.address.port();
    let evil = format!("evil.example:{port}");
    let hosts = [
        evil.clone(),
        format!("localhost:{port}"),
        format!("127.0.0.2:{port}"),
        "127.0.0.1".to_owned(),
        "127.0.0.1:1".to_owned(),
        format!("127.0.0.1:{port}.evil.example"),
        format!("evil.example@127.0.0.1:{port}"),
        String::new(),
    ];
    for host in &hosts {
        // A rebound name: Origin fits Host, and both are of the other site.
        for origin in [format!("http://{host}"), ours.clone()] {
            let (host, origin) = (format!("Host: {host}"), format!("Origin: {origin}"));
            let lines: [&str; 3] = [&sending, &host, &origin];
            let answer = program.request(&lines, MOVE);
            assert!(
                matches!(answer.status, 400 | 421),
                "{host} {origin}: {answer:?}"
            );
            let answer = program.request(&[&page, &host], "");
            let expected = if host.contains("localhost") { 307 } else { 421 };
            assert!(
                answer.status == expected || answer.status == 400,
                "{host}: {answer:?}"
            );
        }
    }
    let host = format!("Host: {}", program.address);
    let evil_host = format!("Host: {evil}");
    let twice = program.request(&[&page, &host, &evil_host], "");
    assert_eq!(twice.status, 421);
    let absolute = format!("GET http://{evil}{} HTTP/1.1", program.entrance);
    assert_eq!(program.request(&[&absolute, &host], "").status, 421);
    let none = program.request(&[&page], "");
    assert!(matches!(none.status, 400 | 421), "{none:?}");
    // The name is judged before everything else, the token included.
    assert_eq!(program.request(&[&page, &evil_host], "").status, 421);
    assert_eq!(dump(&mut program), before);
}

#[test]
fn pages_of_other_sites_change_and_see_nothing() {
    let mut program = Program::start(&[]);
    program.type_line("manual blue");
    let before = dump(&mut program);
    let ours = program.origin();
    let sending = format!("POST {} HTTP/1.1", program.at("do/line"));
    let page = format!("GET {} HTTP/1.1", program.entrance);
    let events = format!("GET {} HTTP/1.1", program.at("events"));
    let host = format!("Host: {}", program.address);
    let own = format!("Origin: {ours}");
    let port = program.address.port();
    let origins = [
        "http://evil.example".to_owned(),
        format!("http://evil.example:{port}"),
        format!("https://{}", program.address),
        format!("{ours}.evil.example"),
        format!("http://localhost:{port}"),
        "http://127.0.0.1:1".to_owned(),
        "null".to_owned(),
        String::new(),
    ];
    for origin in &origins {
        let origin = format!("Origin: {origin}");
        let lines: [&str; 3] = [&sending, &host, &origin];
        assert_eq!(program.request(&lines, MOVE).status, 403, "{origin}");
        let answer = program.request(&[&events, &host, &origin], "");
        assert_eq!(answer.status, 403, "{origin}");
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    for site in ["cross-site", "same-site", "anything"] {
        let site = format!("Sec-Fetch-Site: {site}");
        let form: [&str; 4] = [&sending, &host, &own, &site];
        assert_eq!(program.request(&form, MOVE).status, 403, "{site}");
        assert_eq!(program.request(&[&page, &host, &site], "").status, 403);
        let enter = "GET /enter/x HTTP/1.1";
        assert_eq!(program.request(&[enter, &host, &site], "").status, 403);
    }
    // No origin at all is none of ours.
    let lines: [&str; 2] = [&sending, &host];
    assert_eq!(program.request(&lines, MOVE).status, 403);
    // What a browser asks before a request of another site.
    let method = "Access-Control-Request-Method: POST";
    let lines = [
        &sending.replace("POST", "OPTIONS"),
        &host,
        "Origin: http://evil.example",
        method,
    ];
    let answer = program.request(&lines, "");
    assert_eq!(answer.status, 403);
    assert_eq!(answer.header("access-control-allow-origin"), None);
    assert_eq!(dump(&mut program), before);
}

#[test]
fn changes_are_made_by_post_only() {
    let mut program = Program::start(&[]);
    program.type_line("manual blue");
    let before = dump(&mut program);
    let host = format!("Host: {}", program.address);
    let origin = format!("Origin: {}", program.origin());
    for method in ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD"] {
        let first = format!("{method} {}?{MOVE} HTTP/1.1", program.at("do/line"));
        let answer = program.request(&[&first, &host, &origin], "");
        assert_eq!(answer.status, 405, "{method}");
    }
    assert_eq!(dump(&mut program), before);
}

#[test]
fn every_answer_says_what_a_browser_may_do_with_it() {
    let program = Program::start(&[]);
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
        img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    let kinds = [
        ("/", "text/html; charset=utf-8"),
        ("/display.js", "text/javascript; charset=utf-8"),
        ("/display.css", "text/css; charset=utf-8"),
        ("/board.css", "text/css; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
        ("/nothing", ""),
    ];
    for (path, kind) in kinds {
        let answer = program.get(path);
        assert_eq!(
            answer.header("content-security-policy"),
            Some(policy),
            "{path}"
        );
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("same-origin"));
        assert_eq!(
            answer.header("cross-origin-resource-policy"),
            Some("same-origin")
        );
        assert_eq!(answer.header("access-control-allow-origin"), None);
        if !kind.is_empty() {
            assert_eq!(
                (answer.status, answer.header("content-type")),
                (200, Some(kind)),
                "{path}"
            );
        }
    }
    // Also those that are refusals.
    let answer = program.request(&["GET / HTTP/1.1", "Host: evil.example"], "");
    assert_eq!(answer.header("content-security-policy"), Some(policy));
    let page = program.get("/").body;
    for inline in ["<style", " style=", " onclick=", " onload=", "javascript:"] {
        assert!(!page.contains(inline), "{inline}");
    }
    // Scripts are files, and these alone.
    let scripts: Vec<&str> = page.split("<script").skip(1).collect();
    let files = ["transport.js", "display.js"];
    assert_eq!(scripts.len(), files.len());
    for (script, file) in scripts.iter().zip(files) {
        let is_file = script.starts_with(&format!(" src=\"{file}\" defer></script>"));
        assert!(is_file, "{script}");
    }
}

#[test]
fn the_browser_names_no_files_and_no_machines() {
    let mut program = Program::start(&["--dialect", "2008"]);
    let secret = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(secret.path(), "color blue\n").expect("can be written");
    let load = format!("line=load {}", secret.path().display()).replace('/', "%2F");
    assert_eq!(program.post("/do/line", &load).status, 200);
    let host = "line=host x";
    assert_eq!(program.post("/do/line", host).status, 200);
    let join = "line=join x@192.0.2.1";
    assert_eq!(program.post("/do/line", join).status, 200);
    // A text that is opened is read as a text.
    let open = format!("text={}", secret.path().display()).replace('/', "%2F");
    assert_eq!(program.post("/do/open", &open).status, 200);
    for path in [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/etc/passwd",
    ] {
        assert_eq!(program.get(path).status, 404, "{path}");
    }
    assert!(program.is_running());
    let before = dump(&mut program);
    assert_eq!(before.len(), 8);
}

#[test]
fn what_is_typed_on_a_page_is_shown_as_text() {
    let program = Program::start(&[]);
    let evil = "line=%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27%26";
    assert_eq!(program.post("/do/line", evil).status, 200);
    let mut page = Stream::open(&program);
    page.see("log", "&lt;script&gt;alert(1)");
    assert!(page.parts.values().all(|part| !part.contains("<script")));
}

#[test]
fn bodies_are_bounded() {
    let mut program = Program::start(&[]);
    let host = format!("Host: {}", program.address);
    let origin = format!("Origin: {}", program.origin());
    let head = format!(
        "POST {} HTTP/1.1\r\n{host}\r\n{origin}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n",
        program.at("do/open")
    );
    let said = format!("{head}Content-Length: 100000000\r\n\r\ntext=x");
    assert!(program.raw(said.as_bytes()).starts_with("HTTP/1.1 413"));
    // Not said beforehand: it is cut off while it comes.
    let mut chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n").into_bytes();
    let chunk = vec![b'x'; 1 << 20];
    for _ in 0..8 {
        chunked.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
        chunked.extend(&chunk);
        chunked.extend(b"\r\n");
    }
    let answer = program.raw(&chunked);
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 413"),
        "{answer}"
    );
    // A head that is too long, and things that are no requests at all.
    let long = format!(
        "GET / HTTP/1.1\r\n{host}\r\nX: {}\r\n\r\n",
        "x".repeat(1 << 20)
    );
    let answer = program.raw(long.as_bytes());
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
        "{answer}"
    );
    for bytes in [
        &b"\0\xff\r\n\r\n"[..],
        b"GET",
        b"\r\n\r\n\r\n",
        &[0x16, 3, 1, 2, 0, 1],
    ] {
        let mut stream = program.connect();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let answer = read_to_close(&mut stream);
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 400"));
    }
    // Forms of every kind that is wrong.
    for (path, body) in [
        ("/do/move", "move=%ff%fe&board=0"),
        ("/do/move", "board=99999999999999999999&move=a7-b7"),
        ("/do/go", "node=18446744073709551615"),
        ("/do/engine-time", "seconds=18446744073709551616"),
        ("/do/variation", "step=comment&node=99&text=%00"),
        ("/do/begin", "red=person&blue=nobody"),
        ("/do/set-up", "step=jumps&jumps=-1"),
        ("/do/set-up", "step=paint&square="),
        ("/do/nothing", ""),
        ("/do/line", "line=%00"),
        ("/do/follow", "line=a7-a1&plies=0&node=0"),
        ("/do/item", "number=9"),
    ] {
        let answer = program.post(path, body);
        assert!(
            matches!(answer.status, 200 | 204 | 400..=499),
            "{path} {body}: {answer:?}"
        );
    }
    assert_eq!(dump(&mut program).len(), 8);
}

#[test]
fn connections_are_bounded_and_slow_ones_do_not_last() {
    let mut program = Program::start(&[]);
    // Many that say nothing, or half of something, and never go on.
    let mut idle: Vec<TcpStream> = (0..300)
        .map(|number| {
            let mut stream = program.connect();
            if number % 2 == 0 {
                let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1");
            }
            stream
        })
        .collect();
    // The session does not mind.
    assert_eq!(dump(&mut program).len(), 8);
    // Those that found no place were closed at once, and the others are after a while.
    for stream in &mut idle {
        read_to_close(stream);
    }
    assert_eq!(program.get("").status, 200);
}

#[test]
fn a_page_that_does_not_listen_stops_nothing() {
    let mut program = Program::start(&[]);
    let (address, path) = (program.address, program.at("events"));
    let deaf: Vec<TcpStream> = (0..5)
        .map(|_| {
            let mut stream = program.connect();
            let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
            stream.write_all(request.as_bytes()).expect("sent");
            // The beginning has come, and no more of it is ever read.
            stream.read_exact(&mut [0; 64]).expect("it begins");
            stream
        })
        .collect();
    program.type_line("manual blue");
    // Far more than fits into what lies between.
    for _ in 0..150 {
        for mv in ["a7-c7", "a1-c1", "c7-a7", "c1-a1"] {
            program.type_line(mv);
        }
        program.type_line("new");
    }
    assert_eq!(dump(&mut program).len(), 8);
    assert_eq!(program.get("/").status, 200);
    drop(deaf);
}

#[test]
fn only_so_many_pages_are_open() {
    let program = Program::start(&[]);
    let (address, path) = (program.address, program.at("events"));
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let mut statuses = Vec::new();
    let mut open = Vec::new();
    for _ in 0..40 {
        let mut stream = program.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        let mut first = [0; 12];
        stream.read_exact(&mut first).expect("an answer");
        statuses.push(String::from_utf8_lossy(&first[9..]).into_owned());
        open.push(stream);
    }
    assert_eq!(
        statuses.iter().filter(|status| *status == "200").count(),
        24
    );
    assert_eq!(
        statuses.iter().filter(|status| *status == "503").count(),
        16
    );
    // Those who leave make room.
    drop(open);
    let deadline = Instant::now() + LIMIT;
    loop {
        let mut stream = program.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        let mut first = [0; 12];
        stream.read_exact(&mut first).expect("an answer");
        if &first[9..] == b"200" {
            break;
        }
        assert!(Instant::now() < deadline, "no room is made");
        // A page that is gone is noticed when there is something to tell.
        let _ = program.post("/do/turn", "x=");
    }
}

/// An address of this machine by which others reach it; none where it has no network.
fn outer_address() -> Option<SocketAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Nothing is sent.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?;
    (!address.ip().is_loopback() && !address.ip().is_unspecified()).then_some(address)
}

#[test]
fn only_listen_opens_the_page_to_other_machines() {
    let program = Program::start(&[]);
    assert_eq!(program.address.ip(), Ipv4Addr::LOCALHOST);
    let Some(mut outer) = outer_address() else {
        eprintln!("this machine has no network, so that nothing is reached from there");
        return;
    };
    outer.set_port(program.address.port());
    assert!(TcpStream::connect(outer).is_err(), "{outer}");
    let ip = outer.ip().to_string();
    let open = Program::start(&["--listen", &ip]);
    assert_eq!(open.address.ip(), outer.ip());
    assert_eq!(open.get("/").status, 200);
}

#[test]
fn a_port_that_is_taken_is_said() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_ataxx"));
    let ended = command
        .args(["--display", "--no-open", "--listen", &address])
        .assert();
    let output = ended.code(2).get_output().stderr.clone();
    let said = String::from_utf8_lossy(&output).into_owned();
    insta::assert_snapshot!(said.replace(&address, "ADDRESS"), @"error: ADDRESS cannot be listened to: Address already in use (os error 98)");
}
