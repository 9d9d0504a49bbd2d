import { Box, Checkbox } from '@mantine/core';
import type { ConflictingAtom, PreviousSummary } from '#shared/domain/store.ts';
import { countOf } from '#shared/text/phrases.ts';
import { previousCautions } from '#shared/text/previousWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { toAppError } from '../../api/unwrap.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import classes from './BulkEdit.module.css';
import type { ChangeRow, Overrides, PreviewTotals } from './bulkPreview.ts';
import { asideWords, batchRefusalWords } from './bulkWords.ts';

/** Further atoms are only counted. */
const mostListed = 200;

interface KeyListProps {
  readonly label: string;
  readonly items: readonly { readonly key: string; readonly words?: string }[];
}

/** Keys, each with what there is to say about it. */
function KeyList({ label, items }: KeyListProps) {
  return (
    <ul className={classes.keys} aria-label={label}>
      {items.slice(0, mostListed).map(({ key, words }) => (
        <li key={key}>
          <KeyText atomKey={key} />
          <span>{words}</span>
        </li>
      ))}
      {items.length > mostListed && <li>and {countOf(items.length - mostListed, 'more', 'more')}</li>}
    </ul>
  );
}

interface NotSearchedProps {
  readonly missing: readonly string[];
  readonly unread: readonly string[];
}

/** Which of the selected atoms are not searched, and why; nothing if all are. */
export function NotSearched({ missing, unread }: NotSearchedProps) {
  const words = asideWords({ missing: missing.length, unread: unread.length });
  if (words === null) return null;
  return (
    <Box component="details" c="dimmed" flex="none">
      <summary>{words}</summary>
      <KeyList
        label="Atoms not searched"
        items={[
          ...missing.map((key) => ({ key, words: 'not returned by the service' })),
          ...unread.map((key) => ({ key, words: 'not read' })),
        ]}
      />
    </Box>
  );
}

interface PreviousCautionsProps {
  readonly summary: PreviousSummary;
  readonly changedSince: number;
}

/** What to consider before values from before a write are stored again; nothing if there is nothing. */
export function PreviousCautions({ summary, changedSince }: PreviousCautionsProps) {
  const words = previousCautions(summary, changedSince);
  if (words.length === 0) return null;
  return (
    <Callout tone="warning" role="status" compact>
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Callout>
  );
}

interface ConflictNoticeProps {
  readonly conflicts: readonly ConflictingAtom[];
  readonly onReload: () => void;
}

/** Lists the atoms that changed on the service after they were read. Nothing was stored. */
export function ConflictNotice({ conflicts, onReload }: ConflictNoticeProps) {
  return (
    <Callout
      tone="warning"
      role="alert"
      compact
      actions={
        <SmallButton onClick={onReload} autoFocus>
          Reload current versions
        </SmallButton>
      }
    >
      Nothing was stored: {countOf(conflicts.length, 'atom')} changed on the service. Reload the current
      {conflicts.length === 1 ? ' version' : ' versions'}, review the changes, and store again.
      <KeyList
        label="Atoms changed on the service"
        items={conflicts.map(({ key, now }) => ({
          key,
          words:
            now === null
              ? 'missing'
              : now.version === null
                ? 'different value'
                : `now version ${now.version}`,
        }))}
      />
    </Callout>
  );
}

interface BatchErrorProps {
  readonly error: unknown;
  readonly totals: PreviewTotals;
  /** The atom that the service names; null if it names none. */
  readonly failedKey: string | null;
  readonly onSkip: (key: string) => void;
  readonly onRetry: () => void;
}

/** Why the batch was not stored, and what that means for all its atoms. */
export function BatchError({ error, totals, failedKey, onSkip, onRetry }: BatchErrorProps) {
  const refusal = batchRefusalWords(toAppError(error), totals);
  if (refusal === null)
    return (
      <ErrorNotice
        error={error}
        onRetry={onRetry}
        {...(toAppError(error).code !== 'cancelled' && { certain: 'Nothing was stored.' })}
      />
    );
  return (
    <Callout
      tone="warning"
      role="alert"
      compact
      actions={failedKey !== null && <SmallButton onClick={() => onSkip(failedKey)}>Skip</SmallButton>}
    >
      <strong>{refusal.title}</strong> {visibleLine(refusal.what)} {refusal.todo}
      {failedKey !== null && <KeyList label="Refused atom" items={[{ key: failedKey }]} />}
    </Callout>
  );
}

interface ConcernsProps {
  readonly rows: readonly ChangeRow[];
  readonly totals: PreviewTotals;
  readonly overrides: Overrides;
  readonly onChange: (overrides: Overrides) => void;
  readonly onSkip: (keys: readonly string[]) => void;
}

/** What holds the batch back: values to skip, or to allow. */
export function Concerns({ rows, totals, overrides, onChange, onSkip }: ConcernsProps) {
  const { sensitive, tooLarge, brokenJson, halfCharacters } = totals;
  const all = [
    {
      concern: 'half-character',
      override: null,
      count: halfCharacters,
      words: 'with an unpaired surrogate cannot be sent.',
    },
    {
      concern: 'sensitive',
      override: 'sensitive',
      count: sensitive,
      words: `that ${sensitive === 1 ? 'looks' : 'look'} like a credential`,
    },
    {
      concern: 'too-large',
      override: 'tooLarge',
      count: tooLarge,
      words: `that ${tooLarge === 1 ? 'is' : 'are'} as large as a value that the service refused`,
    },
    {
      concern: 'broken-json',
      override: 'brokenJson',
      count: brokenJson,
      words: 'that the replacement turned into invalid JSON',
    },
  ] as const;
  return all
    .filter(({ count }) => count > 0)
    .map(({ concern, override, count, words }) => (
      <Callout
        key={concern}
        tone="warning"
        compact
        actions={
          <SmallButton
            onClick={() =>
              onSkip(
                rows
                  .filter(({ isIncluded, concerns }) => isIncluded && concerns.includes(concern))
                  .map(({ reading }) => reading.key),
              )
            }
          >
            Skip
          </SmallButton>
        }
      >
        {override === null ? (
          `${countOf(count, 'value')} ${words}`
        ) : (
          <Checkbox
            size="xs"
            label={`Send ${countOf(count, 'value')} ${words}`}
            checked={overrides[override]}
            onChange={(event) => onChange({ ...overrides, [override]: event.currentTarget.checked })}
          />
        )}
      </Callout>
    ));
}
