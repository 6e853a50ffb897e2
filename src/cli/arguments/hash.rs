//! `--hash`.

/// The size of a transposition table.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct Hash {
    /// Size of the transposition table in MiB.
    #[arg(id = "hash", long = "hash", value_name = "MB", default_value = "64")]
    pub mib: u64,
}

impl Hash {
    /// The size in bytes.
    pub fn bytes(self) -> usize {
        usize::try_from(self.mib.saturating_mul(1 << 20)).unwrap_or(usize::MAX)
    }
}
