import type { Json } from '#shared/domain/json.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { VerifierPool } from '../../../workers/verifierPool.ts';
import type { ProvenPaths } from '../readings/answerReading.ts';

/** Below this a message to another thread costs more than the hashing that it spares this one. */
export const smallestBatch = 32;

export interface BatchPaths {
  /**
   * Folds the paths of a large answer in worker threads. null where that is left to `verify`: of a small answer,
   * without a single pinned rule, or because the workers failed, which is logged.
   */
  readonly prove: (proofs: readonly Json[], pin: SchemePin | null) => Promise<ProvenPaths | null>;
  readonly close: () => Promise<void>;
}

/** `makePool` is called at the first large answer: most sessions read one atom at a time. */
export function createBatchPaths(effects: {
  readonly makePool: () => VerifierPool;
  readonly log: (message: string, error: unknown) => void;
}): BatchPaths {
  let pool: VerifierPool | null = null;
  return {
    prove: async (proofs, pin) => {
      const [scheme, ...others] = pin?.path ?? [];
      if (proofs.length < smallestBatch || scheme === undefined || others.length > 0) return null;
      try {
        pool ??= effects.makePool();
        const { paths } = await pool.verifyPaths(proofs, scheme);
        return { scheme, leadToRoot: paths };
      } catch (error) {
        effects.log('The verification threads failed and are being restarted.', error);
        await pool?.close();
        pool = null;
        return null;
      }
    },
    close: async () => {
      await pool?.close();
    },
  };
}
