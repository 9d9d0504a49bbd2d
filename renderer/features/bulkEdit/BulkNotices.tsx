import type { ConflictingAtom } from '#shared/domain/store.ts';
import { countOf } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { toAppError } from '../../api/unwrap.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import classes from './BulkEdit.module.css';
import type { PreviewTotals } from './bulkPreview.ts';
import { asideWords, batchRefusalWords } from './bulkWords.ts';

interface NotSearchedProps {
  readonly missing: readonly string[];
  readonly unread: readonly string[];
}

/** More are only counted. */
const mostListed = 200;

/** Which of the selected atoms are not searched, and why; nothing where all are. */
export function NotSearched({ missing, unread }: NotSearchedProps) {
  const words = asideWords({ missing: missing.length, unread: unread.length });
  if (words === null) return null;
  const all = [
    ...missing.map((key) => ({ key, why: 'not returned by the service' })),
    ...unread.map((key) => ({ key, why: 'not read' })),
  ];
  return (
    <details className={classes.notSearched}>
      <summary>{words}</summary>
      <ul aria-label="Atoms not searched">
        {all.slice(0, mostListed).map(({ key, why }) => (
          <li key={key}>
            <KeyText atomKey={key} />
            <span>{why}</span>
          </li>
        ))}
        {all.length > mostListed && <li>and {countOf(all.length - mostListed, 'more', 'more')}</li>}
      </ul>
    </details>
  );
}

interface ConflictNoticeProps {
  readonly conflicts: readonly ConflictingAtom[];
  readonly onTakeUp: () => void;
}

/** Lists the atoms that changed on the service after they were read. Nothing was stored. */
export function ConflictNotice({ conflicts, onTakeUp }: ConflictNoticeProps) {
  return (
    <div className={classes.conflicts} role="alert">
      <p>
        Nothing was stored: {countOf(conflicts.length, 'atom')} changed on the service. Reload the current
        {conflicts.length === 1 ? ' version' : ' versions'}, review the changes, and store again.
      </p>
      <ul aria-label="Atoms changed on the service">
        {conflicts.map(({ key, now }) => (
          <li key={key}>
            <KeyText atomKey={key} />
            <span>
              {now === null
                ? 'missing'
                : now.version === null
                  ? 'different value'
                  : `now version ${now.version}`}
            </span>
          </li>
        ))}
      </ul>
      <SmallButton onClick={onTakeUp} autoFocus>
        Reload current versions
      </SmallButton>
    </div>
  );
}

interface BatchErrorProps {
  readonly error: unknown;
  readonly totals: PreviewTotals;
  /** The atom that the service names; null where it names none. */
  readonly failedKey: string | null;
  readonly onLeaveOut: (key: string) => void;
  readonly onRetry: () => void;
}

/** Why the batch was not stored, and what that means for all its atoms. */
export function BatchError({ error, totals, failedKey, onLeaveOut, onRetry }: BatchErrorProps) {
  const refusal = batchRefusalWords(toAppError(error), totals);
  if (refusal === null) return <ErrorNotice error={error} onRetry={onRetry} />;
  return (
    <div className={classes.conflicts} role="alert">
      <p>
        <strong>{refusal.title}</strong> {visibleLine(refusal.what)} {refusal.todo}
      </p>
      {failedKey !== null && (
        <>
          <ul aria-label="Refused atom">
            <li>
              <KeyText atomKey={failedKey} />
            </li>
          </ul>
          <SmallButton onClick={() => onLeaveOut(failedKey)}>Skip</SmallButton>
        </>
      )}
    </div>
  );
}
