//! The binders inside of which something is bound, as one stack: loops, components, steps of scans, laws of
//! processes, right-hand sides of equations, and what changes how those around it are seen.
//!
//! A binder is entered by [`Compiler::within`] alone, which leaves it again. Whoever reads what a binder
//! binds looks for it from the innermost one outward.

use crate::compiler::{BoundComponentIndex, Compiler, OpenOde, OpenProcess, OpenRowScan, OpenScan, Rows};
use std::sync::Arc;

/// A binder that is open.
#[derive(Debug)]
pub(crate) enum Binder {
    Loop(Loop),
    Components(BoundComponentIndex),
    Scan(OpenScan),
    RowScan(OpenRowScan),
    Process(OpenProcess),
    Ode(OpenOde),
    InOrder(InOrder),
    Outside(Outside),
}

/// A loop over statements: what it counts, and how far it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loop {
    pub name: &'static str,
    pub number: usize,
}

/// Vectors that are read in the order of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InOrder;

/// Something whose elements are not the rows of the statement: scans and processes around it are out of its
/// reach.
#[derive(Debug)]
pub(crate) struct Outside {
    /// True if the past of a process may be read all the same, because it is read in the order of time.
    shows_process: bool,
    /// True if an element belongs to the row with its number all the same.
    is_by_rows: bool,
    /// The rows of the statement.
    rows: Option<Arc<Rows>>,
}

/// What opens a binder. These functions are not generic, so they are compiled with this crate, and not with
/// each part of a model that is bound within.
pub(crate) trait Open: Sized + 'static {
    /// Opens the binder.
    fn open(self, binders: &mut Binders);

    /// Closes the binder; gives back what opened it, with all that was noted in it.
    fn close(binders: &mut Binders) -> Self;

    /// What opened a binder, if it is of this kind.
    fn get(binder: &Binder) -> Option<&Self>;

    /// What opened a binder, if it is of this kind, to note something in it.
    fn get_mut(binder: &mut Binder) -> Option<&mut Self>;
}

macro_rules! binders {
    ($($Kind:ident($Type:ty)),*) => {$(
        impl Open for $Type {
            fn open(self, binders: &mut Binders) {
                binders.0.push(Binder::$Kind(self));
            }

            fn close(binders: &mut Binders) -> Self {
                let Some(Binder::$Kind(open)) = binders.0.pop() else {
                    unreachable!("binders are left in the order in which they were entered")
                };
                open
            }

            fn get(binder: &Binder) -> Option<&Self> {
                if let Binder::$Kind(open) = binder { Some(open) } else { None }
            }

            fn get_mut(binder: &mut Binder) -> Option<&mut Self> {
                if let Binder::$Kind(open) = binder { Some(open) } else { None }
            }
        }
    )*};
}

binders! {
    Loop(Loop), Components(BoundComponentIndex), Scan(OpenScan), RowScan(OpenRowScan), Process(OpenProcess),
    Ode(OpenOde), InOrder(InOrder), Outside(Outside)
}

/// The binders that are open, those inside others behind them.
#[derive(Debug, Default)]
pub(crate) struct Binders(Vec<Binder>);

impl Binders {
    /// The binders of a kind, from the innermost outward.
    pub fn all<Inner: Open>(&self) -> impl Iterator<Item = &Inner> {
        self.0.iter().rev().filter_map(Inner::get)
    }

    /// The innermost scan, unless something lies between whose elements are not rows.
    pub fn scan(&mut self) -> Option<&mut OpenScan> {
        let inner = self.0.iter_mut().rev();
        inner.take_while(|binder| !matches!(binder, Binder::Outside(_))).find_map(Open::get_mut)
    }

    /// The innermost process, unless something lies between that may not read its past.
    pub fn process(&mut self) -> Option<&mut OpenProcess> {
        let hides = |binder: &Binder| matches!(binder, Binder::Outside(outside) if !outside.shows_process);
        self.0.iter_mut().rev().take_while(|binder| !hides(binder)).find_map(Open::get_mut)
    }

    /// The innermost scan by rows.
    pub fn row_scan(&self) -> Option<&OpenRowScan> {
        self.all().next()
    }

    /// The innermost differential equation.
    pub fn ode(&self) -> Option<&OpenOde> {
        self.all().next()
    }

    /// The innermost differential equation, to note what it reads.
    pub fn ode_mut(&mut self) -> Option<&mut OpenOde> {
        self.0.iter_mut().rev().find_map(Open::get_mut)
    }

    /// True if elements of what is bound do not belong to the rows of the statement.
    pub fn is_outside_rows(&self) -> bool {
        self.all::<Outside>().any(|outside| !outside.is_by_rows)
    }

    /// True if the vectors that are bound next are read in the order of time.
    fn reads_in_order(&self) -> bool {
        let mut inner = self.0.iter().rev();
        let nearest = inner.find(|binder| matches!(binder, Binder::InOrder(_) | Binder::Outside(_)));
        matches!(nearest, Some(Binder::InOrder(_)))
    }
}

impl Compiler {
    /// Binds something inside of a binder; gives the binder back with what was noted in it.
    pub(crate) fn within<Inner: Open, T>(
        &mut self,
        binder: Inner,
        bind: impl FnOnce(&mut Self) -> T,
    ) -> (T, Inner) {
        binder.open(&mut self.binders);
        let bound = bind(self);
        (bound, Inner::close(&mut self.binders))
    }

    /// Binds the statement that a loop makes for a number, which its closure calls `name`.
    pub(crate) fn within_loop<T>(
        &mut self,
        name: &'static str,
        number: usize,
        bind: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.within(Loop { name, number }, bind).0
    }

    /// Binds something whose elements are not the rows of the statement. What depends on rows, the step of a
    /// scan and the past of a process, is out of its reach; but vectors that are read in the order of time
    /// may have the past of a process in them.
    pub(crate) fn outside_rows<T>(&mut self, bind: impl FnOnce(&mut Self) -> T) -> T {
        self.outside(false, bind)
    }

    /// [`outside_rows`](Self::outside_rows) of something that is computed before the rows are. Its elements
    /// are read by the rows with their numbers if it `is_by_rows`.
    pub(crate) fn outside<T>(&mut self, is_by_rows: bool, bind: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.leave_rows(is_by_rows);
        let (bound, outside) = self.within(outside, bind);
        self.return_to_rows(outside);
        bound
    }

    /// Puts the rows of the statement out of reach.
    fn leave_rows(&mut self, is_by_rows: bool) -> Outside {
        let (shows_process, rows) = (self.binders.reads_in_order(), self.context.replace_rows(None));
        Outside { shows_process, is_by_rows, rows }
    }

    /// Puts the rows of the statement back.
    fn return_to_rows(&mut self, outside: Outside) {
        self.context.replace_rows(outside.rows);
    }

    /// Binds something whose elements are not the rows of the statement, and that reads vectors in the order
    /// of time, so that it may stand in the law of a process.
    pub(crate) fn in_order<T>(&mut self, bind: impl FnOnce(&mut Self) -> T) -> T {
        self.arguments_in_order(|compiler| compiler.outside_rows(bind))
    }

    /// Binds vectors that are read in the order of time: those of the past of a process may be among them.
    pub(crate) fn arguments_in_order<T>(&mut self, bind: impl FnOnce(&mut Self) -> T) -> T {
        self.within(InOrder, bind).0
    }
}
