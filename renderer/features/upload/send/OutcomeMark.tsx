import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconEqual,
  IconExclamationCircle,
  IconHandStop,
  IconHelpCircle,
  type Icon,
} from '@tabler/icons-react';
import type { ReadBack, RowMark, RowOutcome } from '#shared/domain/upload.ts';
import { verdictStatuses } from '#shared/merkle/verdict.ts';
import { readBackWords, rowMarkWords, rowOutcomeWords } from '#shared/text/uploadWords.ts';
import { VerdictBadge } from '../../../ui/VerdictBadge.tsx';
import classes from './Send.module.css';

/** `reported`: by the service, without a proof, so the mark does not have the color of a verdict. */
const outcomeLooks: Readonly<Record<RowOutcome, { readonly Glyph: Icon; readonly tone: string }>> = {
  waiting: { Glyph: IconCircleDashed, tone: 'quiet' },
  stored: { Glyph: IconCircleCheck, tone: 'reported' },
  same: { Glyph: IconEqual, tone: 'quiet' },
  skipped: { Glyph: IconCircleMinus, tone: 'quiet' },
  refused: { Glyph: IconCircleX, tone: 'danger' },
  unknown: { Glyph: IconHelpCircle, tone: 'warning' },
  held: { Glyph: IconHandStop, tone: 'warning' },
};

export function OutcomeMark({ outcome }: { readonly outcome: RowOutcome }) {
  const { Glyph, tone } = outcomeLooks[outcome];
  return (
    <span className={classes.mark} data-tone={tone}>
      <Glyph size={15} color={tone === 'reported' ? 'var(--accent-ink)' : 'currentColor'} aria-hidden />
      {rowOutcomeWords[outcome].label}
    </span>
  );
}

/** A sign about a stored row. */
export function RowMarkLabel({ mark }: { readonly mark: RowMark }) {
  return (
    <span className={classes.mark} data-tone="warning">
      <IconExclamationCircle size={15} aria-hidden />
      {rowMarkWords[mark].label}
    </span>
  );
}

export function ReadBackMark({ readBack }: { readonly readBack: Exclude<ReadBack, 'not-read'> }) {
  const status = verdictStatuses.find((each) => each === readBack);
  if (status !== undefined) return <VerdictBadge status={status} size="sm" />;
  return (
    <span className={classes.mark} data-tone="warning">
      <IconExclamationCircle size={15} aria-hidden />
      {readBackWords[readBack].label}
    </span>
  );
}
