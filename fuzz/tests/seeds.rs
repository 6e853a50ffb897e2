//! Every seed through its target, without a fuzzer, and every input of the folder that `ATAXX_CORPUS` names.

use std::path::Path;
use std::{env, fs};

fn each_input(target: &str, check: fn(&[u8])) {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    let corpus = env::var_os("ATAXX_CORPUS").map(Into::into);
    for folder in [Some(seeds), corpus].into_iter().flatten() {
        let mut inputs = 0;
        for entry in fs::read_dir(folder.join(target)).expect("a folder of inputs") {
            let path = entry.expect("an input").path();
            println!("{}", path.display());
            check(&fs::read(path).expect("an input"));
            inputs += 1;
        }
        assert!(inputs > 10);
    }
}

macro_rules! targets {
    ($($target:ident)*) => {$(
        #[test]
        fn $target() {
            each_input(stringify!($target), ataxx_fuzz::$target::check);
        }
    )*};
}

ataxx_fuzz::with_targets! { targets }
