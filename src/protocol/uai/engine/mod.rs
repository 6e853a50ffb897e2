//! An engine of the Universal Ataxx Interface, as what is talked to.
