import { parentPort, workerData } from 'node:worker_threads';
import { buildStatement } from '#shared/evidence/buildStatement.ts';
import { sealStatement } from '#shared/evidence/envelope.ts';
import { verifyEvidence } from '#shared/evidence/verifyEvidence.ts';
import { reportText } from '#shared/report/reportText.ts';
import type { EvidenceTask, FromEvidenceThread, SealedEvidence, SignedMessage } from './evidenceThread.ts';
import { checkTimestamp } from './checkTimestamp.ts';
import { isSignedBy } from './isSignedBy.ts';

// Worker thread entry: takes one task, returns its result, and ends.

void run(workerData as EvidenceTask);

async function run(task: EvidenceTask): Promise<void> {
  post({ kind: 'done', result: await resultOf(task) });
  parentPort?.close();
}

async function resultOf(task: EvidenceTask): Promise<unknown> {
  if (task.kind === 'seal') return seal(task);
  const { bytes, trustedKeys, anchors } = task;
  const reading = verifyEvidence(bytes, {
    verifySignature: isSignedBy,
    trustedKeys,
    checkTimestamp: (response, signature) => checkTimestamp(response, signature, anchors),
  });
  if (task.kind === 'verify') return reading;
  return reading.ok ? reportText(reading.evidence, task.format, task.withValues) : null;
}

async function seal({ input, publicKey }: Extract<EvidenceTask, { kind: 'seal' }>): Promise<SealedEvidence> {
  const built = buildStatement(input);
  if (!built.ok) return built;
  // Once to learn what is to be signed, and once with the signature: the private key is in another thread.
  let message = new Uint8Array();
  sealStatement(built.statement, {
    publicKey,
    sign: (toSign) => {
      message = new Uint8Array(toSign);
      return new Uint8Array(64);
    },
  });
  post({ kind: 'sign', message });
  const { signature, timestamp } = await new Promise<SignedMessage>((resolve) =>
    parentPort?.once('message', resolve),
  );
  const text = sealStatement(built.statement, { publicKey, sign: () => signature }, timestamp);
  return { ok: true, bytes: new TextEncoder().encode(text) };
}

function post(message: FromEvidenceThread): void {
  parentPort?.postMessage(message);
}
