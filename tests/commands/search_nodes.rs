//! How many nodes the search looks at, on one thread and as it is set by default.
//!
//! A change of this number is no fault; one that nobody meant is worth a look. Whoever
//! changes the search or the weights changes it knowingly: copy the left side of the
//! failed assertion into `TOTAL`.

use assert_cmd::Command;

/// The nodes of all undecided positions of `ataxx bench --depth 10`.
const TOTAL: u64 = 425_473;

#[test]
fn node_total() {
    let output = Command::cargo_bin("ataxx")
        .expect("the program is built with its tests")
        .args(["bench", "--depth", "10", "--json"])
        .output()
        .expect("it can be run");
    let outcome: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(outcome["nodes"], TOTAL);
}
