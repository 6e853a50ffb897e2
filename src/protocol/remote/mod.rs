//! Play between two sessions over a connection, in the words of the 2008 document.
