//! The page of `--display`: its server, its session, and in a browser.
#![cfg(feature = "display")]

#[cfg(unix)]
mod driver;
mod learning;
#[cfg(unix)]
mod page;
mod program;
mod security;
#[cfg(unix)]
mod served;
mod session;
#[cfg(unix)]
mod site;
#[cfg(unix)]
mod static_site;
