import { useEffect, useState } from 'react';
import type { Draft } from '#shared/domain/draft.ts';
import { keepDraft, removeDraft } from '../../api/drafts.ts';
import { hasUnsavedText, type AtomDraft } from '../../state/editorStore.ts';
import { createDraftKeeper, type DraftKeeper } from './draftKeeper.ts';

export interface DraftKeeping {
  readonly keeper: DraftKeeper;
  /** The draft as last saved, or why saving failed; null before the first save. */
  readonly last: { readonly kept: Draft } | { readonly failure: unknown } | null;
}

/** Saves what is typed after a short pause, and at once when the window loses focus or closes. */
export function useDraftKeeping(draft: AtomDraft): DraftKeeping {
  const [last, setLast] = useState<DraftKeeping['last']>(null);
  const [keeper] = useState(() => createDraftKeeper({ keep: keepDraft, remove: removeDraft, tell: setLast }));
  const isUnsaved = hasUnsavedText(draft);
  useEffect(() => keeper.note(draft, isUnsaved), [keeper, draft, isUnsaved]);
  useEffect(() => {
    const flush = (): void => void keeper.flush();
    window.addEventListener('blur', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('blur', flush);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [keeper]);
  return { keeper, last };
}
