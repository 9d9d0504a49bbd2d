import { present, type NewAtom, type StoredVersion } from './atomStore.ts';

interface WaitingWrite {
  readonly atoms: readonly NewAtom[];
  readonly resolve: (stored: readonly StoredVersion[]) => void;
  readonly reject: (error: unknown) => void;
}

/** So that an earlier store does not wait long for later ones. */
const mostAtomsAtOnce = 4_000;

/** Writes the stores that wait at the same time together, because what makes a write last takes most of the time. */
export interface WriteQueue {
  append(atoms: readonly NewAtom[]): Promise<readonly StoredVersion[]>;
  /** How many stores wait for the one that is being written. */
  waiting(): number;
  /** Resolves when everything that was accepted has been written or has failed. */
  settled(): Promise<void>;
}

/** @param write all of these stores or none; the results are in their order */
export function createWriteQueue(
  write: (requests: readonly (readonly NewAtom[])[]) => Promise<readonly (readonly StoredVersion[])[]>,
): WriteQueue {
  const waiting: WaitingWrite[] = [];
  let writing: Promise<void> | null = null;

  /** As many of the waiting stores as are written at once; at least one. */
  function nextRequests(): readonly WaitingWrite[] {
    let atoms = 0;
    const count = waiting.findIndex((request) => (atoms += request.atoms.length) > mostAtomsAtOnce);
    return waiting.splice(0, count === -1 ? waiting.length : Math.max(1, count));
  }

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const requests = nextRequests();
      try {
        const answers = await write(requests.map(({ atoms }) => atoms));
        requests.forEach((request, i) => request.resolve(present(answers[i])));
      } catch (error) {
        for (const request of requests) request.reject(error);
      }
    }
    writing = null;
  }

  return {
    append(atoms) {
      return new Promise((resolve, reject) => {
        waiting.push({ atoms, resolve, reject });
        writing ??= writeWaiting();
      });
    },
    waiting: () => waiting.length,
    settled: async () => {
      await writing;
    },
  };
}
