//! Writes the files of the page that are no WebAssembly into a folder: `site FOLDER`. What is there
//! already is in the list of the files that are kept offline.

use ataxx_core::notation::picture;
use ataxx_page::{ICON, PAGE, SCRIPT, STYLE, side_pages};
use ataxx_web::DIALECT;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::{env, fs, io};

/// What the page may do: nothing from elsewhere.
const POLICY: &str = "default-src 'none'; connect-src 'self'; img-src 'self' data:; \
    script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; \
    base-uri 'self'; form-action 'none'";

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1);
    let folder = folder.expect("the folder to write into");
    let folder = Path::new(&folder);
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    let with_policy = |page: &str| {
        let first = "<meta charset=\"utf-8\">";
        page.replacen(first, &format!("{first}\n{policy}"), 1)
    };
    // The board goes on beside the rules of the game.
    let page = with_policy(PAGE).replace(
        "href=\"how-to-play\"",
        "href=\"how-to-play.html\" target=\"_blank\"",
    );
    let how_to_play = side_pages::how_to_play(&DIALECT.rules(), DIALECT.name());
    let how_to_play = with_policy(&how_to_play.into_string());
    let files: [(&str, &[u8]); 10] = [
        ("index.html", page.as_bytes()),
        ("how-to-play.html", how_to_play.as_bytes()),
        ("display.js", SCRIPT.as_bytes()),
        ("display.css", STYLE.as_bytes()),
        ("board.css", picture::style().as_bytes()),
        ("icon.svg", ICON.as_bytes()),
        ("transport.js", include_bytes!("../site/transport.js")),
        ("worker.js", include_bytes!("../site/worker.js")),
        ("thinker.js", include_bytes!("../site/thinker.js")),
        (
            "network.bin",
            include_bytes!("../../core/src/engine/evaluation/network.bin"),
        ),
    ];
    for (name, content) in files {
        fs::write(folder.join(name), content)?;
    }
    let mut names = vec!["./".to_owned()];
    let mut version = DefaultHasher::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == "offline.js" {
            continue;
        }
        fs::read(entry.path())?.hash(&mut version);
        names.push(name);
    }
    names.sort();
    let script = include_str!("../site/offline.js")
        .replace(
            "const FILES = []; // filled in by examples/site.rs",
            &format!("const FILES = {names:?};"),
        )
        .replace(
            "const VERSION = '';",
            &format!("const VERSION = 'ataxx-{:x}';", version.finish()),
        );
    fs::write(folder.join("offline.js"), script)
}
