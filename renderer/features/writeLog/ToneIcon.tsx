import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconHelpCircle,
  type Icon,
} from '@tabler/icons-react';
import type { WriteTone } from '#shared/text/writeWords.ts';
import classes from './ToneIcon.module.css';

/** Beside words that say the same. */
const looks: Readonly<Record<WriteTone, Icon>> = {
  good: IconCircleCheck,
  doubtful: IconHelpCircle,
  bad: IconAlertTriangle,
  plain: IconCircleOff,
};

export function ToneIcon({ tone, size }: { readonly tone: WriteTone; readonly size: number }) {
  const Look = looks[tone];
  return <Look className={classes.icon ?? ''} data-tone={tone} size={size} aria-hidden />;
}
