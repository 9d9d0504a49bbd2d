import {
  IconCircleCheckFilled,
  IconCircleMinus,
  IconHelpTriangleFilled,
  IconSquareXFilled,
} from '@tabler/icons-react';
import type { CheckWords } from '#shared/text/verdictWords.ts';
import classes from './CheckIcon.module.css';

type Look = CheckWords['look'];

/** The shapes of the verdict badge, and an outline where there was nothing to judge. */
const icons = {
  pass: IconCircleCheckFilled,
  fail: IconSquareXFilled,
  undecided: IconHelpTriangleFilled,
  nothing: IconCircleMinus,
} as const satisfies Record<Look, unknown>;

/** The outcome of one check as a shape; always next to its word. */
export function CheckIcon({ status, size }: { readonly status: Look; readonly size: number }) {
  const Icon = icons[status];
  return <Icon className={classes.icon} data-status={status} size={size} aria-hidden />;
}
