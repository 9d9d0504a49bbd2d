import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** A note is saved this long after the last change. */
const restMs = 600;

export type NoteState = 'saved' | 'typing' | 'saving' | 'failed';

export interface NoteDraft {
  readonly text: string;
  readonly state: NoteState;
  readonly type: (text: string) => void;
  /** Saves unsaved text at once. */
  readonly flush: () => void;
}

/**
 * A note that saves itself: when typing pauses, on blur, and on unmount. While nothing is unsaved it follows `saved`,
 * which may change elsewhere.
 */
export function useNoteDraft(saved: string, save: (text: string) => Promise<unknown>): NoteDraft {
  const [draft, setDraft] = useState<string | null>(null);
  const [state, setState] = useState<NoteState>('saved');
  const timer = useRef<number | undefined>(undefined);
  /** The latest text that is not being saved yet. */
  const unsent = useRef<string | null>(null);

  const flush = (): void => {
    window.clearTimeout(timer.current);
    const text = unsent.current;
    if (text === null) return;
    unsent.current = null;
    setState('saving');
    save(text).then(
      () => {
        // More may have been typed meanwhile.
        if (unsent.current !== null) return;
        setDraft(null);
        setState('saved');
      },
      () => {
        unsent.current ??= text;
        setState('failed');
      },
    );
  };
  const flushAtEnd = useEffectEvent(flush);
  useEffect(() => () => flushAtEnd(), []);

  return {
    text: draft ?? saved,
    state,
    type: (text) => {
      setDraft(text);
      setState('typing');
      unsent.current = text;
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(flush, restMs);
    },
    flush,
  };
}
