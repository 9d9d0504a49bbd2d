import { useEffect, useState } from 'react';
import { unwrap } from '../api/unwrap.ts';

type CopyState = 'idle' | 'copied' | 'failed';
const resetAfterMs = 1_600;

/** Copies by way of main, which alone may touch the clipboard, and says for a moment how it went. */
export function useCopy(): { readonly state: CopyState; readonly copy: (text: string) => void } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), resetAfterMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (text: string): void => {
    unwrap(window.atomExplorer.copyText(text)).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return { state, copy };
}
