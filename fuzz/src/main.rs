//! All targets in one program. The environment variable `FUZZ_TARGET` names the one to fuzz.
#![no_main]

use std::env;
use std::sync::LazyLock;

static CHECK: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = env::var("FUZZ_TARGET").unwrap_or_default();
    ataxx_fuzz::check_of(&name).unwrap_or_else(|| panic!("FUZZ_TARGET={name} is not a target"))
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| CHECK(data));
