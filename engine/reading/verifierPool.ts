import { buffersOf, packProofs, type PackedProofs } from '#shared/merkle/packedProofs.ts';
import type { Json } from '#shared/domain/json.ts';
import type { PathScheme } from '#shared/merkle/scheme.ts';
import { transferring } from '#shared/async/rpc.ts';
import { startThread } from '../jobs/thread.ts';

export interface BatchPaths {
  /** For each proof of the input, whether its path leads to its root; null if `verify` has to decide. */
  readonly paths: readonly (boolean | null)[];
  /** How many nodes were hashed for all of them. */
  readonly hashed: number;
}

/** The result of a pack. */
export interface VerifyResult {
  /** In the order of the pack. */
  readonly entries: Uint32Array;
  /** For each proof, 1 if its path leads to the root. */
  readonly verified: Uint8Array;
  /** How many nodes were hashed. */
  readonly hashed: number;
}

/** The calls of `verifyWorker`. */
export interface VerifierCalls {
  readonly verify: (pack: PackedProofs) => VerifyResult;
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

/**
 * Worker threads that verify packs of proofs. `workerFile`: the built `verifyWorker`. `size`: number of
 * threads; more than the number of cores only cost memory.
 */
export function createVerifierPool(workerFile: string | URL, size: number): VerifierPool {
  const threads = Array.from({ length: size }, () => startThread<VerifierCalls>(workerFile));

  const verifyPack = (pack: PackedProofs): Promise<VerifyResult> => {
    const [first, ...others] = threads;
    if (first === undefined) throw new Error('The pool has no workers.');
    const idlest = others.reduce((best, one) => (one.pending() < best.pending() ? one : best), first);
    return idlest.remote.verify(transferring(pack, buffersOf(pack)));
  };

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
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}
