import { parentPort } from 'node:worker_threads';
import { fastNodeHash } from '#shared/merkle/fastNodeHash.ts';
import { verifyPacked } from '#shared/merkle/verifyPacked.ts';
import type { VerifyAnswer, VerifyTask } from './messages.ts';

// The entry of a worker thread: packs in, answers out, nothing kept in between.
parentPort?.on('message', ({ id, pack }: VerifyTask) => {
  const { verified, hashed } = verifyPacked(pack, fastNodeHash(pack.scheme));
  const { entries } = pack;
  const answer: VerifyAnswer = { id, entries, verified, hashed };
  parentPort?.postMessage(answer, [entries.buffer as ArrayBuffer, verified.buffer as ArrayBuffer]);
});
