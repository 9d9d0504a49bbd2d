import {
  IconCircleCheckFilled,
  IconHelpTriangleFilled,
  IconShieldHalfFilled,
  IconSquareXFilled,
  type Icon,
} from '@tabler/icons-react';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { shortVerdictNames, verdictNames } from '#shared/text/verdictNames.ts';
import classes from './kit.module.css';
import { Tip } from './Tip.tsx';

/** Verdicts differ in word, shape, and color, so that any one of them is enough to tell them apart. */
export const verdictIcons: Readonly<Record<VerdictStatus, Icon>> = {
  green: IconCircleCheckFilled,
  keyOnly: IconShieldHalfFilled,
  amber: IconHelpTriangleFilled,
  red: IconSquareXFilled,
};

const iconSizes = { sm: 14, md: 16, lg: 20 } as const;

interface VerdictBadgeProps {
  readonly status: VerdictStatus;
  /** `sm` shows the short name, and the full name on hover. */
  readonly size?: keyof typeof iconSizes;
  /** false: only the icon, with the name for screen readers and on hover. */
  readonly withLabel?: boolean;
}

export function VerdictBadge({ status, size = 'md', withLabel = true }: VerdictBadgeProps) {
  const word = verdictNames[status];
  const Icon = verdictIcons[status];
  if (!withLabel) {
    return (
      <Tip label={word}>
        <span className={classes.verdictIcon} data-verdict={status} role="img" aria-label={word}>
          <Icon size={iconSizes[size]} aria-hidden />
        </span>
      </Tip>
    );
  }
  const shown = size === 'sm' ? shortVerdictNames[status] : word;
  return (
    <Tip label={shown === word ? undefined : word}>
      <span className={classes.verdictBadge} data-verdict={status} data-size={size}>
        <Icon size={iconSizes[size]} aria-hidden />
        {shown}
      </span>
    </Tip>
  );
}
