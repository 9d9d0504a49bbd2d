import type { AtomReading } from '#shared/domain/atom.ts';
import type { RootStatus } from '#shared/domain/connection.ts';
import { isFromLeafRules } from '#shared/merkle/checkReason.ts';
import { readProof, type ProofReading } from '#shared/merkle/proofReading.ts';
import type { LeafScheme, PathScheme, SchemePin } from '#shared/merkle/scheme.ts';
import type { SnapshotFinding } from '#shared/merkle/snapshot.ts';
import type { Check, CheckName, CheckStatus, Verdict } from '#shared/merkle/verdict.ts';
import { verify, type VerifyInput } from '#shared/merkle/verify.ts';

/** One atom with its proof, everything its verdict depends on, and the verdict. */
export interface ProofCase {
  readonly input: VerifyInput;
  readonly reading: ProofReading;
  readonly verdict: Verdict;
}

/** Checks a proof in the window. For pasted proofs and lab copies only: main checks the atoms of a connection. */
export function checkCase(input: VerifyInput): ProofCase {
  return { input, reading: readProof(input.proof, input.atom, input.pin), verdict: verify(input) };
}

/** A reading with the verdict that main gave it. What main compared it with is taken from the reasons of that verdict. */
export function caseOfReading(reading: AtomReading, pin: SchemePin | null): ProofCase {
  const { key, value, version, hash, proof, verdict } = reading;
  const input: VerifyInput = {
    atom: { key, value, version, hash },
    requestedKey: requestedKeyOf(verdict, key),
    proof,
    pin,
    snapshot: snapshotOf(verdict),
    root: rootStatusOf(verdict),
    grounds: { use: 'reading', open: verdict.open },
  };
  return { input, reading: readProof(proof, input.atom, pin), verdict };
}

function requestedKeyOf(verdict: Verdict, key: string): string | null {
  const { reason } = checkOf(verdict, 'coherent');
  if (reason.code === 'coherent') return reason.compared.includes('key') ? key : null;
  if (reason.code !== 'incoherent') return null;
  for (const difference of reason.differences) if (difference.field === 'key') return difference.asked;
  return null;
}

function snapshotOf(verdict: Verdict): SnapshotFinding {
  const { reason } = checkOf(verdict, 'snapshot');
  return reason.code === 'snapshot' ? reason.finding : { kind: 'single' };
}

function rootStatusOf(verdict: Verdict): RootStatus | null {
  const { reason } = checkOf(verdict, 'root');
  return reason.code === 'root' ? reason.rootStatus : null;
}

function checkOf(verdict: Verdict, name: CheckName): Check {
  const check = verdict.checks.find((each) => each.name === name);
  if (check === undefined) throw new Error(`The verdict has no check ${name}.`);
  return check;
}

export function statusOf(verdict: Verdict, name: CheckName): CheckStatus {
  return checkOf(verdict, name).status;
}

/** The path rule to draw with: one that leads to the root, or else the first pinned rule. */
export function drawnPathScheme({ verdict, input }: ProofCase): PathScheme | null {
  const { reason } = checkOf(verdict, 'path');
  const reached = reason.code === 'root-reached' ? reason.schemes[0] : undefined;
  return reached ?? input.pin?.path[0] ?? null;
}

/** The leaf rule whose bytes are shown: one that gives this leaf, or else the first pinned rule. */
export function shownLeafScheme({ verdict, input }: ProofCase): LeafScheme | null {
  const { reason } = checkOf(verdict, 'content');
  const matching = isFromLeafRules(reason) ? reason.schemes[0] : undefined;
  return matching ?? input.pin?.leaf[0] ?? null;
}
