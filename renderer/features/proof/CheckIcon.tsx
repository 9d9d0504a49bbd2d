import { IconCircleCheckFilled, IconHelpTriangleFilled, IconSquareXFilled } from '@tabler/icons-react';
import type { CheckStatus } from '#shared/merkle/verdict.ts';
import classes from './CheckIcon.module.css';

/** The shapes of the verdict badge. */
const icons = {
  pass: IconCircleCheckFilled,
  fail: IconSquareXFilled,
  undecided: IconHelpTriangleFilled,
} as const satisfies Record<CheckStatus, unknown>;

/** The outcome of one check as a shape; always next to its word. */
export function CheckIcon({ status, size }: { readonly status: CheckStatus; readonly size: number }) {
  const Icon = icons[status];
  return <Icon className={classes.icon} data-status={status} size={size} aria-hidden />;
}
