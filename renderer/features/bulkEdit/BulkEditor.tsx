import { Button, Group, Text } from '@mantine/core';
import { IconReplace } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type {
  BatchReceipt,
  ConflictingAtom,
  PreviousSummary,
  WriteConfirmation,
} from '#shared/domain/store.ts';
import { countOf, readOnlyWords } from '#shared/text/phrases.ts';
import { useStoreAtoms } from '../../api/atoms.ts';
import { toAppError } from '../../api/unwrap.ts';
import { useSizeKnowledge } from '../../api/writes.ts';
import { isWriteAsked } from '../../state/settings.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { cutText } from '#shared/text/cutText.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { Fact } from '../../ui/Facts.tsx';
import { ProductionDialog } from '../../widgets/ProductionDialog.tsx';
import { Question } from '../../ui/Question.tsx';
import { BatchError, Concerns, ConflictNotice, NotSearched, PreviousCautions } from './BulkNotices.tsx';
import {
  atomsToStore,
  canBeStored,
  choicesAfterConflict,
  overridesAfter,
  previewRows,
  totalsOf,
  withConflicts,
  type Overrides,
  type PreviewTotals,
} from './bulkPreview.ts';
import { bulkTitle, totalsWords } from './bulkWords.ts';
import { ChangePreview, NoChanges } from './ChangePreview.tsx';
import type { ReplaceOutcome } from './replaceQueue.ts';
import type { FindChoice } from '#shared/text/replacing.ts';
import { BulkReceipt } from './BulkReceipt.tsx';
import { FindForm } from './FindForm.tsx';
import { usePreviousChanges, type PreviousByKey } from './previousChanges.ts';
import { useReplaced } from './useReplaced.ts';

/** The values that atoms had before a write. */
export interface PreviousToStore {
  /** Of the write. */
  readonly title: string;
  readonly values: PreviousByKey;
  readonly summary: PreviousSummary;
}

interface BulkEditorProps {
  readonly connection: Connection;
  /** null: what is found is replaced. */
  readonly previous: PreviousToStore | null;
  readonly atomsRead: readonly AtomReading[];
  /** Keys that the service did not have when they were read. */
  readonly missingAtRead: readonly string[];
  /** Those of the selected atoms that were not read. */
  readonly unread: readonly string[];
  /** The user wants to close the dialog, which would lose something. */
  readonly isAskingToDiscard: boolean;
  readonly onKeep: () => void;
  readonly onWork: (work: BulkWork) => void;
  readonly onClose: () => void;
}

/** What closing the dialog would lose or interrupt. */
export type BulkWork = 'none' | 'typed' | 'confirming' | 'storing';

const nothingSought: FindChoice = { find: '', replace: '', isExpression: false, matchesCase: true };

const noPrevious: PreviousByKey = new Map();
const noOverrides: Overrides = { sensitive: false, tooLarge: false, brokenJson: false };

/** The search, the preview of what would change, and the receipt of the batch. */
export function BulkEditor(props: BulkEditorProps) {
  const { connection, previous, unread, onWork, onClose } = props;
  const title = previous === null ? bulkTitle : `Store previous values: ${previous.title}`;
  const [atoms, setAtoms] = useState(props.atomsRead);
  const [missing, setMissing] = useState(props.missingAtRead);
  const [choice, setChoice] = useState(nothingSought);
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [overrides, setOverrides] = useState(noOverrides);
  const [shownKey, setShownKey] = useState<string | null>(null);
  const [answer, setAnswer] = useState<BatchReceipt | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  /** Of the batch that is being stored; null if there is none. A ref, so that two quick clicks do not store twice. */
  const request = useRef<AbortController>(null);
  const store = useStoreAtoms();
  // Without it there are no warnings; the service decides either way.
  const sizes = useSizeKnowledge(connection.id) ?? null;
  const replaced = useReplaced(atoms, choice);
  const restored = usePreviousChanges(atoms, previous?.values ?? noPrevious);
  const { outcome, isCurrent } =
    previous === null
      ? replaced
      : { outcome: restored && { kind: 'replaced' as const, ...restored }, isCurrent: restored !== null };
  const rows = useMemo(
    () => (outcome?.kind === 'replaced' ? previewRows(atoms, outcome.changes, choices, sizes) : []),
    [atoms, outcome, choices, sizes],
  );
  const totals = useMemo(() => totalsOf(rows), [rows]);
  const isStoring = store.isPending;
  const isLocked = connection.readOnly;
  const canStore = isCurrent && !isLocked && !isStoring && canBeStored(totals, overrides);
  const shown = Math.max(
    0,
    rows.findIndex(({ reading }) => reading.key === shownKey),
  );

  if (answer !== null && answer.outcome !== 'conflict') {
    return <BulkReceipt connectionId={connection.id} title={title} receipt={answer} onClose={onClose} />;
  }
  const include = (keys: readonly string[], isIncluded: boolean): void => {
    setChoices((before) => new Map([...before, ...keys.map((key) => [key, isIncluded] as const)]));
    if (!isIncluded) return;
    const added = new Set(keys);
    setOverrides((before) =>
      overridesAfter(
        before,
        rows.filter(({ reading }) => added.has(reading.key)),
      ),
    );
  };
  const submit = (): void => {
    if (isWriteAsked(connection)) {
      onWork('confirming');
      setConfirming(true);
    } else void send({});
  };
  const send = async (consent: { readonly confirmation?: WriteConfirmation }): Promise<void> => {
    if (request.current !== null) return;
    const controller = new AbortController();
    request.current = controller;
    setAnswer(null);
    onWork('storing');
    const receipt = await store
      .mutateAsync({
        connectionId: connection.id,
        title: cutText(title, longestTitle),
        atoms: atomsToStore(rows),
        allowSensitive: overrides.sensitive,
        ...consent,
        signal: controller.signal,
      })
      // The mutation's state shows it.
      .catch(() => null);
    request.current = null;
    const isOver = receipt !== null && receipt.outcome !== 'conflict';
    onWork(isOver || previous !== null ? 'none' : 'typed');
    setAnswer(receipt);
  };
  const reload = (conflicts: readonly ConflictingAtom[]): void => {
    const now = withConflicts(atoms, conflicts);
    setAtoms(now.atoms);
    setMissing((before) => [...before, ...now.missing]);
    setChoices((before) => choicesAfterConflict(before, conflicts));
    setOverrides(noOverrides);
    setShownKey(conflicts[0]?.key ?? null);
    setAnswer(null);
  };
  const failedIndex = store.error === null ? null : failedIndexOf(store.error);
  const failedKey = failedIndex === null ? null : (store.variables?.atoms[failedIndex]?.key ?? null);
  return (
    <>
      {previous === null && (
        <FindForm
          choice={choice}
          problem={outcome?.kind === 'unusable' && isCurrent ? outcome : null}
          isLocked={isStoring}
          onChange={(next) => {
            setChoice(next);
            onWork(next.find === '' && next.replace === '' ? 'none' : 'typed');
            setOverrides(noOverrides);
            store.reset();
          }}
        />
      )}
      <Text inherit role="status" flex="none" {...(isCurrent ? { fw: 600 } : { c: 'dimmed' })}>
        {previous === null
          ? foundWords(choice, atoms.length, outcome, isCurrent, totals)
          : previousWords(outcome, totals)}
      </Text>
      {previous !== null && (
        <PreviousCautions summary={previous.summary} changedSince={restored?.changedSince ?? 0} />
      )}
      <NotSearched missing={missing} unread={unread} />
      {rows.length === 0 ? (
        <NoChanges choice={previous === null ? choice : null} outcome={outcome} />
      ) : (
        <ChangePreview
          rows={rows}
          after={previous === null ? 'After replacement' : 'Previous value'}
          shown={shown}
          onShow={(index) => setShownKey(rows[index]?.reading.key ?? null)}
          onInclude={include}
        />
      )}
      {answer !== null && (
        <ConflictNotice conflicts={answer.conflicts} onReload={() => reload(answer.conflicts)} />
      )}
      {store.error !== null && !isStoring && (
        <BatchError
          error={store.error}
          totals={totals}
          failedKey={failedKey}
          onSkip={(key) => {
            include([key], false);
            store.reset();
          }}
          onRetry={submit}
        />
      )}
      <Concerns
        totals={totals}
        overrides={overrides}
        rows={rows}
        onChange={setOverrides}
        onSkip={(keys) => include(keys, false)}
      />
      {props.isAskingToDiscard ? (
        <Question title="Discard your changes?" text="Nothing is stored yet. Discard your changes?">
          <Button variant="default" onClick={props.onKeep} autoFocus>
            Keep editing
          </Button>
          <Button color="red" onClick={onClose}>
            Discard
          </Button>
        </Question>
      ) : (
        <Group gap="sm" flex="none">
          <Dimmed flex={1} miw={200}>
            {isLocked
              ? readOnlyWords
              : 'Each atom is read again before it is stored. If any has changed, nothing is stored.'}
          </Dimmed>
          <Button variant="default" onClick={isStoring ? () => request.current?.abort() : onClose}>
            Cancel
          </Button>
          <Button
            disabled={!canStore && !isStoring}
            loading={isStoring}
            leftSection={<IconReplace size={16} aria-hidden />}
            onClick={submit}
          >
            {totals.included === 0
              ? 'Store as one batch'
              : `Store ${countOf(totals.included, 'atom')} as one batch`}
          </Button>
        </Group>
      )}
      {isConfirming && (
        <ProductionDialog
          connection={connection}
          writes="several"
          written={
            <>
              <Fact label="New versions of">{countOf(totals.included, 'atom')}, as one batch</Fact>
              {previous === null ? (
                <>
                  <Fact label="Find">{visibleLine(choice.find)}</Fact>
                  <Fact label="Replace with">
                    {choice.replace === '' ? 'nothing' : visibleLine(choice.replace)}
                  </Fact>
                </>
              ) : (
                <Fact label="Values before">{visibleLine(previous.title)}</Fact>
              )}
            </>
          }
          action={`Store ${countOf(totals.included, 'atom')}`}
          // Not waited for: the form shows the progress.
          onConfirm={(consent) => void send(consent)}
          onClose={() => {
            setConfirming(false);
            if (request.current === null) onWork(previous === null ? 'typed' : 'none');
          }}
        />
      )}
    </>
  );
}

function failedIndexOf(error: Error): number | null {
  const known = toAppError(error);
  return known.code === 'sensitive_content' || known.code === 'unexpected_status' ? known.failedIndex : null;
}

function foundWords(
  { find }: FindChoice,
  searched: number,
  outcome: ReplaceOutcome | null,
  isCurrent: boolean,
  totals: PreviewTotals,
): string {
  if (find === '') return `${countOf(searched, 'atom')} read.`;
  if (outcome === null || !isCurrent) return 'Searching…';
  if (outcome.kind !== 'replaced') return 'Nothing was searched.';
  return totals.changed > 0 ? totalsWords(totals) : `No changes in ${countOf(searched, 'atom')}.`;
}

function previousWords(outcome: ReplaceOutcome | null, { changed, included }: PreviewTotals): string {
  if (outcome === null) return 'Comparing…';
  if (changed === 0) return 'Nothing to store: the atoms have their previous values.';
  const left = changed > included ? `, ${countOf(changed - included, 'atom')} left out` : '';
  return `${countOf(included, 'atom gets its', 'atoms get their')} previous value${included === 1 ? '' : 's'}${left}.`;
}

/** As the main process accepts it. */
const longestTitle = 200;
