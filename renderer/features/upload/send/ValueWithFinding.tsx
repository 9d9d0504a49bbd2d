import { useMemo } from 'react';
import { findSensitiveContent } from '#shared/safety/sensitiveContent.ts';
import { visiblePieces } from '#shared/text/visibleText.ts';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { Pieces } from '../../../ui/KeyText.tsx';
import classes from './Send.module.css';

/** Characters shown on each side of a finding, and at most without a finding. */
const around = 600;
const longest = 2_000;

interface ValueWithFindingProps {
  readonly value: string;
  /** The service refused the value as a credential. It does not say where, so the app searches the value itself. */
  readonly isRefusedAsSensitive: boolean;
}

/** A value in which anything that looks like a credential is marked. */
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
        <Dimmed>
          {finding === null
            ? 'Atom Explorer finds nothing in this value that looks like a credential.'
            : `Atom Explorer marked what looks like a credential: ${
                finding.pattern === null ? 'a long random token' : `pattern “${finding.pattern}”`
              } at character ${finding.start + 1}.`}
        </Dimmed>
      )}
    </>
  );
}
