import { parentPort } from 'node:worker_threads';
import { fastNodeHash } from '#shared/merkle/fastNodeHash.ts';
import { verifyPacked } from '#shared/merkle/verifyPacked.ts';
import type { VerifyResult, VerifyTask } from './messages.ts';

// Worker thread entry: takes packs, returns results, keeps no state.
parentPort?.on('message', ({ id, pack }: VerifyTask) => {
  const { verified, hashed } = verifyPacked(pack, fastNodeHash(pack.scheme));
  const { entries } = pack;
  const answer: VerifyResult = { id, entries, verified, hashed };
  parentPort?.postMessage(answer, [entries.buffer as ArrayBuffer, verified.buffer as ArrayBuffer]);
});
