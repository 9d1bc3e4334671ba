//! The processes of a job.

use grundy::said;

use crate::Failure;

/// The processes of a job, each with an address, and which of them this one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    /// The address of each process: a host or number and a port.
    pub addresses: Vec<String>,
    /// Which of them this process is, from 0.
    pub process: usize,
    /// Whether addresses may be used that are neither of this machine nor of a private network.
    pub allow_public: bool,
}

impl Hosts {
    pub(crate) fn check(&self, _workers: usize) -> Result<(), Failure> {
        if self.process >= self.addresses.len() {
            return Err(Failure::Asked(said!(
                "there is no process {process} among {count}, counted from 0",
                "共 {count} 个进程(从 0 编号), 没有进程 {process}",
                process = self.process,
                count = self.addresses.len()
            )));
        }
        Ok(())
    }
}
