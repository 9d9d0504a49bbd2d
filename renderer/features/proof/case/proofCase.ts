import type { AtomReading } from '#shared/domain/atom.ts';
import type { RootStatus } from '#shared/domain/connection.ts';
import { readProof, type ProofReading } from '#shared/merkle/proofReading.ts';
import type { LeafScheme, PathScheme, SchemePin } from '#shared/merkle/scheme.ts';
import type { SnapshotFinding } from '#shared/merkle/snapshot.ts';
import type { Check, CheckName, CheckStatus, Verdict } from '#shared/merkle/verdict.ts';
import { verify, type VerifyInput } from '#shared/merkle/verify.ts';

/** One atom with its proof, all that its verdict rests on, and the verdict: what the proof screen shows. */
export interface ProofCase {
  readonly input: VerifyInput;
  readonly reading: ProofReading;
  readonly verdict: Verdict;
}

/** Checks one proof here and now: for pasted proofs and copies in the lab, never for what main has judged. */
export function checkCase(input: VerifyInput): ProofCase {
  return { input, reading: readProof(input.proof, input.atom, input.pin), verdict: verify(input) };
}

/** A reading with the verdict that main gave it; what main compared it with is read off that verdict. */
export function caseOfReading(reading: AtomReading, pin: SchemePin | null): ProofCase {
  const { key, value, version, hash, proof, verdict } = reading;
  const input: VerifyInput = {
    atom: { key, value, version, hash },
    requestedKey: requestedKeyOf(verdict, key),
    proof,
    pin,
    snapshot: snapshotOf(verdict),
    root: rootStatusOf(verdict),
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

/** The path rule to draw with: one that leads to the root; where none does, the first that is pinned. */
export function drawnPathScheme({ verdict, input }: ProofCase): PathScheme | null {
  const { reason } = checkOf(verdict, 'path');
  const reached = reason.code === 'root-reached' ? reason.schemes[0] : undefined;
  return reached ?? input.pin?.path[0] ?? null;
}

/** The leaf rule to show bytes of: one that gives this leaf; where none does, the first that is pinned. */
export function shownLeafScheme({ verdict, input }: ProofCase): LeafScheme | null {
  const { reason } = checkOf(verdict, 'content');
  const matching = reason.code === 'content-matches' ? reason.schemes[0] : undefined;
  return matching ?? input.pin?.leaf[0] ?? null;
}

/** Why there is no path to draw. */
export function noDrawingWords(reading: ProofReading): string {
  switch (reading.kind) {
    case 'missing':
      return 'The answer carried no proof: there is no path to draw.';
    case 'malformed':
      return 'The proof is not well formed, so there is no path to draw. The checks say which field is to blame.';
    case 'leafless':
      return 'The proof names no leaf hash, and no known leaf rule gives one, so its path can’t be drawn.';
    case 'read':
      return 'None of the rules we know is pinned, so the path can’t be drawn. If you know its rules, choose them under Scheme.';
  }
}
