import { Worker } from 'node:worker_threads';
import { buffersOf, packProofs, type PackedProofs } from '#shared/merkle/packedProofs.ts';
import type { Json } from '#shared/domain/json.ts';
import type { PathScheme } from '#shared/merkle/scheme.ts';
import type { VerifyResult, VerifyTask } from './messages.ts';

export interface BatchPaths {
  /** For each proof of the input, whether its path leads to its root; null if `verify` has to decide. */
  readonly paths: readonly (boolean | null)[];
  /** How many nodes were hashed for all of them. */
  readonly hashed: number;
}

export interface VerifierPool {
  /**
   * Checks the paths of many proofs with one scheme, each as strictly as alone. Rejects if a worker fails or
   * the pool is closed meanwhile.
   */
  readonly verifyPaths: (proofs: readonly Json[], scheme: PathScheme) => Promise<BatchPaths>;
  /** The same for packed proofs, whose buffers are transferred. */
  readonly verifyPack: (pack: PackedProofs) => Promise<VerifyResult>;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly worker: number;
  readonly resolve: (answer: VerifyResult) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Worker threads that verify packs of proofs. `workerFile`: the built `verifyWorker`. `size`: number of
 * threads; more than the number of cores only cost memory.
 */
export function createVerifierPool(workerFile: string | URL, size: number): VerifierPool {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const workers = Array.from({ length: size }, (_, number) => {
    const worker = new Worker(workerFile);
    worker.on('message', (answer: VerifyResult) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
    });
    const giveUp = (error: Error) => {
      for (const [id, task] of waiting) {
        if (task.worker !== number) continue;
        waiting.delete(id);
        task.reject(error);
      }
    };
    worker.on('error', giveUp);
    worker.on('exit', () => giveUp(new Error('The worker has ended.')));
    return worker;
  });

  const verifyPack = (pack: PackedProofs): Promise<VerifyResult> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const loads = workers.map(
        (_, number) => [...waiting.values()].filter((task) => task.worker === number).length,
      );
      const number = loads.indexOf(Math.min(...loads));
      const worker = workers[number];
      if (worker === undefined) return reject(new Error('The pool has no workers.'));
      waiting.set(id, { worker: number, resolve, reject });
      const task: VerifyTask = { id, pack };
      worker.postMessage(task, [...buffersOf(pack)]);
    });

  return {
    verifyPack,
    verifyPaths: async (proofs, scheme) => {
      const { packs } = packProofs(proofs, scheme, size);
      const answers = await Promise.all(packs.map(verifyPack));
      const paths = proofs.map((): boolean | null => null);
      for (const { entries, verified } of answers)
        for (const [at, entry] of entries.entries()) paths[entry] = verified[at] === 1;
      return { paths, hashed: answers.reduce((sum, { hashed }) => sum + hashed, 0) };
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
