import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { EvidenceOutline } from '#shared/domain/evidence.ts';
import type { WriteReceipt } from '#shared/domain/writeReceipt.ts';
import type { EvidenceInput, RawResponse, ReadToCarry } from '#shared/evidence/buildStatement.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { parseProof } from '#shared/merkle/parseProof.ts';
import type { CheckedAnswer } from '../reading/checkedAnswer.ts';
import { sha256Of } from '../writing/sha256Of.ts';
import type { RecentAnswers } from './recentAnswers.ts';

/** The responses that evidence is made from, and which atoms of them it is about. */
export interface Gathered {
  readonly answers: readonly CheckedAnswer[];
  readonly reads: readonly ReadToCarry[];
  readonly missing: EvidenceInput['missing'];
}

type Answers = Pick<RecentAnswers, 'all' | 'ofRequest' | 'ofKey'>;

/**
 * One atom, as the response to this request said. null if that response is no longer kept. A verdict that depends on
 * other atoms of the response, or on an earlier response, comes with those.
 */
export function gatherAtom(
  answers: Answers,
  id: ConnectionId,
  { key, requestId }: { readonly key: string; readonly requestId: string },
): Gathered | null {
  const answer = [...answers.ofRequest(id, requestId)].reverse().find((one) => isAbout(one, key));
  if (answer === undefined) return null;
  const own = answer.reads.filter((one) => (one.requestedKey ?? one.reading.key) === key);
  const isAlone = own.length > 0 && own.every(({ reading }) => !isSplit(reading));
  const reads = (isAlone ? own : answer.reads).map((one) => readOf(answer, one));
  const missing = answer.missing.filter((one) => one === key).map((one) => missingOf(answer, one));
  const earlier = own.flatMap(({ reading }) => contradicted(answers, id, key, reading));
  return {
    answers: [...new Set([...earlier.map((one) => one.answer), answer])],
    reads: [...earlier.map((one) => readOf(one.answer, one)), ...reads],
    missing,
  };
}

/** All that the responses to one request said. null if they are no longer kept. */
export function gatherRequest(answers: Answers, id: ConnectionId, requestId: string): Gathered | null {
  const found = answers.ofRequest(id, requestId);
  if (found.length === 0) return null;
  return {
    answers: found,
    reads: found.flatMap((answer) => answer.reads.map((one) => readOf(answer, one))),
    missing: found.flatMap((answer) => answer.missing.map((key) => missingOf(answer, key))),
  };
}

/** The latest kept response about each key, and the keys without one. */
export function gatherKeys(
  answers: Answers,
  id: ConnectionId,
  keys: readonly string[],
): { readonly gathered: Gathered; readonly others: readonly string[] } {
  const wanted = new Set(keys);
  const found: CheckedAnswer[] = [];
  const reads: ReadToCarry[] = [];
  for (const answer of answers.all(id)) {
    if (wanted.size === 0) break;
    const own = answer.reads.filter((one) => wanted.has(one.requestedKey ?? one.reading.key));
    if (own.length === 0) continue;
    found.push(answer);
    reads.push(...own.map((one) => readOf(answer, one)));
    for (const { requestedKey, reading } of own) wanted.delete(requestedKey ?? reading.key);
  }
  return { gathered: { answers: found, reads, missing: [] }, others: [...wanted] };
}

/** The reads of its atoms while a store was made, as far as they are kept. */
export function gatherReceipt(answers: Answers, id: ConnectionId, receipt: WriteReceipt): Gathered {
  return gatherAround(answers, id, receipt, () => true);
}

/**
 * What the atoms of an upload were when they were read back, as far as it is kept: the latest read of each that has the value
 * that was sent. And the keys without one, which can be read again.
 */
export function gatherUpload(
  answers: Answers,
  id: ConnectionId,
  receipt: WriteReceipt,
): { readonly gathered: Gathered; readonly others: readonly string[] } {
  const sent = new Map(receipt.atoms.map(({ key, sha256 }) => [key, sha256]));
  const found = new Set<string>();
  const gathered = gatherAround(answers, id, receipt, ({ key, value }) => {
    if (found.has(key) || sent.get(key) !== sha256Of(value)) return false;
    found.add(key);
    return true;
  });
  return { gathered, others: [...sent.keys()].filter((key) => !found.has(key)) };
}

/** The latest first. */
function gatherAround(
  answers: Answers,
  id: ConnectionId,
  { atoms, startedAt, endedAt }: WriteReceipt,
  isMeant: (reading: AtomReading) => boolean,
): Gathered {
  const keys = new Set(atoms.map(({ key }) => key));
  const parts = answers.all(id).flatMap((answer) => {
    const { startedAt: at } = answer.exchange;
    if (at < startedAt || at > endedAt) return [];
    const own = answer.reads.filter(
      ({ requestedKey, reading }) => keys.has(requestedKey ?? reading.key) && isMeant(reading),
    );
    return own.length === 0 ? [] : [{ answer, own }];
  });
  return {
    answers: parts.map(({ answer }) => answer),
    reads: parts.flatMap(({ answer, own }) => own.map((one) => readOf(answer, one))),
    missing: [],
  };
}

/** What the user is told before the export. @param toRead atoms that are read first */
export function outlineOf({ answers, reads, missing }: Gathered, toRead = 0): EvidenceOutline {
  const carried = new Set(reads.map(({ reading }) => reading));
  const others = answers.flatMap((answer) => answer.reads.filter(({ reading }) => !carried.has(reading)));
  const bodies = answers.flatMap(({ body }) => (body === null ? [] : [body]));
  return {
    isKept: true,
    toRead,
    reads: reads.length,
    missing: missing.length,
    valueBytes: sum(reads.map(({ reading }) => Buffer.byteLength(reading.value, 'utf8'))),
    responses: bodies.length,
    responseBytes: sum(bodies.map(({ length }) => length)),
    otherAtoms: others.length,
  };
}

export function rawResponsesOf(answers: readonly CheckedAnswer[]): readonly RawResponse[] {
  return answers.flatMap(({ exchange, body }) => {
    if (body === null) return [];
    const { requestId, method, path, status, startedAt, elapsedMs } = exchange;
    // A copy: a Buffer may share its memory with others.
    return [{ requestId, method, path, status, startedAt, elapsedMs, body: new Uint8Array(body) }];
  });
}

function isAbout({ reads, missing }: CheckedAnswer, key: string): boolean {
  return (
    missing.includes(key) || reads.some(({ requestedKey, reading }) => (requestedKey ?? reading.key) === key)
  );
}

/** Whether atoms of the response contradict each other, so that one alone does not show the failure. */
function isSplit({ verdict }: AtomReading): boolean {
  return verdict.checks.some(({ name, status }) => name === 'snapshot' && status === 'fail');
}

/** The latest kept read that said otherwise, where the memory found a contradiction. */
function contradicted(answers: Answers, id: ConnectionId, key: string, reading: AtomReading) {
  const { memory } = reading;
  if (memory === null || memory.kind === 'changed' || memory.kind === 'denied') return [];
  const { was } = memory;
  const other = answers
    .ofKey(id, key)
    .find(
      (one) =>
        one.reading !== reading &&
        one.reading.version === was.version &&
        (was.leafHash === null ? one.reading.value !== reading.value : leafOf(one.reading) === was.leafHash),
    );
  return other === undefined ? [] : [other];
}

function leafOf({ proof }: AtomReading): string | null {
  const parsed = parseProof(proof);
  return parsed.ok ? toHex(parsed.proof.leafHash) : null;
}

function readOf(
  { pin }: CheckedAnswer,
  { requestedKey, reading }: { readonly requestedKey: string | null; readonly reading: AtomReading },
): ReadToCarry {
  return { reading, requestedKey, pin };
}

function missingOf({ exchange }: CheckedAnswer, key: string): EvidenceInput['missing'][number] {
  return { key, requestId: exchange.requestId, at: exchange.startedAt };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
