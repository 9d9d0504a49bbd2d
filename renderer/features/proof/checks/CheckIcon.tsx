import {
  IconCircleCheckFilled,
  IconCircleMinus,
  IconHelpTriangleFilled,
  IconSquareXFilled,
} from '@tabler/icons-react';
import type { CheckWords } from '#shared/text/verdictWords.ts';

type Look = CheckWords['look'];

/** The shapes of the verdict badge, and an outline if there was nothing to check. */
const looks = {
  pass: { Icon: IconCircleCheckFilled, color: 'var(--verdict-green-fg)' },
  fail: { Icon: IconSquareXFilled, color: 'var(--verdict-red-fg)' },
  undecided: { Icon: IconHelpTriangleFilled, color: 'var(--verdict-amber-fg)' },
  nothing: { Icon: IconCircleMinus, color: 'var(--ink-dim)' },
} as const satisfies Record<Look, unknown>;

/** The result of one check as a shape. Always used next to its word. */
export function CheckIcon({ status, size }: { readonly status: Look; readonly size: number }) {
  const { Icon, color } = looks[status];
  return <Icon style={{ flex: 'none', color }} size={size} aria-hidden />;
}
