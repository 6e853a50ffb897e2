//! Every seed through its target, without a fuzzer.

use std::fs;
use std::path::Path;

fn each_seed(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("seeds")
        .join(target);
    let mut seeds = 0;
    for entry in fs::read_dir(folder).expect("a folder of seeds") {
        let path = entry.expect("a seed").path();
        println!("{}", path.display());
        check(&fs::read(path).expect("a seed"));
        seeds += 1;
    }
    assert!(seeds > 10);
}

macro_rules! targets {
    ($($target:ident)*) => {$(
        #[test]
        fn $target() {
            each_seed(stringify!($target), ataxx_fuzz::$target::check);
        }
    )*};
}

ataxx_fuzz::with_targets! { targets }
