import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ReplaceAnswer } from './replaceInValues.ts';
import { createReplaceQueue, type ReplaceOutcome, type ReplaceWorker } from './replaceQueue.ts';
import type { FindChoice } from '#shared/text/replacing.ts';

/** The pause in typing before a search starts. */
const restMs = 200;
/** Only an expression with catastrophic backtracking takes this long. */
const limitMs = 5_000;

export interface ReplacedView {
  /** null before the first search. The previous result stays until the next one arrives. */
  readonly outcome: ReplaceOutcome | null;
  /** Whether `outcome` is for the current choice and atoms. */
  readonly isCurrent: boolean;
}

interface Found {
  readonly outcome: ReplaceOutcome;
  readonly choice: FindChoice;
  readonly atoms: readonly AtomReading[];
}

/** Replaces in the values of atoms, in a worker, as the user types. */
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
        onOutcome: (outcome, of) => setFound({ outcome, choice: of, atoms }),
      }),
    [atoms],
  );
  useEffect(() => () => queue.stop(), [queue]);
  useEffect(() => {
    if (settled.find !== '') queue.search(settled);
  }, [queue, settled]);

  if (choice.find === '') return { outcome: null, isCurrent: true };
  // The result for earlier values does not apply to values that were read again.
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
