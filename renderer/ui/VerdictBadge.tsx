import { Tooltip } from '@mantine/core';
import { IconCircleCheckFilled, IconHelpTriangleFilled, IconSquareXFilled } from '@tabler/icons-react';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import classes from './VerdictBadge.module.css';

/** A verdict differs in word, shape and colour, so that none of the three is needed to tell them apart. */
const looks = {
  green: { word: 'Verified', Icon: IconCircleCheckFilled },
  amber: { word: 'Could not check', Icon: IconHelpTriangleFilled },
  red: { word: 'Failed', Icon: IconSquareXFilled },
} as const satisfies Record<VerdictStatus, unknown>;

const iconSizes = { sm: 14, md: 16, lg: 20 } as const;

interface VerdictBadgeProps {
  readonly status: VerdictStatus;
  readonly size?: keyof typeof iconSizes;
  /** Without: the icon alone, named for screen readers and on hover, for table cells. */
  readonly withLabel?: boolean;
}

export function VerdictBadge({ status, size = 'md', withLabel = true }: VerdictBadgeProps) {
  const { word, Icon } = looks[status];
  if (!withLabel) {
    return (
      <Tooltip label={word}>
        <span className={classes.icon} data-verdict={status} role="img" aria-label={word}>
          <Icon size={iconSizes[size]} aria-hidden />
        </span>
      </Tooltip>
    );
  }
  return (
    <span className={classes.badge} data-verdict={status} data-size={size}>
      <Icon size={iconSizes[size]} aria-hidden />
      {word}
    </span>
  );
}
