import { createHash } from 'node:crypto';
import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { WriteReceipt, WriteSummary, WrittenAtom } from '#shared/domain/writeReceipt.ts';
import { holdsValue, nowOf, otherWritesOf, type AttemptedAtom, type Before } from './attempt.ts';
import { findSensitiveContent } from '#shared/safety/sensitiveContent.ts';
import { noVerdicts } from '#shared/merkle/verdict.ts';

/** What a receipt says about a store as a whole. */
interface WriteFacts {
  readonly id: string;
  readonly connectionId: ConnectionId;
  readonly kind: 'store' | 'batch';
  readonly title: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly rootBefore: string | null;
  /** The address of the service. */
  readonly sentTo: string | null;
}

/** For a store that is about to be sent: what remains if the app ends before more is known. */
export function unsettledReceipt(
  facts: WriteFacts,
  atoms: readonly { readonly key: string; readonly value: string; readonly before: Before }[],
): WriteReceipt {
  return {
    ...facts,
    endedAt: facts.startedAt,
    outcome: 'unknown',
    atomCount: atoms.length,
    rootAfter: null,
    readBack: null,
    otherWrites: { before: false, after: false },
    errorCode: null,
    atoms: atoms.map((atom) => ({
      ...sentOf(atom),
      version: null,
      hash: null,
      createdAt: null,
      missing: false,
      readBack: null,
    })),
    counts: null,
    runs: [],
    source: null,
    previous: null,
  };
}

/**
 * For a store that the service refused. What it took for a credential leaves no hash; if the service does not
 * say which value it was, none does.
 */
export function refusedReceipt(
  unsettled: WriteReceipt,
  { endedAt, error }: { readonly endedAt: number; readonly error: AppError },
): WriteReceipt {
  const isSecret = (at: number): boolean =>
    error.code === 'sensitive_content' && (error.failedIndex === null || error.failedIndex === at);
  return {
    ...unsettled,
    endedAt,
    errorCode: error.code,
    outcome: 'nothing',
    atoms: unsettled.atoms.map((atom, at) => (isSecret(at) ? { ...atom, sha256: null } : atom)),
  };
}

/** @param atoms as in `unsettled`, in its order */
export function settledReceipt(
  unsettled: WriteReceipt,
  atoms: readonly AttemptedAtom[],
  end: {
    readonly endedAt: number;
    readonly outcome: 'stored' | 'unknown';
    readonly rootAfter: string | null;
    readonly errorCode: string | null;
  },
): WriteReceipt {
  const others = atoms.map(otherWritesOf);
  return {
    ...unsettled,
    ...end,
    readBack: countReadBack(atoms),
    otherWrites: { before: others.some(({ before }) => before), after: others.some(({ after }) => after) },
    atoms: unsettled.atoms.map((sent, at) => {
      const atom = atoms[at];
      return atom === undefined ? sent : writtenAtom(sent, atom);
    }),
  };
}

function writtenAtom(sent: WrittenAtom, atom: AttemptedAtom): WrittenAtom {
  const { answered, readBack } = atom;
  return {
    ...sent,
    version: answered?.version ?? null,
    hash: answered?.hash ?? null,
    createdAt: answered?.createdAt ?? null,
    missing: !readBack.ok && readBack.error.code === 'not_found',
    readBack: readBack.ok
      ? {
          version: readBack.value.version,
          holdsValue: holdsValue(atom) === true,
          verdict: readBack.value.verdict.status,
          proof: readBack.value.proof,
        }
      : null,
  };
}

function sentOf(atom: { readonly key: string; readonly value: string; readonly before: Before }) {
  const { key, value, before } = atom;
  return {
    key,
    bytes: Buffer.byteLength(value, 'utf8'),
    // A hash would reveal a secret to anyone who can guess it.
    sha256:
      findSensitiveContent(value) === null ? createHash('sha256').update(value, 'utf8').digest('hex') : null,
    before: before.kind,
    versionBefore: nowOf(before)?.version ?? null,
  };
}

function countReadBack(atoms: readonly AttemptedAtom[]): NonNullable<WriteSummary['readBack']> {
  const counts = { ...noVerdicts, other: 0, unread: 0 };
  for (const atom of atoms) {
    const holds = holdsValue(atom);
    if (holds === null) counts.unread += 1;
    else if (holds && atom.readBack.ok) counts[atom.readBack.value.verdict.status] += 1;
    else counts.other += 1;
  }
  return counts;
}
