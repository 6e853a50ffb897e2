//! The optimiser of all fits: Adam (D. Kingma and J. Ba, 'Adam: A method for stochastic
//! optimization', ICLR 2015) with a cosine learning-rate schedule.

use std::f32::consts::PI;

/// The Adam optimiser of some weights: moving averages of the gradient and of its square.
pub(super) struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
}

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

impl Adam {
    pub fn new(weights: usize) -> Self {
        Self {
            first: vec![0.0; weights],
            second: vec![0.0; weights],
        }
    }

    /// Replaces the gradient by the changes of the weights.
    pub fn changes(&mut self, gradient: &mut [f32], step: &AdamStep) {
        let averages = self.first.iter_mut().zip(&mut self.second);
        for (gradient, (first, second)) in gradient.iter_mut().zip(averages) {
            *first += (1.0 - FIRST_DECAY) * (*gradient - *first);
            *second += (1.0 - SECOND_DECAY) * (*gradient * *gradient - *second);
            let width = (*second / step.second_bias).sqrt() + EPSILON;
            *gradient = -step.rate * *first / width;
        }
    }
}

/// The constants of one step of the optimiser.
pub(super) struct AdamStep {
    /// The learning rate, corrected for the bias of the average of the gradient.
    rate: f32,
    second_bias: f32,
}

impl AdamStep {
    /// All steps, with a cosine schedule of the learning rate.
    pub fn schedule(rate: f32, steps: u64) -> impl Iterator<Item = Self> {
        (0..steps).map(move |done| {
            let number = i32::try_from(done + 1).unwrap_or(i32::MAX);
            #[allow(clippy::cast_precision_loss)]
            let done = done as f32 / steps as f32;
            let share = 0.02 + 0.98 * 0.5 * (1.0 + (done * PI).cos());
            Self {
                rate: rate * share / (1.0 - FIRST_DECAY.powi(number)),
                second_bias: 1.0 - SECOND_DECAY.powi(number),
            }
        })
    }
}
