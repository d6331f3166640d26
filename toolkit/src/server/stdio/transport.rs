//! `rmcp`'s end: it receives the messages that the lane leaves over, and writes to the same output.

use super::output::Output;
use rmcp::{
    model::ClientJsonRpcMessage,
    service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use std::{convert::Infallible, future::Future, sync::Arc};
use tokio::sync::mpsc::Receiver;

/// A transport whose input somebody else reads.
pub(super) struct Bridge {
    incoming: Receiver<ClientJsonRpcMessage>,
    output: Arc<Output>,
}

impl Bridge {
    pub(super) fn new(incoming: Receiver<ClientJsonRpcMessage>, output: Arc<Output>) -> Self {
        Self { incoming, output }
    }
}

impl Transport<RoleServer> for Bridge {
    type Error = Infallible;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        self.output.send(|out| {
            let written = serde_json::to_writer(&mut *out, &item);
            debug_assert!(written.is_ok(), "memory takes everything");
        });
        std::future::ready(Ok(()))
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        self.incoming.recv().await
    }

    fn close(&mut self) -> impl Future<Output = Result<(), Infallible>> + Send {
        self.incoming.close();
        std::future::ready(Ok(()))
    }
}
