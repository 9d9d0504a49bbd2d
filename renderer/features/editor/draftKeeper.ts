import { createInTurn } from '#shared/async/inTurn.ts';
import type { Draft } from '#shared/domain/draft.ts';

type Typed = Omit<Draft, 'changedAt'>;

/** Saves one draft as it is typed. */
export interface DraftKeeper {
  /** Takes the current draft and saves it when typing pauses. Removes the saved draft if there is no unsaved text. */
  readonly note: (draft: Typed, isUnsaved: boolean) => void;
  /** Saves at once what is not saved yet. Resolves when saving succeeded or failed; never rejects. */
  readonly flush: () => Promise<void>;
  /** Call when the draft was stored or discarded: removes the saved draft and saves nothing more. Never rejects. */
  readonly finish: () => Promise<void>;
}

interface Effects {
  readonly keep: (draft: Typed) => Promise<Draft>;
  readonly remove: (draft: Typed) => Promise<unknown>;
  readonly tell: (last: LastSave) => void;
}

/** The draft as last saved, or why saving failed; null if none is saved. */
export type LastSave = { readonly kept: Draft } | { readonly failure: unknown } | null;

const restMs = 500;

export function createDraftKeeper({ keep, remove, tell }: Effects): DraftKeeper {
  let latest: Typed | null = null;
  let isUnsaved = false;
  let isDue = false;
  let wasKept = false;
  let isFinished = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One save after the other, so that the last one saved is the last one typed.
  const queue = createInTurn();
  const inTurn = (step: () => Promise<void>): Promise<void> =>
    queue(step).catch((failure: unknown) => tell({ failure }));
  const keepLatest = async (): Promise<void> => {
    if (latest === null || !isDue || isFinished) return;
    isDue = false;
    const draft = latest;
    if (isUnsaved) {
      wasKept = true;
      tell({ kept: await keep(draft) });
    } else if (wasKept) {
      wasKept = false;
      await remove(draft);
      tell(null);
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    return inTurn(keepLatest);
  };
  return {
    note(draft, hasUnsaved) {
      if (isFinished || (latest === draft && isUnsaved === hasUnsaved)) return;
      // The first draft is not a change, and a continued draft is already saved.
      if (latest === null) wasKept = hasUnsaved;
      else isDue = true;
      latest = draft;
      isUnsaved = hasUnsaved;
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), restMs);
    },
    flush,
    finish() {
      clearTimeout(timer);
      isFinished = true;
      return inTurn(async () => {
        if (latest !== null && wasKept) await remove(latest);
      });
    },
  };
}
