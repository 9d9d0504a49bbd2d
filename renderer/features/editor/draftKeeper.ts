import type { Draft } from '#shared/domain/draft.ts';

type Typed = Omit<Draft, 'changedAt'>;

/** Keeps one draft as it is typed. */
export interface DraftKeeper {
  /** What the draft is now; kept once typing rests. One without unsaved text is not kept, and not any more. */
  readonly note: (draft: Typed, isUnsaved: boolean) => void;
  /** Keeps at once what is not kept yet. Resolves when it is kept, or could not be; never rejects. */
  readonly flush: () => Promise<void>;
  /** It was stored or given up: takes it off what is kept, and keeps nothing any more. Never rejects. */
  readonly finish: () => Promise<void>;
}

interface Effects {
  readonly keep: (draft: Typed) => Promise<Draft>;
  readonly remove: (draft: Typed) => Promise<unknown>;
  readonly tell: (last: { readonly kept: Draft } | { readonly failure: unknown } | null) => void;
}

const restMs = 500;

export function createDraftKeeper({ keep, remove, tell }: Effects): DraftKeeper {
  let latest: Typed | null = null;
  let isUnsaved = false;
  let isDue = false;
  let wasKept = false;
  let isFinished = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One after the other: what is kept last must be what was typed last.
  let queue: Promise<void> = Promise.resolve();

  const inTurn = (step: () => Promise<void>): Promise<void> => {
    queue = queue.then(step).catch((failure: unknown) => tell({ failure }));
    return queue;
  };
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
      // What it begins with is nothing new, and a draft that is continued is kept already.
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
