import { useEffect, useState } from 'react';
import type { Draft } from '#shared/domain/draft.ts';
import { keepDraft, removeDraft } from '../../api/drafts.ts';
import { hasUnsavedText, type AtomDraft } from '../../state/editorStore.ts';
import { createDraftKeeper, type DraftKeeper } from './draftKeeper.ts';

export interface DraftKeeping {
  readonly keeper: DraftKeeper;
  /** The draft as it was kept last, or why it could not be; null before the first time. */
  readonly last: { readonly kept: Draft } | { readonly failure: unknown } | null;
}

/** Keeps what is typed, shortly after it was typed, and at once where the window loses the focus or closes. */
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
