//! Processes, as the kernel tells of them.

/// The processes below one.
#[must_use]
pub fn descendants(id: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut open = vec![id];
    while let Some(parent) = open.pop() {
        let Ok(tasks) = std::fs::read_dir(format!("/proc/{parent}/task")) else { continue };
        for task in tasks.flatten() {
            let children = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
            let children: Vec<u32> = children.split_whitespace().filter_map(|id| id.parse().ok()).collect();
            found.extend(&children);
            open.extend(children);
        }
    }
    found
}
