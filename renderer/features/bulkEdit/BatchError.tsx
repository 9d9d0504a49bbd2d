import { visibleLine } from '#shared/text/visibleText.ts';
import { toAppError } from '../../api/unwrap.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import classes from './BulkEdit.module.css';
import type { PreviewTotals } from './bulkPreview.ts';
import { batchRefusalWords } from './bulkWords.ts';

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
