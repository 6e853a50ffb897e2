//! Somebody who talks with an engine of the Universal Ataxx Interface.
