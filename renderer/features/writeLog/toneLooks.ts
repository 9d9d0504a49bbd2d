import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconHelpCircle,
  type Icon,
} from '@tabler/icons-react';
import type { WriteTone } from '#shared/text/writeWords.ts';
import type { CalloutTone } from '../../ui/Callout.tsx';

interface ToneLook {
  readonly icon: Icon;
  readonly color: string;
  readonly callout: CalloutTone;
}

/** How the outcome of a write looks, beside text that says it. */
export const toneLooks: Readonly<Record<WriteTone, ToneLook>> = {
  good: { icon: IconCircleCheck, color: 'var(--verdict-green-fg)', callout: 'good' },
  doubtful: { icon: IconHelpCircle, color: 'var(--verdict-amber-fg)', callout: 'warning' },
  bad: { icon: IconAlertTriangle, color: 'var(--verdict-red-fg)', callout: 'danger' },
  plain: { icon: IconCircleOff, color: 'var(--ink-dim)', callout: 'neutral' },
};
