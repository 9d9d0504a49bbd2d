import { describe, expect, it } from 'vitest';
import type { LinkRule, SchemePin } from '../merkle/scheme.ts';
import { sealStatement } from './envelope.ts';
import type { EvidenceStatement } from './statement.ts';
import {
  bytesOf,
  inputOf,
  provenAtoms,
  readsOf,
  specified,
  statementOf,
  testSigner,
  verifyEd25519,
} from './testing/sampleEvidence.ts';
import { verifyEvidence } from './verifyEvidence.ts';

const signer = testSigner('01');

function verified(statement: EvidenceStatement) {
  const reading = verifyEvidence(bytesOf(sealStatement(statement, signer)), {
    verifySignature: verifyEd25519,
    trustedKeys: [{ fingerprint: signer.fingerprint, source: 'named' }],
  });
  if (!reading.ok) throw new Error(JSON.stringify(reading.refusal));
  return reading.evidence;
}

/** The root of the tree is the only leaf of another one. */
const reads = (links: readonly LinkRule[]) => {
  const pin: SchemePin = { ...specified, path: specified.path.map((rule) => ({ ...rule, links })) };
  return readsOf(
    provenAtoms(3),
    ({ proof }) => {
      const { rootHash } = proof as { readonly rootHash: string };
      const outer = { leafHash: rootHash, siblings: [], rootHash, leafIndex: 0, treeSize: 1 };
      return { proof: [proof, outer] };
    },
    pin,
  );
};

describe('a bundle of proofs through two trees', () => {
  const statement = statementOf(inputOf(reads(['same'])));

  it('is verified by the links that it records', () => {
    expect(statement.predicate.schemes).toMatchObject([{ path: [{ links: ['same'] }] }]);
    expect(verified(statement)).toMatchObject({ status: 'green', isIntact: true });
  });

  it('could not be checked if its rules record no links, as those of older versions', () => {
    const older = structuredClone(statement);
    for (const { path } of older.predicate.schemes) for (const rule of path) delete rule.links;
    const evidence = verified(older);
    expect(evidence).toMatchObject({ status: 'amber', isIntact: true });
    expect(evidence.reads[0]?.checks.find(({ name }) => name === 'path')).toMatchObject({
      status: 'undecided',
      code: 'links-not-recorded',
    });
  });

  it('fails if it records other links', () => {
    const other = structuredClone(statement);
    for (const { path } of other.predicate.schemes) for (const rule of path) rule.links = ['hash-hex'];
    expect(verified(other)).toMatchObject({ status: 'red' });
  });
});
