import { fastNodeHash } from '#shared/merkle/fastNodeHash.ts';
import { verifyPacked } from '#shared/merkle/verifyPacked.ts';
import { transferring } from '#shared/async/rpc.ts';
import { serveThread } from '../jobs/thread.ts';
import type { VerifierCalls } from './verifierPool.ts';

// Worker thread entry: takes packs, returns results, keeps no state.
serveThread((): VerifierCalls => ({
  verify: (pack) => {
    const { verified, hashed } = verifyPacked(pack, fastNodeHash(pack.scheme));
    const { entries } = pack;
    return transferring({ entries, verified, hashed }, [
      entries.buffer as ArrayBuffer,
      verified.buffer as ArrayBuffer,
    ]);
  },
}));
