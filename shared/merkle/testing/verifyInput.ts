import type { Json } from '../../domain/json.ts';
import type { CheckName, Verdict } from '../verdict.ts';
import { given, noneByChoice } from '../../grounds/grounds.ts';
import { readingGrounds, type VerifyInput } from '../verify.ts';
import { sha256 } from './nodeSha256.ts';
import {
  embeddedLike,
  proveAll,
  sampleAtoms,
  specifiedPin,
  type ProvenAtom,
  type SampleService,
} from './sampleTree.ts';

/** What the tests of `verify` pass to it, and look at in its verdict. */

export const service = embeddedLike(sha256);

/** Those of a connection without pins. */
export const connectionGrounds = readingGrounds({
  rules: given,
  pins: noneByChoice,
  ledger: given,
  knownKeys: given,
});

export function inputOf(atom: ProvenAtom, changes: Partial<VerifyInput> = {}): VerifyInput {
  return {
    atom,
    requestedKey: atom.key,
    proof: atom.proof,
    pin: specifiedPin,
    snapshot: { kind: 'single' },
    root: { kind: 'new' },
    grounds: connectionGrounds,
    ...changes,
  };
}

export function nth(atoms: readonly ProvenAtom[], index: number): ProvenAtom {
  const atom = atoms[index];
  if (atom === undefined) throw new Error(`no atom ${index}`);
  return atom;
}

export function prove(count: number, index: number, by: SampleService = service): ProvenAtom {
  return nth(proveAll(by, sampleAtoms(count)), index);
}

export function withProof(atom: ProvenAtom, changes: Readonly<Record<string, Json>>): Json {
  return { ...atom.proof, ...changes };
}

export function auditPathOf({ proof: { leafHash, siblings, rootHash, leafIndex } }: ProvenAtom) {
  return { leaf: leafHash, auditPath: siblings, root: rootHash, index: leafIndex };
}

export function check(verdict: Verdict, name: CheckName) {
  const found = verdict.checks.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no check ${name}`);
  return found;
}

export function statuses(verdict: Verdict): Readonly<Record<string, string>> {
  return Object.fromEntries(verdict.checks.map(({ name, status }) => [name, status]));
}
