//! Ataxx Reloaded: the agent, and the framework that starts one for every move.
