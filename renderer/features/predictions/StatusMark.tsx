import { Loader } from '@mantine/core';
import { IconCircleDashed, IconCircleOff, IconPlugConnectedX } from '@tabler/icons-react';
import type { PredictionStatus } from '#shared/predictions/predictionStatus.ts';
import { statusWords } from '#shared/text/predictionWords.ts';
import { verdictIcons } from '../../ui/VerdictBadge.tsx';
import classes from './StatusMark.module.css';

const icons = { unread: IconCircleDashed, absent: IconCircleOff, failed: IconPlugConnectedX } as const;

/** How a predicted atom stands, by shape, word and colour. */
export function StatusMark({ status }: { readonly status: PredictionStatus }) {
  const tone = status.kind === 'read' ? status.verdict : status.kind;
  const Icon =
    status.kind === 'read'
      ? verdictIcons[status.verdict]
      : status.kind === 'reading'
        ? null
        : icons[status.kind];
  return (
    <span className={classes.mark} data-tone={tone}>
      {Icon === null ? <Loader size={12} aria-hidden /> : <Icon size={13} aria-hidden />}
      {statusWords(status)}
    </span>
  );
}
