import { Button, Input, Kbd, Textarea, TextInput } from '@mantine/core';
import { useMemo, type KeyboardEvent } from 'react';
import { sizeWords } from '#shared/text/sizes.ts';
import { useCatalogueEntry } from '../../api/catalogueEntries.ts';
import { toAppError } from '../../api/unwrap.ts';
import { hasUnsavedText, useEditorStore, type AtomDraft } from '../../state/editorStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { CodeView } from '../../ui/code/CodeView.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { utf8Bytes } from '../inspector/valueSize.ts';
import classes from './AtomEditor.module.css';
import { jsonHint, keyHint } from './valueHints.ts';

interface EditorFormProps {
  readonly draft: AtomDraft;
  /** The connection was locked read-only while this was open. */
  readonly isLocked: boolean;
  readonly isStoring: boolean;
  /** Why the last attempt failed; null if none did. */
  readonly error: unknown;
  readonly isAskingToDiscard: boolean;
  readonly onStore: () => void;
  readonly onCancelStore: () => void;
  readonly onClose: () => void;
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

export function EditorForm(props: EditorFormProps) {
  const { draft, isLocked, isStoring, error, isAskingToDiscard, onStore } = props;
  const { type } = useEditorStore.getState();
  const isUnchanged = draft.base !== null && !hasUnsavedText(draft);
  const canStore = draft.key !== '' && !isUnchanged && !isStoring && !isLocked;
  const storeByKeys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (canStore) onStore();
  };
  return (
    <form
      className={classes.form}
      onKeyDown={storeByKeys}
      onSubmit={(event) => {
        event.preventDefault();
        if (canStore) onStore();
      }}
    >
      {draft.base === null ? (
        <KeyField draft={draft} isStoring={isStoring} />
      ) : (
        <KeyText atomKey={draft.key} wrap />
      )}
      <div className={classes.columns} data-editing={draft.base !== null || undefined}>
        {draft.base !== null && (
          <div className={classes.column}>
            <Input.Wrapper
              label={`Stored now${draft.base.version === null ? '' : `, version ${draft.base.version}`}`}
              labelElement="div"
            >
              <div className={classes.current}>
                <CodeView text={draft.base.value} label="Stored value" />
              </div>
            </Input.Wrapper>
            <div className={classes.below}>
              <span>{sizeWords(utf8Bytes(draft.base.value))}</span>
            </div>
          </div>
        )}
        <div className={classes.column}>
          <Textarea
            label={draft.base === null ? 'Value' : 'New value'}
            value={draft.value}
            onChange={(event) => type({ value: event.currentTarget.value })}
            readOnly={isStoring}
            data-autofocus={!beginsAtKey(draft) || undefined}
            classNames={{ input: classes.text ?? '' }}
            spellCheck={false}
          />
          <ValueFacts draft={draft} />
        </div>
      </div>
      {error !== null && !isStoring && <StoreError error={error} onRetry={onStore} />}
      <Actions
        {...props}
        canStore={canStore}
        isUnchanged={isUnchanged}
        isAskingToDiscard={isAskingToDiscard}
      />
    </form>
  );
}

function KeyField({ draft, isStoring }: { readonly draft: AtomDraft; readonly isStoring: boolean }) {
  const { type } = useEditorStore.getState();
  const { data: entry = null } = useCatalogueEntry(draft.connectionId, draft.key);
  const known = entry === null || entry.gone ? null : entry;
  const hint = keyHint(draft.key, known?.version ?? null, known !== null);
  return (
    <TextInput
      label="Key"
      description="Exact, including case and spaces. Keys in use are segments joined by dots, such as v1.user.preference.theme."
      value={draft.key}
      onChange={(event) => type({ key: event.currentTarget.value })}
      readOnly={isStoring}
      data-autofocus={beginsAtKey(draft) || undefined}
      classNames={{ input: classes.mono ?? '' }}
      error={
        hint !== null && (
          <span className={classes.hint} data-tone={hint.tone}>
            {hint.words}
          </span>
        )
      }
      withErrorStyles={false}
      spellCheck={false}
      autoComplete="off"
    />
  );
}

/** Whether the key is what is to be typed first: there is none, or a prefix alone. */
function beginsAtKey({ base, startKey }: AtomDraft): boolean {
  return base === null && (startKey === '' || startKey.endsWith('.'));
}

function ValueFacts({ draft }: { readonly draft: AtomDraft }) {
  const bytes = useMemo(() => utf8Bytes(draft.value), [draft.value]);
  const before = draft.base?.value ?? null;
  const hint = useMemo(() => jsonHint(draft.value, before), [draft.value, before]);
  return (
    <div className={classes.below} aria-live="polite">
      <span>{sizeWords(bytes)}</span>
      {hint !== null && <span data-tone={hint.tone}>{hint.words}</span>}
    </div>
  );
}

function StoreError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <div>
      <ErrorNotice error={error} onRetry={onRetry} />
      {toAppError(error).code === 'cancelled' && (
        <p className={classes.actionsNote}>
          It may have reached the service all the same. Refresh the atom to see before you store again.
        </p>
      )}
    </div>
  );
}

interface ActionsProps extends EditorFormProps {
  readonly canStore: boolean;
  readonly isUnchanged: boolean;
}

function Actions(props: ActionsProps) {
  const { isStoring, isLocked, isUnchanged, isAskingToDiscard, canStore } = props;
  if (isAskingToDiscard) {
    return (
      <div className={classes.actions} role="alertdialog" aria-label="Discard what you typed?">
        <p className={classes.actionsNote}>What you typed is not stored. Discard it?</p>
        <Button variant="default" onClick={props.onKeep} autoFocus>
          Keep editing
        </Button>
        <Button color="red" onClick={props.onDiscard}>
          Discard
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.actions}>
      <p className={classes.actionsNote}>
        {isLocked && 'This connection is locked read-only.'}
        {!isLocked && isUnchanged && 'Nothing is changed yet.'}
        {!isLocked && canStore && (
          <>
            <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> stores, then reads back and verifies.
          </>
        )}
      </p>
      {isStoring ? (
        <Button variant="default" onClick={props.onCancelStore}>
          Stop waiting
        </Button>
      ) : (
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
      )}
      <Button type="submit" disabled={!canStore && !isStoring} loading={isStoring}>
        {props.draft.base === null ? 'Store atom' : 'Store new version'}
      </Button>
    </div>
  );
}
