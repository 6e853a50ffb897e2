//! Hints for the memory of a large table.

use std::mem::MaybeUninit;

/// Starts to load a value into the cache, where the processor can be told to.
#[inline]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
        // SAFETY: it has no effect but on the cache.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks the system for huge pages for memory that was not used before. With ordinary ones, most
/// accesses at random to a table of 64 MiB must look up first where the page is.
pub(super) fn ask_for_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::mman::{MmapAdvise, madvise};
        const HUGE_PAGE: usize = 2 << 20;
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(HUGE_PAGE);
        let bytes = size_of_val(memory).saturating_sub(skipped) / HUGE_PAGE * HUGE_PAGE;
        if let Some(start) = std::ptr::NonNull::new(start.wrapping_add(skipped))
            && bytes > 0
        {
            #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
            // SAFETY: the pages lie in the memory, whose content the advice does not change.
            let advised = unsafe { madvise(start.cast(), bytes, MmapAdvise::MADV_HUGEPAGE) };
            // Without huge pages the table is as good, only slower.
            let _ = advised;
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
