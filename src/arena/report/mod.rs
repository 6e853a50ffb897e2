//! Scoreboards.
