import { Loader } from '@mantine/core';
import { IconCircleDashed, IconCircleOff, IconPlugConnectedX } from '@tabler/icons-react';
import type { PredictionStanding } from '#shared/predictions/standing.ts';
import { standingWords } from '#shared/text/predictionWords.ts';
import { verdictIcons } from '../../ui/VerdictBadge.tsx';
import classes from './StandingMark.module.css';

const icons = { unread: IconCircleDashed, absent: IconCircleOff, failed: IconPlugConnectedX } as const;

/** How a predicted atom stands, by shape, word and colour. */
export function StandingMark({ standing }: { readonly standing: PredictionStanding }) {
  const tone = standing.kind === 'read' ? standing.verdict : standing.kind;
  const Icon =
    standing.kind === 'read'
      ? verdictIcons[standing.verdict]
      : standing.kind === 'reading'
        ? null
        : icons[standing.kind];
  return (
    <span className={classes.mark} data-tone={tone}>
      {Icon === null ? <Loader size={12} aria-hidden /> : <Icon size={13} aria-hidden />}
      {standingWords(standing)}
    </span>
  );
}
