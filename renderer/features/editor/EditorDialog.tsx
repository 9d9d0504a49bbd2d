import { Group } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type { AtomNow, SentReceipt, Precondition, WriteConfirmation } from '#shared/domain/store.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { useStoreAtom } from '../../api/atoms.ts';
import { keepDraft, removeDraft } from '../../api/drafts.ts';
import { isWriteAsked } from '../../state/settings.ts';
import {
  preconditionOf,
  continueFrom,
  hasUnsavedText,
  useEditorStore,
  type AtomDraft,
} from '../../state/editorStore.ts';
import { showInBrowse } from '../../state/showInBrowse.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EnvironmentBadge } from '../../ui/EnvironmentBadge.tsx';
import { Fact } from '../../ui/Facts.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { ProductionDialog } from '../../widgets/ProductionDialog.tsx';
import { utf8Bytes } from '../../ui/utf8.ts';
import { EditorForm } from './EditorForm.tsx';
import { ConflictView } from './ConflictView.tsx';
import { createDraftKeeper, type DraftKeeper, type LastSave } from './draftKeeper.ts';
import { ReceiptView } from './ReceiptView.tsx';
import kit from '../../ui/kit.module.css';

/** The outcome of the last attempt to store, while it is shown. */
type Outcome =
  | { readonly kind: 'receipt'; readonly receipt: SentReceipt }
  | { readonly kind: 'conflict'; readonly now: AtomNow; readonly allowSensitive: boolean }
  | null;

interface EditorDialogProps {
  readonly connection: Connection;
  readonly draft: AtomDraft;
}

/** The form takes almost all of the window. */
const tall = {
  content: { display: 'flex', flexDirection: 'column', height: '92dvh', maxHeight: '92dvh' },
  header: { minHeight: 48, paddingBlock: 'var(--mantine-spacing-sm)' },
} as const;

/** Edits one draft, stores it, and shows the outcome. */
export function EditorDialog({ connection, draft }: EditorDialogProps) {
  const { close } = useEditorStore.getState();
  const store = useStoreAtom();
  /** The current attempt to store; null if there is none. A ref, so that two quick key presses do not store twice. */
  const request = useRef<AbortController>(null);
  const [isStoring, setStoring] = useState(false);
  const { keeper, last } = useDraftKeeper(draft);
  const [isAskingToDiscard, setAskingToDiscard] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  /** A store to production that the user is asked to confirm. */
  const [asked, setAsked] = useState<{
    readonly precondition: Precondition;
    readonly allowSensitive: boolean;
  } | null>(null);
  /** The first Escape in the text frees the Tab key; the second one closes the dialog. */
  const [isTabFree, setTabFree] = useState(false);

  const discard = (): void => {
    void keeper.finish();
    close();
  };
  const closeAndKeep = (): void => {
    void keeper.flush();
    close();
  };
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const requestClose = (): void => {
    if (isStoring) return;
    if (outcome?.kind === 'receipt' && isSettled(outcome.receipt)) close();
    else if (outcome?.kind === 'conflict') setOutcome(null);
    else if (!hasUnsavedText(draft)) discard();
    // A second Escape answers "no", so that holding the key down does not lose text.
    else setAskingToDiscard(!isAskingToDiscard);
  };
  /** Something from outside would take the place of the editor. */
  const askToLeave = (): void => {
    if (outcome?.kind === 'receipt' && isSettled(outcome.receipt)) close();
    else if (outcome === null && !hasUnsavedText(draft)) discard();
    else {
      // The question belongs to the form.
      setOutcome(null);
      setAskingToDiscard(true);
    }
  };
  const handleKeys = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') {
      setTabFree(false);
      return;
    }
    // Already handled by the focused element, such as the search panel or a menu.
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (isText(event.target) && !isTabFree && !isAskingToDiscard) setTabFree(true);
    else requestClose();
  };
  const submit = (precondition: Precondition, allowSensitive: boolean): void => {
    if (isWriteAsked(connection)) setAsked({ precondition, allowSensitive });
    else void send({ precondition, allowSensitive });
  };
  const send = async (write: {
    readonly precondition: Precondition;
    readonly allowSensitive: boolean;
    readonly confirmation?: WriteConfirmation;
  }): Promise<void> => {
    if (request.current !== null) return;
    const controller = new AbortController();
    request.current = controller;
    setStoring(true);
    setAskingToDiscard(false);
    const { id, key, value, connectionId } = draft;
    await keeper.flush();
    const answer = await store
      .mutateAsync({ connectionId, key, value, ...write, signal: controller.signal })
      // The form shows the error from the mutation's state.
      .catch(() => null);
    request.current = null;
    setStoring(false);
    if (answer === null) setOutcome(null);
    else if (answer.outcome === 'conflict')
      setOutcome({ kind: 'conflict', now: answer.now, allowSensitive: write.allowSensitive });
    else setOutcome({ kind: 'receipt', receipt: answer });
    if (answer !== null && answer.outcome !== 'conflict' && isSettled(answer)) {
      void keeper.finish();
      showInBrowse(connectionId, key);
      // The user switched connections meanwhile: remove the draft, so that it does not reopen on return.
      if (!isOpen.current && useEditorStore.getState().draft?.id === id) close();
    }
  };

  return (
    <>
      <Dialog
        asksItself={{ isAsking: isAskingToDiscard, ask: askToLeave }}
        isBusy={isStoring}
        holdsWork={isStoring || outcome !== null || hasUnsavedText(draft)}
        onClose={requestClose}
        hasOwnEscape
        size={outcome?.kind === 'receipt' ? 760 : 'min(1560px, 96vw)'}
        title={
          <Group gap="sm">
            {draft.base === null ? 'New atom' : 'Edit atom'}
            <EnvironmentBadge environment={connection.environment} />
          </Group>
        }
        onKeyDown={handleKeys}
        {...(outcome?.kind !== 'receipt' && { styles: tall, classNames: { body: kit.fill ?? '' } })}
      >
        {outcome?.kind === 'receipt' && (
          <ReceiptView
            receipt={outcome.receipt}
            draft={draft}
            onBack={isSettled(outcome.receipt) ? null : () => setOutcome(null)}
            onClose={isSettled(outcome.receipt) ? close : closeAndKeep}
          />
        )}
        {outcome?.kind === 'conflict' && (
          <ConflictView
            draft={draft}
            now={outcome.now}
            isLocked={connection.readOnly}
            isStoring={isStoring}
            onContinue={(value) => {
              continueFrom(draft, outcome.now, value);
              store.reset();
              setOutcome(null);
            }}
            onStoreOver={() => submit({ kind: 'anything' }, outcome.allowSensitive)}
            onDiscard={() => {
              discard();
              if (outcome.now !== null) showInBrowse(draft.connectionId, draft.key);
            }}
            onBack={() => setOutcome(null)}
          />
        )}
        {outcome === null && (
          <EditorForm
            draft={draft}
            isLocked={connection.readOnly}
            isStoring={isStoring}
            error={store.error}
            isAskingToDiscard={isAskingToDiscard}
            isTabFree={isTabFree}
            keeping={last}
            onStore={(allowSensitive) => submit(preconditionOf(draft), allowSensitive)}
            onCancelStore={() => request.current?.abort()}
            onClose={requestClose}
            onDiscard={discard}
            onKeep={() => setAskingToDiscard(false)}
            onCloseAndKeep={closeAndKeep}
          />
        )}
      </Dialog>
      {asked !== null && (
        <ProductionDialog
          connection={connection}
          writes="one"
          written={
            <>
              <Fact label={draft.base === null ? 'New atom' : 'New version of'}>
                <KeyText atomKey={draft.key} wrap />
              </Fact>
              <Fact label="Value">{sizeWords(utf8Bytes(draft.value))}</Fact>
              {asked.precondition.kind === 'anything' && (
                <Fact label="Replaces">whatever the service has now</Fact>
              )}
            </>
          }
          action="Store"
          // Not waited for: the form shows the progress.
          onConfirm={(consent) => void send({ ...asked, ...consent })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** Saves what is typed after a short pause, and at once when the window loses focus or closes. */
function useDraftKeeper(draft: AtomDraft): { readonly keeper: DraftKeeper; readonly last: LastSave } {
  const [last, setLast] = useState<LastSave>(null);
  const [keeper] = useState(() => createDraftKeeper({ keep: keepDraft, remove: removeDraft, tell: setLast }));
  const isUnsaved = hasUnsavedText(draft);
  useEffect(() => keeper.note(draft, isUnsaved), [keeper, draft, isUnsaved]);
  useEffect(() => {
    const flush = (): void => void keeper.flush();
    window.addEventListener('blur', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('blur', flush);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [keeper]);
  return { keeper, last };
}

function isText(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-editable] .cm-content') !== null;
}

/** Whether the text is stored, so that closing loses nothing. If the read-back differs, the draft may be the only copy. */
function isSettled({ outcome, readBackMatches }: SentReceipt): boolean {
  return outcome === 'stored' ? readBackMatches !== false : readBackMatches === true;
}
