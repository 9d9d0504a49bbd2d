import { useEffect, useState } from 'react';
import { ipc } from '../api/ipc.ts';

type CopyState = 'idle' | 'copied' | 'failed';
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
    ipc.copyText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return { state, copy };
}
