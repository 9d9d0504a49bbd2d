import { Button, Checkbox, Text } from '@mantine/core';
import { IconReplace, IconSearchOff } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { assertNever } from '#shared/domain/result.ts';
import type { BatchReceipt } from '#shared/domain/store.ts';
import { countOf } from '#shared/text/phrases.ts';
import { durationWords } from '#shared/text/times.ts';
import { useStoreAtoms } from '../../api/atoms.ts';
import { toAppError } from '../../api/unwrap.ts';
import { useSizeKnowledge } from '../../api/writes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { BatchError, ConflictNotice, NotSearched } from './BulkNotices.tsx';
import { BatchReceiptView } from './BatchReceiptView.tsx';
import {
  atomsToStore,
  canBeStored,
  choicesAfterConflict,
  overridesAfter,
  previewRows,
  totalsOf,
  withConflicts,
  type ChangeRow,
  type Overrides,
  type PreviewTotals,
} from './bulkPreview.ts';
import classes from './BulkEdit.module.css';
import { bulkTitle, totalsWords } from './bulkWords.ts';
import { ChangeDiff } from './ChangeDiff.tsx';
import { ChangeList } from './ChangeList.tsx';
import { FindForm } from './FindForm.tsx';
import type { ReplaceOutcome } from './replaceQueue.ts';
import type { FindChoice } from './replacing.ts';
import { useReplaced } from './useReplaced.ts';

interface BulkEditorProps {
  readonly connection: Connection;
  readonly atomsRead: readonly AtomReading[];
  /** Keys that the service did not have when they were read. */
  readonly missingAtRead: readonly string[];
  /** Those of the selected atoms that were not read. */
  readonly unread: readonly string[];
  /** Closing was asked for, and something would be lost by it. */
  readonly isAskingToDiscard: boolean;
  readonly onKeep: () => void;
  readonly onWork: (work: BulkWork) => void;
  readonly onClose: () => void;
}

/** What closing would lose, or interrupt. */
export type BulkWork = 'none' | 'typed' | 'storing';

const nothingSought: FindChoice = { find: '', replace: '', isExpression: false, matchesCase: true };

const noOverrides: Overrides = { sensitive: false, tooLarge: false, brokenJson: false };

/** From what is looked for, over what would change, to the receipt of the batch. */
export function BulkEditor(props: BulkEditorProps) {
  const { connection, unread, onWork, onClose } = props;
  const [atoms, setAtoms] = useState(props.atomsRead);
  const [missing, setMissing] = useState(props.missingAtRead);
  const [choice, setChoice] = useState(nothingSought);
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [overrides, setOverrides] = useState(noOverrides);
  const [shownKey, setShownKey] = useState<string | null>(null);
  const [answer, setAnswer] = useState<BatchReceipt | null>(null);
  /** Of the batch under way; null where there is none. Not state: two clicks in one go must not store twice. */
  const request = useRef<AbortController>(null);
  const store = useStoreAtoms();
  // Without them nothing is warned of; the service decides either way.
  const sizes = useSizeKnowledge(connection.id) ?? null;
  const { outcome, isCurrent } = useReplaced(atoms, choice);
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
  const shownRow = rows[shown];

  if (answer !== null && answer.outcome !== 'conflict') {
    return <BatchReceiptView receipt={answer} onClose={onClose} />;
  }
  const put = (keys: readonly string[], isIncluded: boolean): void => {
    setChoices((before) => new Map([...before, ...keys.map((key) => [key, isIncluded] as const)]));
    if (!isIncluded) return;
    const putIn = new Set(keys);
    setOverrides((before) =>
      overridesAfter(
        before,
        rows.filter(({ reading }) => putIn.has(reading.key)),
      ),
    );
  };
  const submit = async (): Promise<void> => {
    if (request.current !== null) return;
    const controller = new AbortController();
    request.current = controller;
    setAnswer(null);
    onWork('storing');
    const receipt = await store
      .mutateAsync({
        connectionId: connection.id,
        title: bulkTitle,
        atoms: atomsToStore(rows),
        allowSensitive: overrides.sensitive,
        signal: controller.signal,
      })
      // Shown from the mutation's own state.
      .catch(() => null);
    request.current = null;
    onWork(receipt === null || receipt.outcome === 'conflict' ? 'typed' : 'none');
    setAnswer(receipt);
  };
  const takeUp = (): void => {
    if (answer?.outcome !== 'conflict') return;
    const now = withConflicts(atoms, answer.conflicts);
    setAtoms(now.atoms);
    setMissing((before) => [...before, ...now.missing]);
    setChoices((before) => choicesAfterConflict(before, answer.conflicts));
    setOverrides(noOverrides);
    setShownKey(answer.conflicts[0]?.key ?? null);
    setAnswer(null);
  };
  const failedIndex = store.error === null ? null : failedIndexOf(store.error);
  const failedKey = failedIndex === null ? null : (store.variables?.atoms[failedIndex]?.key ?? null);
  return (
    <>
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
      <div className={classes.found} role="status" data-waiting={!isCurrent || undefined}>
        <span>{foundWords(choice, atoms.length, outcome, isCurrent, totals)}</span>
      </div>
      <NotSearched missing={missing} unread={unread} />
      {shownRow === undefined ? (
        <div className={classes.nothing}>
          <NothingToShow choice={choice} outcome={outcome} />
        </div>
      ) : (
        <div className={classes.panes}>
          <ChangeList
            rows={rows}
            shown={shown}
            onShow={(index) => setShownKey(rows[index]?.reading.key ?? null)}
            onInclude={put}
          />
          <ChangeDiff row={shownRow} />
        </div>
      )}
      {answer !== null && <ConflictNotice conflicts={answer.conflicts} onTakeUp={takeUp} />}
      {store.error !== null && !isStoring && (
        <BatchError
          error={store.error}
          totals={totals}
          failedKey={failedKey}
          onLeaveOut={(key) => {
            put([key], false);
            store.reset();
          }}
          onRetry={() => void submit()}
        />
      )}
      <Concerns totals={totals} overrides={overrides} rows={rows} onChange={setOverrides} onPut={put} />
      {props.isAskingToDiscard ? (
        <div className={classes.actions} role="alertdialog" aria-label="Discard your changes?">
          <Text flex={1} miw={200} fz="sm" c="dimmed">
            Nothing is stored yet. Discard your changes?
          </Text>
          <Button variant="default" onClick={props.onKeep} autoFocus>
            Keep editing
          </Button>
          <Button color="red" onClick={onClose}>
            Discard
          </Button>
        </div>
      ) : (
        <div className={classes.actions}>
          <Text flex={1} miw={200} fz="sm" c="dimmed">
            {isLocked
              ? 'This connection is read-only. You can change that in its settings.'
              : 'Each atom is read again before it is stored. If any has changed, nothing is stored.'}
          </Text>
          <Button variant="default" onClick={isStoring ? () => request.current?.abort() : onClose}>
            Cancel
          </Button>
          <Button
            disabled={!canStore && !isStoring}
            loading={isStoring}
            leftSection={<IconReplace size={16} aria-hidden />}
            onClick={() => void submit()}
          >
            {totals.included === 0
              ? 'Store as one batch'
              : `Store ${countOf(totals.included, 'atom')} as one batch`}
          </Button>
        </div>
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
  return outcome.kind === 'replaced' && totals.changed > 0
    ? totalsWords(totals)
    : `No changes in ${countOf(searched, 'atom')}.`;
}

interface NothingToShowProps {
  readonly choice: FindChoice;
  readonly outcome: ReplaceOutcome | null;
}

function NothingToShow({ choice, outcome }: NothingToShowProps) {
  if (choice.find === '' || outcome === null) {
    return (
      <EmptyState
        icon={IconReplace}
        title="Enter text to find"
        description="A preview of each changed atom appears here before anything is stored."
      />
    );
  }
  const { title, description } = nothingWords(outcome, choice);
  return <EmptyState icon={IconSearchOff} title={title} description={description} />;
}

function nothingWords(
  outcome: ReplaceOutcome,
  { isExpression, matchesCase }: FindChoice,
): { readonly title: string; readonly description: string } {
  switch (outcome.kind) {
    case 'replaced':
      return outcome.unchanged > 0
        ? {
            title: 'The replacement is the same text',
            description: `The text is in ${countOf(outcome.unchanged, 'atom')}, but their values stay the same.`,
          }
        : {
            title: 'No matches',
            description: matchesCase
              ? 'The search is case-sensitive. Turn off “Match case” to ignore case.'
              : 'Only values are searched, not keys.',
          };
    case 'unusable':
      return {
        title: isExpression ? 'Invalid expression' : 'Invalid search text',
        description: outcome.why,
      };
    case 'too-large':
      return {
        title: 'The new values would be too large',
        description:
          'The replacements would produce more text than can be shown or sent. Nothing was changed.',
      };
    case 'too-long':
      return {
        title: 'Search stopped',
        description: `It did not finish within ${durationWords(outcome.afterMs)}. Nested repetitions such as (a+)+ can take very long. Nothing was changed.`,
      };
    case 'broken':
      return { title: 'Search failed', description: outcome.why };
    default:
      return assertNever(outcome);
  }
}

interface ConcernsProps {
  readonly rows: readonly ChangeRow[];
  readonly totals: PreviewTotals;
  readonly overrides: Overrides;
  readonly onChange: (overrides: Overrides) => void;
  readonly onPut: (keys: readonly string[], isIncluded: boolean) => void;
}

/** What holds the batch back: values to skip, or to allow deliberately. */
function Concerns({ rows, totals, overrides, onChange, onPut }: ConcernsProps) {
  const skip = (concern: ChangeRow['concerns'][number]) => (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() =>
        onPut(
          rows
            .filter(({ isIncluded, concerns }) => isIncluded && concerns.includes(concern))
            .map(({ reading }) => reading.key),
          false,
        )
      }
    >
      Skip
    </Button>
  );
  const overridable = [
    {
      concern: 'sensitive',
      override: 'sensitive',
      count: totals.sensitive,
      words: `${totals.sensitive === 1 ? 'looks' : 'look'} like a credential`,
    },
    {
      concern: 'too-large',
      override: 'tooLarge',
      count: totals.tooLarge,
      words: `${totals.tooLarge === 1 ? 'is' : 'are'} as large as a value that the service refused`,
    },
    {
      concern: 'broken-json',
      override: 'brokenJson',
      count: totals.brokenJson,
      words: `the replacement turned into invalid JSON`,
    },
  ] as const;
  return (
    <>
      {totals.halfCharacters > 0 && (
        <div className={classes.concernLine}>
          <span>{countOf(totals.halfCharacters, 'value')} with an unpaired surrogate cannot be sent.</span>
          {skip('half-character')}
        </div>
      )}
      {overridable.map(
        ({ concern, override, count, words }) =>
          count > 0 && (
            <div key={concern} className={classes.concernLine}>
              <Checkbox
                size="xs"
                label={`Send ${countOf(count, 'value')} that ${words}`}
                checked={overrides[override]}
                onChange={(event) => onChange({ ...overrides, [override]: event.currentTarget.checked })}
              />
              {skip(concern)}
            </div>
          ),
      )}
    </>
  );
}
