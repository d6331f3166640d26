//! Work that wants a compiled language.

use toolkit::{ToolError, tool};

/// Count the prime numbers below a limit.
///
/// Args:
///     below: The limit, at most 50000000.
#[tool]
fn count(below: usize) -> Result<usize, ToolError> {
    if below > 50_000_000 {
        return Err(ToolError::new("ValueError", "below is at most 50000000; count a smaller range"));
    }
    let mut composite = vec![false; below];
    let mut primes = 0;
    for n in 2..below {
        if !composite[n] {
            primes += 1;
            for multiple in (n * n..below).step_by(n) {
                composite[multiple] = true;
            }
        }
    }
    Ok(primes)
}
