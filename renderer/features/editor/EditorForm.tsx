import { Box, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { hasPlace, keyFindings, needsOverride } from '#shared/safety/localChecks.ts';
import { noValueWords } from '#shared/text/dialectWords.ts';
import { lineEndsOf } from '#shared/text/lineEnds.ts';
import { keyFindingWords, valueFindingWords } from '#shared/text/localCheckWords.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { agoWords } from '#shared/text/times.ts';
import { useCatalogueEntry } from '../../api/catalogueEntries.ts';
import { removeDraft, useDrafts } from '../../api/drafts.ts';
import { useSizeKnowledge } from '../../api/writes.ts';
import { toAppError } from '../../api/unwrap.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { useEditorPreferences } from '../../state/editorPreferences.ts';
import { continueDraft, hasUnsavedText, useEditorStore, type AtomDraft } from '../../state/editorStore.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { CodeEditor, type CodeEditorHandle, type TextMark } from '../../ui/code/CodeEditor.tsx';
import { CodeView } from '../../ui/code/CodeView.tsx';
import { DiffSides } from '../../ui/code/DiffSides.tsx';
import { PlainTextEditor, type PlainTextHandle } from '../../ui/code/PlainTextEditor.tsx';
import { separatorFor } from '../../ui/code/codeSetup.ts';
import { hasLineOver } from '../../ui/code/longLines.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { notifyFailure, notifyProblem } from '../../ui/notify.ts';
import { Question } from '../../ui/Question.tsx';
import { useOneLinePaste } from '../../ui/useOneLinePaste.ts';
import { compactJson, isJsonDocument, layOutJson } from '../inspector/jsonText.ts';
import { utf8Bytes } from '../../ui/utf8.ts';
import kit from '../../ui/kit.module.css';
import { CheckList } from './CheckList.tsx';
import { EditorActions } from './EditorActions.tsx';
import { EditorToolbar } from './EditorToolbar.tsx';
import { TextFacts } from './TextFacts.tsx';
import type { LastSave } from './draftKeeper.ts';
import { checkValue, useValueChecks, type JsonValidation, type ValueChecks } from './useValueChecks.ts';

interface EditorFormProps {
  readonly draft: AtomDraft;
  /** The connection was made read-only while this was open. */
  readonly isLocked: boolean;
  readonly isStoring: boolean;
  /** Why the last attempt failed; null if none did. */
  readonly error: unknown;
  readonly isAskingToDiscard: boolean;
  /** Escape was pressed in the text, so Tab now leaves it. */
  readonly isTabFree: boolean;
  readonly keeping: LastSave;
  readonly onStore: (allowSensitive: boolean) => void;
  readonly onCancelStore: () => void;
  readonly onClose: () => void;
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
  readonly onCloseAndKeep: () => void;
}

export function EditorForm(props: EditorFormProps) {
  const { draft, isLocked, isStoring, error, isAskingToDiscard, onStore } = props;
  const isCanceled = error !== null && toAppError(error).code === 'cancelled';
  const { type } = useEditorStore.getState();
  const { layout, validates, asJson } = useEditorPreferences();
  const hasNoValue = useActiveConnection().service?.dialect === 'open-server';
  const editor = useRef<CodeEditorHandle>(null);
  const plain = useRef<PlainTextHandle>(null);
  /** Turns to JSON once the text is JSON. Stays there while the text is broken, unless the user turns it off. */
  const [mode, setMode] = useState<'text' | 'json' | 'undecided'>(() =>
    asJson && (isJsonDocument(draft.value) || isJsonDocument(draft.base?.value ?? '')) ? 'json' : 'undecided',
  );
  const isJson = mode === 'json';
  const sizes = useSizeKnowledge(draft.connectionId) ?? null;
  const validation: JsonValidation =
    !validates || mode === 'text' ? 'never' : mode === 'json' ? 'always' : 'where-meant';
  const toCheck = { value: draft.value, sizes, validates: validation };
  const checks = useValueChecks(toCheck);
  if (mode === 'undecided' && asJson && checks?.isDocument === true) setMode('json');
  const [isFolded, setFolded] = useState(false);
  /** The text whose findings the user allowed; any other text has to be allowed again. */
  const [allowedText, setAllowedText] = useState<string | null>(null);
  /** The invalid JSON that the user was asked whether to store. */
  const [askedAbout, setAskedAbout] = useState<string | null>(null);
  const isAsked = askedAbout === draft.value;
  const isAllowed = allowedText === draft.value;

  const isUnchanged = draft.base !== null && draft.value === draft.base.value;
  const keyProblems = draft.base === null ? keyFindings(draft.key) : [];
  const isImpossible = keyProblems.some(({ kind }) => kind === 'lone-surrogate');
  const isHeld = checks !== null && checks.findings.some(needsOverride) && !isAllowed;
  const canStore = draft.key !== '' && !isUnchanged && !isStoring && !isLocked && !isImpossible;
  const marks = useMemo(() => (checks === null ? noMarks : marksOf(checks)), [checks]);

  const store = (isConfirmed: boolean): void => {
    if (!canStore) return;
    // Check again if the text has changed since the last check.
    const { findings, fault } = checks?.value === draft.value ? checks : checkValue(toCheck);
    if (findings.some(needsOverride) && !isAllowed) {
      const first = findings.find((each) => needsOverride(each) && hasPlace(each));
      if (first !== undefined && hasPlace(first)) goTo(first.offset, first.end);
      return;
    }
    if (fault !== null && !isConfirmed) {
      setAskedAbout(draft.value);
      return;
    }
    setAskedAbout(null);
    onStore(isAllowed);
  };
  const storeByKeys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    store(isAsked);
  };
  const format = (how: 'pretty' | 'compact'): void => {
    if (!isJsonDocument(draft.value)) return;
    // Keep the line endings of the text, or of the stored value if the text is one line.
    const lineBreak = separatorFor(draft.value, separatorFor(draft.base?.value ?? ''));
    const laidOut = how === 'pretty' ? layOutJson(draft.value) : compactJson(draft.value);
    if (laidOut === null) notifyProblem('Could not format', 'The JSON is nested too deeply.');
    else type({ value: laidOut.replaceAll('\n', lineBreak) });
  };
  const isTooLong = useMemo(
    () => hasLineOver(draft.value, longestCompared) || hasLineOver(draft.base?.value ?? '', longestCompared),
    [draft.value, draft.base],
  );
  const isGiant = useMemo(() => hasLineOver(draft.value, longestInEditor), [draft.value]);
  // A textarea has only one kind of line ending.
  const isViewOnly = useMemo(() => isGiant && lineEndsOf(draft.value) === 'mixed', [isGiant, draft.value]);
  const textProps = {
    text: draft.value,
    onChange: (value: string) => type({ value }),
    label: draft.base === null ? 'Value' : 'New value',
    isReadOnly: isStoring,
    autoFocus: !beginsAtKey(draft),
  };
  const goTo = (start: number, end: number): void => (isGiant ? plain : editor).current?.select(start, end);
  const compared =
    draft.base !== null && layout !== 'plain' && !isTooLong
      ? { text: draft.base.value, label: 'Stored value', layout, isFolded }
      : null;

  return (
    <Stack
      component="form"
      gap="sm"
      flex={1}
      mih={0}
      onKeyDown={storeByKeys}
      onSubmit={(event) => {
        event.preventDefault();
        store(isAsked);
      }}
    >
      {draft.base === null ? (
        <KeyField draft={draft} isStoring={isStoring} problems={keyProblems.map(keyFindingWords)} />
      ) : (
        <KeyText atomKey={draft.key} wrap />
      )}
      <EarlierDraft draft={draft} />
      {draft.startVerdict === 'red' && <Unproven draft={draft} />}
      {hasNoValue ? (
        <Callout tone="neutral" compact title="No value">
          {noValueWords}
        </Callout>
      ) : (
        <>
          <EditorToolbar
            editor={isGiant ? null : editor}
            isJson={isJson}
            onJson={(on) => {
              setMode(on ? 'json' : 'text');
              // Remember the choice only for text that is JSON.
              if (checks?.isDocument === true) useEditorPreferences.setState({ asJson: on });
            }}
            validates={validates}
            onFormat={checks?.isDocument === true ? format : null}
            layout={draft.base === null || isTooLong ? null : layout}
            isFolded={isFolded}
            onFold={setFolded}
            isDisabled={isStoring}
          />
          {isTooLong && (isGiant || (draft.base !== null && layout !== 'plain')) && (
            <Dimmed mb="xs">
              {isGiant
                ? isViewOnly
                  ? `A line has more than ${countWords(longestInEditor)} characters, and the line endings are mixed. The plain text editor cannot keep mixed line endings, so this text is read-only.`
                  : `A line has more than ${countWords(longestInEditor)} characters, so it opens as plain text, without highlighting, marks, or a comparison.`
                : `A line has more than ${countWords(longestCompared)} characters, which is too long to compare while you type.`}{' '}
              {checks?.isDocument === true && 'Use Format to break it into lines.'}
            </Dimmed>
          )}
          {compared !== null && (
            <DiffSides layout={compared.layout} before={storedWords(draft)} after="Your text" />
          )}
          <Box className={kit.fill} mih={120}>
            {!isGiant ? (
              <CodeEditor {...textProps} ref={editor} asJson={isJson} marks={marks} compared={compared} />
            ) : isViewOnly ? (
              <CodeView text={draft.value} label={textProps.label} />
            ) : (
              <PlainTextEditor {...textProps} ref={plain} />
            )}
          </Box>
          <TextFacts
            draft={draft}
            checks={checks}
            isJson={isJson}
            validates={validates}
            keeping={props.keeping}
          />
        </>
      )}
      {checks !== null && (
        <CheckList
          findings={checks.findings}
          fault={checks.fault}
          isAllowed={isAllowed}
          onAllow={(on) => setAllowedText(on ? draft.value : null)}
          onGoTo={goTo}
        />
      )}
      {error !== null && !isStoring && (
        <div>
          <ErrorNotice
            error={error}
            onRetry={() => store(true)}
            {...(!isCanceled && { certain: 'Nothing was stored.' })}
          />
          {isCanceled && (
            <Dimmed>
              The request may have reached the service anyway. Refresh the atom before you store again.
            </Dimmed>
          )}
        </div>
      )}
      {isAskingToDiscard ? (
        <Question
          key="discard"
          title="Discard your changes?"
          text="Your changes are not stored. Save them as a draft, or discard them?"
        >
          <Button variant="default" onClick={props.onKeep} autoFocus>
            Keep editing
          </Button>
          <Button variant="default" onClick={props.onCloseAndKeep}>
            Save draft
          </Button>
          <Button color="red" onClick={props.onDiscard}>
            Discard
          </Button>
        </Question>
      ) : isAsked ? (
        <Question
          key="invalid-json"
          title="Store invalid JSON?"
          text="This text is not valid JSON. The service accepts any text. Store it anyway?"
        >
          <Button
            variant="default"
            onClick={() => {
              setAskedAbout(null);
              (isGiant ? plain : editor).current?.focus();
            }}
            autoFocus
          >
            Back to editing
          </Button>
          <Button onClick={() => store(true)}>Store anyway</Button>
        </Question>
      ) : (
        <EditorActions {...props} canStore={canStore && !isHeld} isHeld={isHeld} isUnchanged={isUnchanged} />
      )}
    </Stack>
  );
}

/** The code editor lays out a whole line at once, which takes seconds for a megabyte. In UTF-16 units. */
const longestInEditor = 10_000;
/** Comparing inside longer lines is too slow while typing. In UTF-16 units. */
const longestCompared = 5_000;

const noMarks: readonly TextMark[] = [];

function marksOf({ findings, fault }: ValueChecks): readonly TextMark[] {
  const marks: TextMark[] = findings.filter(hasPlace).map((finding) => ({
    start: finding.offset,
    end: finding.end,
    tone: 'warning',
    words: valueFindingWords(finding),
  }));
  if (fault !== null) {
    marks.push({ start: fault.offset, end: fault.offset + 1, tone: 'error', words: fault.what });
  }
  return marks;
}

interface KeyFieldProps {
  readonly draft: AtomDraft;
  readonly isStoring: boolean;
  readonly problems: readonly string[];
}

function KeyField({ draft, isStoring, problems }: KeyFieldProps) {
  const { type } = useEditorStore.getState();
  const paste = useOneLinePaste();
  const { data: entry = null } = useCatalogueEntry(draft.connectionId, draft.key);
  const known = entry === null || entry.gone ? null : entry;
  const version = known === null || known.version === null ? '' : ` at version ${known.version}`;
  const hints = [
    paste.problem,
    ...problems,
    known === null
      ? null
      : `An atom with this key already exists${version}. A new atom needs a key that is not in use.`,
  ].filter((hint) => hint !== null);
  return (
    <TextInput
      label="Key"
      description="Case and spaces count. Keys are usually segments joined by dots, such as v1.user.preference.theme."
      value={draft.key}
      onChange={(event) => {
        paste.clear();
        type({ key: event.currentTarget.value });
      }}
      {...paste.handlers}
      onFocus={(event) => {
        // A duplicate starts with the key of the original, which the user has to change.
        if (draft.base === null && draft.startValue !== '' && draft.key === draft.startKey)
          event.currentTarget.select();
      }}
      readOnly={isStoring}
      data-autofocus={beginsAtKey(draft) || undefined}
      classNames={{ input: kit.mono ?? '' }}
      error={
        hints.length > 0 && (
          <Text span inherit c="var(--verdict-amber-fg)">
            {hints.join(' ')}
          </Text>
        )
      }
      withErrorStyles={false}
      spellCheck={false}
      autoComplete="off"
    />
  );
}

/** Whether the key has to be typed first: it is empty, only a prefix, or copied from another atom. */
function beginsAtKey({ base, startKey, startValue }: AtomDraft): boolean {
  return base === null && (startKey === '' || startKey.endsWith('.') || startValue !== '');
}

/** Offers an earlier draft of this atom until something is typed. */
function EarlierDraft({ draft }: { readonly draft: AtomDraft }) {
  const { data } = useDrafts(draft.connectionId);
  const earlier = data?.drafts.find(({ id, key }) => id !== draft.id && key === draft.key && key !== '');
  const [openedAt] = useState(() => Date.now());
  if (earlier === undefined || hasUnsavedText(draft)) return null;
  return (
    <Callout
      tone="neutral"
      role="status"
      compact
      actions={
        <>
          <SmallButton variant="filled" onClick={() => continueDraft(earlier)}>
            Continue draft
          </SmallButton>
          <SmallButton onClick={() => void removeDraft(earlier).catch(notifyFailure)}>
            Discard draft
          </SmallButton>
        </>
      }
    >
      You have a draft of this atom from {agoWords(earlier.changedAt, openedAt)} (
      {sizeWords(utf8Bytes(earlier.value))}).
    </Callout>
  );
}

/** Warns that the edit is based on a value whose proof failed. */
function Unproven({ draft }: { readonly draft: AtomDraft }) {
  const version = draft.base?.version ?? null;
  return (
    <Callout tone="danger" role="note" compact>
      <VerdictBadge status="red" />{' '}
      {draft.base === null
        ? 'The copied value is not proven: its proof failed when it was read.'
        : `The original value${version === null ? '' : `, version ${version},`} is not proven: its proof failed when it was read.`}
    </Callout>
  );
}

function storedWords({ base }: AtomDraft): string {
  return base === null || base.version === null ? 'Stored' : `Stored, version ${base.version}`;
}
