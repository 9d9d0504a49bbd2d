import type { Json } from '#shared/domain/json.ts';
import type { PathScheme, SchemePin } from '#shared/merkle/scheme.ts';
import type { VerifierPool } from '../verifierPool.ts';

/** For each proof of a response, whether its path leads to its root by this rule; null if undecided. */
export interface ProvenPaths {
  readonly scheme: PathScheme;
  readonly leadToRoot: readonly (boolean | null)[];
}

/** Below this, a message to another thread costs more than the hashing that it saves. */
export const smallestBatch = 32;

export interface BatchPaths {
  /**
   * Folds the paths of a large response in worker threads. null if that is left to `verify`: for a small
   * response, without exactly one pinned rule, or because the workers failed, which is logged.
   */
  readonly prove: (proofs: readonly Json[], pin: SchemePin | null) => Promise<ProvenPaths | null>;
  readonly close: () => Promise<void>;
}

/** `makePool` is called at the first large response, because most sessions read one atom at a time. */
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
