//! The index that an object of JavaScript holds: for itself, or together with groups.

#[cfg(feature = "group")]
pub(crate) use shared::Held;
#[cfg(not(feature = "group"))]
pub(crate) use sole::Held;

/// A group has to keep its indexes, of which JavaScript can close any.
#[cfg(feature = "group")]
mod shared {
    use alloc::rc::Rc;
    use core::cell::RefCell;
    use core::ops::{Deref, DerefMut};

    #[derive(Clone)]
    pub(crate) struct Held(Rc<RefCell<kindex::Index>>);

    impl Held {
        pub(crate) fn new(index: kindex::Index) -> Self {
            Held(Rc::new(RefCell::new(index)))
        }

        pub(crate) fn get(&self) -> impl Deref<Target = kindex::Index> {
            self.0.borrow()
        }

        pub(crate) fn get_mut(&self) -> impl DerefMut<Target = kindex::Index> {
            self.0.borrow_mut()
        }
    }
}

#[cfg(not(feature = "group"))]
mod sole {
    use core::ops::{Deref, DerefMut};

    pub(crate) struct Held(kindex::Index);

    impl Held {
        pub(crate) fn new(index: kindex::Index) -> Self {
            Held(index)
        }

        pub(crate) fn get(&self) -> impl Deref<Target = kindex::Index> {
            &self.0
        }

        pub(crate) fn get_mut(&mut self) -> impl DerefMut<Target = kindex::Index> {
            &mut self.0
        }
    }
}
