import { Loader } from '@mantine/core';
import { IconCircleDashed, IconCircleOff, IconPlugConnectedX } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import type { PredictionStatus } from '#shared/predictions/predictionStatus.ts';
import { statusWords } from '#shared/text/predictionWords.ts';
import { verdictIcons } from '../../ui/VerdictBadge.tsx';
import classes from './Predictions.module.css';

const icons = {
  unread: IconCircleDashed,
  reading: null,
  absent: IconCircleOff,
  failed: IconPlugConnectedX,
} as const;

/** The status of a predicted atom as an icon and words, in the color of its verdict. */
export function StatusMark({ status }: { readonly status: PredictionStatus }) {
  const Icon = status.kind === 'read' ? verdictIcons[status.verdict] : icons[status.kind];
  const style: (CSSProperties & { readonly '--status-color': string }) | undefined =
    status.kind === 'read' ? { '--status-color': `var(--verdict-${status.verdict}-fg)` } : undefined;
  return (
    <span className={classes.status} data-status={status.kind} style={style}>
      {Icon === null ? <Loader size={12} aria-hidden /> : <Icon size={13} aria-hidden />}
      {statusWords(status)}
    </span>
  );
}
