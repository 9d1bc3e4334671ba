//! By which names a request may call the server, and from whose pages it may come.
//!
//! A page of another host can make that host's name point to this machine and so ask as if from its own site (DNS
//! rebinding); the name it uses then is not ours. Such a page can also ask directly, without reading the answer; a
//! browser then says whose page it is.

use std::net::{IpAddr, SocketAddr};

use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::{StatusCode, Uri};

use crate::words;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The names of the server.
#[derive(Debug)]
pub(crate) struct Guard {
    address: IpAddr,
    names: Vec<String>,
}

/// Why a request is refused.
pub(crate) type Refusal = (StatusCode, grundy::Said);

impl Guard {
    pub(crate) fn new(address: SocketAddr, hosts: &[String]) -> Guard {
        Guard {
            address: address.ip(),
            names: hosts.iter().map(|name| name.to_ascii_lowercase()).collect(),
        }
    }

    /// Whether the request means this server.
    pub(crate) fn host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let (host, more) = (hosts.next(), hosts.next());
        let host = host.and_then(|host| host.to_str().ok());
        let (Some(host), None) = (host, more) else {
            return Err((StatusCode::BAD_REQUEST, words::no_host()));
        };
        // An address in full names a host too, which counts for more.
        let told = uri.authority().map(|authority| authority.as_str());
        for host in [Some(host), told].into_iter().flatten() {
            if !self.is_own(host) {
                let refusal = words::wrong_host(host);
                return Err((StatusCode::MISDIRECTED_REQUEST, refusal));
            }
        }
        Ok(())
    }

    /// Whether the request comes from a page of this server, or from no page.
    pub(crate) fn origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let foreign = Err((StatusCode::FORBIDDEN, words::foreign_page()));
        if let Some(site) = headers.get(FETCH_SITE)
            && site != "same-origin"
            && site != "none"
        {
            return foreign;
        }
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        for origin in headers.get_all(ORIGIN) {
            let origin = origin.to_str().unwrap_or_default();
            let origin = origin
                .strip_prefix("http://")
                .or(origin.strip_prefix("https://"));
            if origin.is_none_or(|origin| {
                !host.is_some_and(|host| host.eq_ignore_ascii_case(origin)) || !self.is_own(origin)
            }) {
                return foreign;
            }
        }
        Ok(())
    }

    /// Whether a name, perhaps with a port, is the server's. The port may be another: it may have been forwarded.
    fn is_own(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else {
            return false;
        };
        let name = name.to_ascii_lowercase();
        let bare = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        let own = self.address;
        // Nobody can make a number point elsewhere.
        let as_number = bare.unwrap_or(&name).parse::<IpAddr>().ok();
        if let Some(number) = as_number.filter(|number| bare.is_some() == number.is_ipv6()) {
            return number == own || number.is_loopback() || own.is_unspecified();
        }
        name == "localhost" || self.names.contains(&name)
    }
}

/// The host without its port, which has digits only.
fn without_port(host: &str) -> Option<&str> {
    let end = match host.strip_prefix('[') {
        Some(rest) => rest.find(']')? + 2,
        None => host.find(':').unwrap_or(host.len()),
    };
    let (name, port) = host.split_at(end);
    let is_port = port.is_empty()
        || port
            .strip_prefix(':')
            .is_some_and(|port| port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit()));
    is_port.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let address = SocketAddr::from(([127, 0, 0, 1], 8000));
        let guard = Guard::new(address, &["Board.example".to_owned()]);
        for own in [
            "localhost",
            "LocalHost:8000",
            "127.0.0.1",
            "127.0.0.1:9",
            "[::1]:8000",
            "[::1]",
            "board.example:80",
        ] {
            assert!(guard.is_own(own), "{own}");
        }
        for foreign in [
            "",
            ":8000",
            "evil.example",
            "localhost.evil.example",
            "localhost:80@evil.example",
            "localhost:80:80",
            "localhost:80000000",
            "127.0.0.1.evil.example",
            "192.168.1.1",
            "::1",
            "[::1",
            "[::1]x",
            "[127.0.0.1]",
            "localhost.",
        ] {
            assert!(!guard.is_own(foreign), "{foreign}");
        }
        let everywhere = Guard::new(SocketAddr::from(([0, 0, 0, 0], 8000)), &[]);
        assert!(everywhere.is_own("192.168.1.1:8000") && !everywhere.is_own("evil.example"));
    }
}
