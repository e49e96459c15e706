//! What goes through time: scans, processes, differential equations, hidden states.

pub(crate) mod hidden_markov;
mod markov_chain;
pub(crate) mod ode;
mod prefix;
pub(crate) mod process;
pub(crate) mod scan;
pub(crate) mod scan_rows;
pub(crate) mod state_space;
mod steps;

pub use hidden_markov::{BoundHiddenMarkov, HiddenMarkov};
pub use markov_chain::MarkovChain;
pub(crate) use ode::LinearForm as OdeLinearForm;
pub(crate) use ode::Settings as OdeSettings;
pub(crate) use ode::SolutionMemory;
pub use ode::written::{Jumping, JumpsOf, NoJumps, Ode, OdeNumber, OdePiece, OdeState, OdeTime};
pub use ode::{
    BoundOde, BoundOdeNumber, BoundOdePiece, BoundOdeState, BoundOdeTime, DormandPrince, KennedyCarpenter,
    RungeKutta,
};
pub(crate) use process::PAST;
pub use process::written::{FirstLaw, GivenValues, Past, Process, Start};
pub use process::{BoundFirstLaw, BoundGivenValues, BoundPast, BoundProcess, BoundStart};
pub(crate) use scan::written::describe_carry;
pub use scan::written::{Carry, History, Input, Scan};
pub use scan::{BoundCarry, BoundHistory, BoundInput, BoundScan};
pub(crate) use scan_rows::ScanMemory;
pub use scan_rows::written::{RowCarry, RowHistory, RowInput, ScanRows};
pub use scan_rows::{At, BoundRowCarry, BoundRowHistory, BoundRowInput, BoundScanRows, RowSteps};
pub(crate) use scan_rows::{HISTORY_STEPS, HistoryMemory};
pub use state_space::{BoundStateSpace, BoundStructural, StateSpace, Structural};
pub use steps::Steps;
