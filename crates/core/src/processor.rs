//! The instruction sets of this processor.
//!
//! A default build for x86-64 uses only the instructions that all such processors have. Functions
//! that gain much from newer ones are compiled twice; the faster version is called if the processor
//! supports it.

/// The instruction sets that this processor is known to have.
#[derive(Clone, Copy, Debug)]
pub struct Processor(Level);

/// Each level includes the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// What the build assumes.
    Baseline,
    #[cfg(target_arch = "x86_64")]
    BitCounts,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Processor {
    /// Detects the instruction sets of this processor.
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
        {
            let has_avx2 = is_x86_feature_detected!("avx2");
            let has_avx512 =
                is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            return Self(match (has_avx2, has_avx512) {
                (false, _) => Level::BitCounts,
                (true, false) => Level::Avx2,
                (true, true) => Level::Avx512,
            });
        }
        Self(Level::Baseline)
    }

    /// Whether there are `popcnt`, `bmi1`, `bmi2` and `lzcnt`.
    #[cfg(target_arch = "x86_64")]
    #[must_use]
    pub fn counts_bits(self) -> bool {
        self.0 >= Level::BitCounts
    }

    /// Whether there are `avx2` and all of [`counts_bits`](Self::counts_bits).
    #[cfg(all(target_arch = "x86_64", feature = "engine"))]
    #[must_use]
    pub fn has_avx2(self) -> bool {
        self.0 >= Level::Avx2
    }

    /// Whether there are `avx512f`, `avx512bw` and all of [`has_avx2`](Self::has_avx2).
    #[cfg(all(target_arch = "x86_64", feature = "engine"))]
    #[must_use]
    pub fn has_avx512(self) -> bool {
        self.0 >= Level::Avx512
    }
}
