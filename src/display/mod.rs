//! A board to play and analyse on, in the browser.
