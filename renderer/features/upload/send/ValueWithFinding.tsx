import { useMemo } from 'react';
import { findSensitiveContent } from '#shared/safety/sensitiveContent.ts';
import { visiblePieces } from '#shared/text/visibleText.ts';
import { Pieces } from '../../../ui/KeyText.tsx';
import classes from './SendUpload.module.css';

/** What is shown around a finding, and at most without one, in characters. */
const around = 600;
const longest = 2_000;

interface ValueWithFindingProps {
  readonly value: string;
  /** The service took something in it for a credential. Where exactly it does not say: this app looks for itself. */
  readonly isRefusedAsSensitive: boolean;
}

/** A value, with what looks like a credential marked in place. */
export function ValueWithFinding({ value, isRefusedAsSensitive }: ValueWithFindingProps) {
  const finding = useMemo(
    () => (isRefusedAsSensitive ? findSensitiveContent(value) : null),
    [value, isRefusedAsSensitive],
  );
  const from = finding === null ? 0 : Math.max(0, finding.start - around);
  const to = finding === null ? longest : finding.end + around;
  const show = (start: number, end: number) => <Pieces pieces={visiblePieces(value.slice(start, end))} />;
  return (
    <>
      <pre className={classes.value} tabIndex={0} aria-label="Value of the row">
        {from > 0 && '…'}
        {finding === null ? (
          show(0, to)
        ) : (
          <>
            {show(from, finding.start)}
            <mark className={classes.found}>{show(finding.start, finding.end)}</mark>
            {show(finding.end, to)}
          </>
        )}
        {to < value.length && '…'}
      </pre>
      {isRefusedAsSensitive && (
        <p className={classes.dim}>
          {finding === null
            ? 'This app’s own search finds nothing in it that looks like a credential.'
            : `Marked by this app’s own search: ${
                finding.pattern === null ? 'a long random token' : `pattern “${finding.pattern}”`
              }, from character ${finding.start + 1}.`}
        </p>
      )}
    </>
  );
}
