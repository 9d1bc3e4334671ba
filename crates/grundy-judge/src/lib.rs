//! Contest inputs.
