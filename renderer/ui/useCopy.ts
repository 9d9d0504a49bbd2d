import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from '../api/files.ts';

/** The icon of each state. */
export const copyIcons = { idle: IconCopy, copied: IconCheck, failed: IconAlertTriangle } as const;
type CopyState = keyof typeof copyIcons;
const resetAfterMs = 1_600;

/** Copies text, and keeps the outcome in `state` for a moment. */
export function useCopy(): { readonly state: CopyState; readonly copy: (text: string) => void } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), resetAfterMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (text: string): void => {
    copyText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return { state, copy };
}
