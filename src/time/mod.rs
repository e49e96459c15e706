//! Algorithms over time: scans, processes, differential equations, hidden states.

pub(crate) mod hidden_markov;
mod in_slot;
mod markov_chain;
pub(crate) mod ode;
mod prefix;
pub(crate) mod process;
pub(crate) mod state_space;
mod steps;
pub(crate) mod unfold;

pub use hidden_markov::{BoundHiddenMarkov, HiddenMarkov};
pub use in_slot::{BoundInSlot, Source};
pub use markov_chain::MarkovChain;
pub(crate) use ode::LinearForm as OdeLinearForm;
pub(crate) use ode::Settings as OdeSettings;
pub(crate) use ode::SolutionMemory;
pub use ode::written::{Jumping, JumpsOf, NoJumps, Ode, OdeNumber, OdePiece, OdeTime, OfState};
pub use ode::{
    BoundOde, BoundOdeNumber, BoundOdePiece, BoundOdeState, BoundOdeTime, DormandPrince, KennedyCarpenter,
    RungeKutta,
};
pub(crate) use process::PAST;
pub use process::written::{FirstLaw, GivenValues, OfPast, Past, Process, Start};
pub use process::{BoundFirstLaw, BoundGivenValues, BoundProcess, BoundStart};
pub use state_space::{BoundStateSpace, BoundStructural, StateSpace, Structural};
pub use steps::Steps;
pub use unfold::numbers::{BoundCarry, BoundHistory, Recurrence};
pub use unfold::rows::{At, BoundRowCarry, BoundRowHistory, BoundRowInput, RowLoop, RowSteps};
pub(crate) use unfold::written::describe_carry;
pub use unfold::written::{Carried, Carry, History, Input, OfNumbers, OfRows, Unfold, Unfolds};
pub use unfold::{BoundSteps, BoundUnfold};
