import type {
  Denial,
  KeyConflict,
  KeyMemory,
  KeyStatement,
  MemoryFinding,
  Settlement,
} from '../domain/keyMemory.ts';
import { sameRoot } from './sameRoot.ts';
import { wasBefore } from './wasBefore.ts';

/**
 * Compares what a response says about a key with what is remembered. The only place where this is decided.
 * `askedAt`: when the request was sent, in epoch milliseconds. If responses overtook each other, neither is the later one, so
 * a lower version proves nothing; a different value for the same version always does.
 */
export function compareWithMemory(
  memory: KeyMemory | null,
  now: KeyStatement,
  askedAt: number,
): MemoryFinding | null {
  if (memory === null) return null;
  const was = memory.last;
  if (was.version === null || now.version === null) {
    return isOtherContent(was, now) ? { kind: 'changed', was, now } : null;
  }
  if (was.version === now.version) {
    return isOtherContent(was, now) ? { kind: 'other-content', was, now } : null;
  }
  const isEarlier = wasBefore(memory.firstAt, { askedAt, at: now.at });
  return now.version < was.version && isEarlier ? { kind: 'version-back', was, now } : null;
}

/** Whether two statements differ in a field that both contain. */
export function isOtherContent(was: KeyStatement, now: KeyStatement): boolean {
  return differ(was.valueHash, now.valueHash) || differ(was.leafHash, now.leafHash);
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

/** What is remembered after a statement with this finding. A statement that its own proof refutes changes nothing. */
export function memoryAfter(
  memory: KeyMemory | null,
  now: KeyStatement,
  finding: MemoryFinding | null,
): KeyMemory | null {
  if (now.verdict === 'red') return memory;
  if (memory !== null && finding !== null && finding.kind !== 'changed')
    return { ...memory, conflict: finding };
  const proven = provenBy(now) ?? memory?.proven ?? null;
  if (memory === null) return { last: now, firstAt: now.at, proven, conflict: null };
  const { last } = memory;
  // A response that was overtaken by one with a later version.
  if (last.version !== null && now.version !== null && now.version < last.version) return memory;
  const isSame = last.version === now.version && finding === null;
  if (!isSame) return { last: now, firstAt: now.at, proven, conflict: memory.conflict };
  // The same content with weaker evidence changes nothing.
  return isWeaker(now, last) ? { ...memory, proven } : { ...memory, last: now, proven };
}

/** What is remembered once the user has settled the conflict. */
export function settledMemory(memory: KeyMemory, settlement: Settlement): KeyMemory {
  const { conflict } = memory;
  if (conflict === null || settlement === 'keep') return { ...memory, conflict: null };
  if (conflict.kind === 'denied') return { ...memory, proven: null, conflict: null };
  const { was, now } = conflict;
  // Other statements arrived since, so there is nothing left to replace.
  if (was.version !== memory.last.version || isOtherContent(was, memory.last))
    return { ...memory, conflict: null };
  return { last: now, firstAt: now.at, proven: provenBy(now), conflict: null };
}

/**
 * What it means that a key was not returned. `rootNow`: the root that the service claimed in the same response or right
 * after it; null if it showed none. `at`: of the response, epoch milliseconds.
 */
export function denialOf(memory: KeyMemory | null, rootNow: ShownRoot | null, at: number): Denial {
  const proven = memory?.proven ?? null;
  if (memory === null || proven === null) return { kind: 'unproven' };
  if (rootNow === null || !sameRoot(rootNow.rootHash, proven.rootHash))
    return { kind: 'moved-on', proven, rootNow: rootNow?.rootHash ?? null };
  return { kind: 'contradiction', conflict: denied({ ...memory.last, ...proven }, rootNow, at) };
}

/** The contradiction between a statement that proves a key and an earlier denial of that key; null if it proves nothing. */
export function deniedThough(statement: KeyStatement): KeyConflict | null {
  const proven = provenBy(statement);
  return proven === null ? null : denied(statement, proven, statement.at);
}

interface ShownRoot {
  readonly rootHash: string;
  readonly treeSize: string | null;
}

function denied(was: KeyStatement, { rootHash, treeSize }: ShownRoot, at: number): KeyConflict {
  const now: KeyStatement = {
    version: null,
    valueHash: null,
    leafHash: null,
    rootHash,
    treeSize,
    at,
    verdict: 'amber',
  };
  return { kind: 'denied', was, now };
}

/** The place that a statement proves; null if it proves none. */
export function provenBy({ verdict, rootHash, treeSize, at }: KeyStatement): KeyMemory['proven'] {
  return isProof(verdict) && rootHash !== null ? { rootHash, treeSize, at } : null;
}

/** Whether the proof ties the key to the tree; a leaf that covers only the key does. */
function isProof(verdict: KeyStatement['verdict']): boolean {
  return verdict !== 'amber' && verdict !== 'red';
}

function isWeaker(now: KeyStatement, last: KeyStatement): boolean {
  return !isProof(now.verdict) && isProof(last.verdict);
}
