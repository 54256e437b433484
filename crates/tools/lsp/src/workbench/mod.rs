//! The workbench of `terrace workbench`: a page in a browser, on the verbs of the machine interface.
//!
//! [`command`] is the command. [`server`] answers requests on the loopback interface: the page itself (`page.html` with
//! `page.css` and `page.js`, put together by [`page`]), and verbs. [`http`] reads them, [`token`] is what they must know.

mod command;
mod http;
mod page;
mod server;
mod token;

pub use command::{PAGE, main};
