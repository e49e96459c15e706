//! The stack of open binders. A binder is a loop, a component, the step of a scan, the law of a process or
//! the right-hand side of an equation inside which something is bound; or a marker that changes which of
//! these are visible inside.
//!
//! Only [`Compiler::within`] enters a binder, and it leaves it again. A variable of a binder is looked up
//! from the innermost binder outward.

use crate::compiler::{BoundComponentIndex, Compiler, OpenOde, OpenProcess, OpenRowScan, OpenScan, Rows};
use std::sync::Arc;

/// A binder that is open, with its content.
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

/// A loop over statements: the name of its variable, and its current number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loop {
    pub name: &'static str,
    pub number: usize,
}

/// Marks vectors that are read in the order of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InOrder;

/// Marks an expression whose elements are not the rows of the statement: scans and processes around it are
/// not visible inside.
#[derive(Debug)]
pub(crate) struct Outside {
    /// True if the past of a process is visible inside, because the expression is read in the order of
    /// time.
    shows_process: bool,
    /// True if each element still belongs to the row with the element's number.
    is_by_rows: bool,
    /// The rows of the statement, which the compiler gets back when the binder is closed.
    rows: Option<Arc<Rows>>,
}

/// The content of a binder. These functions are not generic, so they are compiled with this crate, and not
/// with each part of a model that is bound inside.
pub(crate) trait Open: Sized + 'static {
    /// Opens the binder.
    fn open(self, binders: &mut Binders);

    /// Closes the binder; returns its content, with everything that was recorded in it.
    fn close(binders: &mut Binders) -> Self;

    /// The content of a binder, if it is of this kind.
    fn get(binder: &Binder) -> Option<&Self>;

    /// The content of a binder, if it is of this kind, for recording something in it.
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

/// The binders that are open, from the outermost to the innermost.
#[derive(Debug, Default)]
pub(crate) struct Binders(Vec<Binder>);

impl Binders {
    /// The open binders of a kind, from the innermost outward.
    pub fn all<Inner: Open>(&self) -> impl Iterator<Item = &Inner> {
        self.0.iter().rev().filter_map(Inner::get)
    }

    /// The innermost scan, unless a binder whose elements are not rows lies inside it.
    pub fn scan(&mut self) -> Option<&mut OpenScan> {
        let inner = self.0.iter_mut().rev();
        inner.take_while(|binder| !matches!(binder, Binder::Outside(_))).find_map(Open::get_mut)
    }

    /// The innermost process, unless a binder that hides its past lies inside it.
    pub fn process(&mut self) -> Option<&mut OpenProcess> {
        let hides = |binder: &Binder| matches!(binder, Binder::Outside(outside) if !outside.shows_process);
        self.0.iter_mut().rev().take_while(|binder| !hides(binder)).find_map(Open::get_mut)
    }

    /// The innermost open scan by rows; `None` outside of such scans.
    pub fn row_scan(&self) -> Option<&OpenRowScan> {
        self.all().next()
    }

    /// The innermost open differential equation; `None` outside of right-hand sides.
    pub fn ode(&self) -> Option<&OpenOde> {
        self.all().next()
    }

    /// The innermost differential equation, for recording what its right-hand side reads.
    pub fn ode_mut(&mut self) -> Option<&mut OpenOde> {
        self.0.iter_mut().rev().find_map(Open::get_mut)
    }

    /// True if the elements of the expression that is being bound do not belong to the rows of the
    /// statement.
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
    /// Calls `bind` inside a binder; returns the result, and the binder with everything that was recorded
    /// in it.
    pub(crate) fn within<Inner: Open, T>(
        &mut self,
        binder: Inner,
        bind: impl FnOnce(&mut Self) -> T,
    ) -> (T, Inner) {
        binder.open(&mut self.binders);
        let bound = bind(self);
        (bound, Inner::close(&mut self.binders))
    }

    /// Binds the statement that a loop makes for a number; the loop's closure calls this number `name`.
    pub(crate) fn within_loop<T>(
        &mut self,
        name: &'static str,
        number: usize,
        bind: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.within(Loop { name, number }, bind).0
    }

    /// Binds an expression whose elements are not the rows of the statement. The step of a scan and the
    /// past of a process, which depend on rows, are not visible inside, but vectors that are read in the
    /// order of time may contain the past of a process.
    pub(crate) fn outside_rows<T>(&mut self, bind: impl FnOnce(&mut Self) -> T) -> T {
        self.outside(false, bind)
    }

    /// Does what [`outside_rows`](Self::outside_rows) does for an expression that is computed before the
    /// rows. If `is_by_rows` is true, each row reads the element with its number.
    pub(crate) fn outside<T>(&mut self, is_by_rows: bool, bind: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.leave_rows(is_by_rows);
        let (bound, outside) = self.within(outside, bind);
        self.return_to_rows(outside);
        bound
    }

    /// Hides the rows of the statement.
    fn leave_rows(&mut self, is_by_rows: bool) -> Outside {
        let (shows_process, rows) = (self.binders.reads_in_order(), self.context.replace_rows(None));
        Outside { shows_process, is_by_rows, rows }
    }

    /// Shows the rows of the statement again.
    fn return_to_rows(&mut self, outside: Outside) {
        self.context.replace_rows(outside.rows);
    }

    /// Binds an expression whose elements are not the rows of the statement, and which reads vectors in the
    /// order of time, so that it may be in the law of a process.
    pub(crate) fn in_order<T>(&mut self, bind: impl FnOnce(&mut Self) -> T) -> T {
        self.arguments_in_order(|compiler| compiler.outside_rows(bind))
    }

    /// Binds vectors that are read in the order of time, which may contain the past of a process.
    pub(crate) fn arguments_in_order<T>(&mut self, bind: impl FnOnce(&mut Self) -> T) -> T {
        self.within(InOrder, bind).0
    }
}
