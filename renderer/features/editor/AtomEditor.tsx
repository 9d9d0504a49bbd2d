import { Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type { SentReceipt } from '#shared/domain/store.ts';
import { useStoreAtom } from '../../api/atoms.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { hasUnsavedText, useEditorStore, type AtomDraft } from '../../state/editorStore.ts';
import { showInBrowse } from '../browse/showInBrowse.ts';
import { EditorForm } from './EditorForm.tsx';
import { ReceiptView } from './ReceiptView.tsx';

/** The form for a new atom or a new version, while there is a draft for the active connection. */
export function AtomEditor() {
  const connection = useActiveConnection();
  const draft = useEditorStore((state) => state.draft);
  if (draft === null || draft.connectionId !== connection.id) return null;
  return <EditorDialog connection={connection} draft={draft} />;
}

function EditorDialog({ connection, draft }: { readonly connection: Connection; readonly draft: AtomDraft }) {
  const { close } = useEditorStore.getState();
  const store = useStoreAtom();
  const request = useRef<AbortController>(null);
  const [isAskingToDiscard, setAskingToDiscard] = useState(false);
  const [receipt, setReceipt] = useState<SentReceipt | null>(null);

  const requestClose = (): void => {
    if (store.isPending) return;
    if (isSettled(receipt) || !hasUnsavedText(draft)) close();
    // A second Escape means "no": typed text is not lost to a key held too long.
    else setAskingToDiscard(!isAskingToDiscard);
  };
  const submit = async (): Promise<void> => {
    setAskingToDiscard(false);
    const controller = new AbortController();
    request.current = controller;
    const { key, value, connectionId } = draft;
    const answer = await store
      .mutateAsync({ connectionId, key, value, signal: controller.signal })
      // Shown from the mutation's own state.
      .catch(() => null);
    if (answer === null || answer.outcome === 'moved') return;
    setReceipt(answer);
    if (answer.outcome === 'stored' || answer.readBackMatches === true) {
      showInBrowse(connectionId, key);
    }
  };

  return (
    <Modal
      opened
      onClose={requestClose}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size={draft.base === null ? 760 : 1080}
      title={draft.base === null ? 'New atom' : 'Edit atom'}
    >
      {receipt === null ? (
        <EditorForm
          draft={draft}
          isLocked={connection.readOnly}
          isStoring={store.isPending}
          error={store.error}
          isAskingToDiscard={isAskingToDiscard}
          onStore={() => void submit()}
          onCancelStore={() => request.current?.abort()}
          onClose={requestClose}
          onDiscard={close}
          onKeep={() => setAskingToDiscard(false)}
        />
      ) : (
        <ReceiptView
          receipt={receipt}
          draft={draft}
          onBack={isSettled(receipt) ? null : () => setReceipt(null)}
          onClose={close}
        />
      )}
    </Modal>
  );
}

/** Whether the text has arrived, so that closing loses nothing. */
function isSettled(receipt: SentReceipt | null): boolean {
  return receipt !== null && (receipt.outcome === 'stored' || receipt.readBackMatches === true);
}
