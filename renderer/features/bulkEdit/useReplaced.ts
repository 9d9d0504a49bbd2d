import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ReplaceAnswer } from './replaceInValues.ts';
import { createReplaceQueue, type ReplaceOutcome, type ReplaceWorker } from './replaceQueue.ts';
import type { FindChoice } from './replacing.ts';

/** Typing rests for so long before it is searched for. */
const restMs = 200;
/** No search over the values that fit takes nearly as long, but one whose expression tries everything in every way. */
const limitMs = 5_000;

export interface ReplacedView {
  /** null while nothing was looked for. What was found last stays until the next is there. */
  readonly outcome: ReplaceOutcome | null;
  /** Whether `outcome` is of what is typed now, in the atoms as they are now. */
  readonly isCurrent: boolean;
}

interface Found {
  readonly outcome: ReplaceOutcome;
  readonly choice: FindChoice;
  readonly atoms: readonly AtomReading[];
}

/** What replacing makes of the values of atoms, while it is typed what is looked for. */
export function useReplaced(atoms: readonly AtomReading[], choice: FindChoice): ReplacedView {
  const [settled] = useDebouncedValue(choice, restMs);
  const [found, setFound] = useState<Found | null>(null);
  const queue = useMemo(
    () =>
      createReplaceQueue({
        values: atoms.map(({ value }) => value),
        start: startReplaceWorker,
        after: (ms, callback) => {
          const timer = setTimeout(callback, ms);
          return () => clearTimeout(timer);
        },
        limitMs,
        told: (outcome, of) => setFound({ outcome, choice: of, atoms }),
      }),
    [atoms],
  );
  useEffect(() => () => queue.rest(), [queue]);
  useEffect(() => {
    if (settled.find !== '') queue.wish(settled);
  }, [queue, settled]);

  if (choice.find === '') return { outcome: null, isCurrent: true };
  // Of atoms that were read anew, the places of the earlier ones say nothing.
  const outcome = found === null || found.atoms !== atoms ? null : found.outcome;
  return { outcome, isCurrent: outcome !== null && found?.choice === choice };
}

function startReplaceWorker(heard: {
  readonly answer: (answer: ReplaceAnswer) => void;
  readonly broke: (why: string) => void;
}): ReplaceWorker {
  const worker = new Worker(new URL('./replaceWorker.ts', import.meta.url), {
    type: 'module',
    name: 'find and replace',
  });
  worker.addEventListener('message', ({ data }: MessageEvent<ReplaceAnswer>) => heard.answer(data));
  worker.addEventListener('error', ({ message }) => heard.broke(message || 'The worker failed.'));
  return { send: (message) => worker.postMessage(message), end: () => worker.terminate() };
}
