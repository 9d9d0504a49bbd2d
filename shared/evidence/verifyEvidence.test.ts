import { describe, expect, it } from 'vitest';
import { given } from '../grounds/grounds.ts';
import { flipBit } from '../merkle/testing/sampleTree.ts';
import { evidenceSummary, findingWords } from '../text/evidenceWords.ts';
import { buildStatement, type EvidenceInput } from './buildStatement.ts';
import { sealStatement } from './envelope.ts';
import type { EvidenceStatement } from './statement.ts';
import {
  bundleOf,
  bytesOf,
  inputOf,
  ledgerOf,
  testSigner,
  provenAtoms,
  rawResponseOf,
  readsOf,
  statementOf,
  verifyEd25519,
} from './testing/sampleEvidence.ts';
import { verifyEvidence, type EvidenceOptions, type VerifiedEvidence } from './verifyEvidence.ts';

const signer = testSigner('01');
const otherSigner = testSigner('02');
const named: EvidenceOptions = {
  verifySignature: verifyEd25519,
  trustedKeys: [{ fingerprint: signer.fingerprint, source: 'named' }],
};
const atoms = provenAtoms(5);

function verified(bundle: string, options: EvidenceOptions = named): VerifiedEvidence {
  const reading = verifyEvidence(bytesOf(bundle), options);
  if (!reading.ok) throw new Error(JSON.stringify(reading.refusal));
  return reading.evidence;
}

function statusOf(evidence: VerifiedEvidence, code: string) {
  return evidence.findings.find((finding) => finding.code === code)?.status;
}

/** The statement of an input after a lie, signed all the same. */
function forged(input: EvidenceInput, lie: (statement: EvidenceStatement) => void): VerifiedEvidence {
  const statement = structuredClone(statementOf(input));
  lie(statement);
  return verified(sealStatement(statement, signer));
}

describe('who signed a bundle', () => {
  const bundle = bundleOf(inputOf(readsOf(atoms)), signer);

  it('is green only with a key that the user named, or the own one', () => {
    expect(verified(bundle)).toMatchObject({ status: 'green', isIntact: true, signer: { trust: 'named' } });
    for (const source of ['own', 'former'] as const)
      expect(
        verified(bundle, { ...named, trustedKeys: [{ fingerprint: signer.fingerprint, source }] }),
      ).toMatchObject({ status: 'green', signer: { trust: source } });
  });

  it('says whose the key is if the user trusts it', () => {
    const trustedKeys = [{ fingerprint: signer.fingerprint, source: 'trusted' }] as const;
    const evidence = verified(bundle, { ...named, trustedKeys });
    expect(evidenceSummary(evidence, 'Ada').summary).toContain('It was signed by “Ada”, with the key with');
  });

  it('is amber with an unknown key, although every read verifies, and says why', () => {
    const evidence = verified(bundle, { ...named, trustedKeys: [] });
    expect(evidence).toMatchObject({ status: 'amber', isIntact: true, signer: { trust: 'unknown' } });
    expect(evidence.reads.map(({ status }) => status)).toEqual(atoms.map(() => 'green'));
    expect(evidenceSummary(evidence)).toMatchObject({
      title: 'Intact, signer unknown',
      summary: expect.stringMatching(
        /unknown key.*Anyone can make a bundle like this.*5 reads: 5 verified/,
      ) as unknown,
    });
  });

  it('is red with another key than the one named', () => {
    const evidence = verified(bundle, {
      ...named,
      trustedKeys: [{ fingerprint: otherSigner.fingerprint, source: 'named' }],
    });
    expect(evidence).toMatchObject({ status: 'red', signer: { trust: 'other' } });
    expect(evidenceSummary(evidence).title).toBe('Signed by another key');
  });

  it('cannot be claimed for another key: the signature then fails, and nothing is shown', () => {
    const other = otherSigner;
    const parsed = JSON.parse(bundle) as { dsseEnvelope: { signatures: unknown } };
    const theirs = JSON.parse(bundleOf(inputOf(readsOf(atoms.slice(1))), other)) as typeof parsed;
    theirs.dsseEnvelope.signatures = parsed.dsseEnvelope.signatures;
    const mixed = verifyEvidence(bytesOf(`${JSON.stringify(theirs)}\n`), named);
    expect(mixed).toMatchObject({ ok: false, refusal: { code: 'key-id' } });
    const swapped = verified(
      sealStatement(statementOf(inputOf(readsOf(atoms))), { ...signer, sign: other.sign }),
    );
    expect(swapped).toMatchObject({ status: 'red', isIntact: false, statement: null, reads: [] });
  });
});

describe('reads in a bundle', () => {
  it('that failed are red, and the bundle is intact: that is what it is for', () => {
    const reads = readsOf(atoms, (_, at) => (at === 2 ? { value: 'tampered' } : {}));
    const evidence = verified(bundleOf(inputOf(reads), signer));
    expect(evidence).toMatchObject({ status: 'red', isIntact: true });
    expect(evidence.reads.map(({ status }) => status)).toEqual(['green', 'green', 'red', 'green', 'green']);
    expect(evidenceSummary(evidence)).toMatchObject({
      title: 'Intact, signer known',
      summary: expect.stringContaining('5 reads: 4 verified, 1 failed') as unknown,
    });
  });

  it('without their values are amber at best, and failures stay failures', () => {
    const reads = readsOf(atoms, (_, at) => (at === 2 ? { value: 'tampered' } : {}));
    const evidence = verified(
      bundleOf(inputOf(reads, { withValues: false, rawResponses: [rawResponseOf(reads)] }), signer),
    );
    expect(evidence.isIntact).toBe(true);
    expect(evidence.reads.map(({ status }) => status)).toEqual(['amber', 'amber', 'red', 'amber', 'amber']);
    expect(evidence.reads[2]?.checks[2]).toMatchObject({ basis: 'recorded', code: 'content-differs' });
    const text = JSON.stringify(evidence.statement);
    expect(text).not.toContain('tampered');
    expect(text).not.toContain('value of');
    expect(evidence.statement?.predicate.notShown.map(({ code }) => code)).toContain('values-left-out');
  });

  it('keep what only the signer could know, and say so', () => {
    const reads = readsOf(atoms.slice(0, 1), ({ key }) => ({
      memory: {
        kind: 'version-back',
        was: statementAt(key, 7),
        now: statementAt(key, 1),
      },
    }));
    const [read] = verified(bundleOf(inputOf(reads), signer)).reads;
    expect(read).toMatchObject({ status: 'red', differences: [] });
    expect(read?.checks[3]).toMatchObject({ status: 'fail', basis: 'recorded', code: 'incoherent.memory' });
    expect(read?.checks[5]).toMatchObject({ status: 'undecided', basis: 'recorded', code: 'root.seen' });
  });

  it('carry keys and values that are not valid Unicode', () => {
    const reads = readsOf(atoms.slice(0, 2), (_, at) =>
      at === 0 ? { key: 'v1.\ud800', value: 'half \udc00' } : {},
    );
    const input = inputOf(reads);
    const evidence = verified(bundleOf(input, signer));
    expect(evidence.statement?.predicate.reads[0]).toMatchObject({
      key: { utf16: '00760031002ed800' },
      valueSha256: null,
    });
    expect(evidence.statement?.subject).toHaveLength(1);
    expect(evidence).toMatchObject({ isIntact: true, reads: [{ status: 'amber' }, { status: 'green' }] });
  });

  it('are held to an expected root', () => {
    const bundle = bundleOf(inputOf(readsOf(atoms)), signer);
    const root = atoms[0]?.proof.rootHash ?? '';
    expect(
      verified(bundle, { ...named, expectedRoots: [{ rootHash: root, treeSize: 5n, ground: given }] }).status,
    ).toBe('green');
    const other = verified(bundle, {
      ...named,
      expectedRoots: [{ rootHash: flipBit(root, 3), treeSize: null, ground: given }],
    });
    expect(other).toMatchObject({ status: 'red', isIntact: true });
    expect(statusOf(other, 'expected-root')).toBe('fail');
  });
});

describe('more than a bundle may hold', () => {
  it('is refused before it is signed, so that every bundle can be opened', () => {
    const large = readsOf(atoms.slice(0, 1), () => ({ value: 'x'.repeat(26_000_000) }));
    expect(buildStatement(inputOf(large))).toMatchObject({ ok: false, refusal: { code: 'too-large' } });
    const many = Array.from({ length: 100_001 }, () => ({ key: 'k', requestId: 'r', at: 0 }));
    expect(buildStatement(inputOf([], { missing: many }))).toMatchObject({
      ok: false,
      refusal: { code: 'too-many', what: 'missing', count: 100_001, limit: 100_000 },
    });
  });

  it('is not an API address with credentials', () => {
    const service = { name: 'x', address: 'https://user:secret@memory.example.com/base' };
    expect(JSON.stringify(statementOf(inputOf(readsOf(atoms), { service })))).not.toContain('secret');
  });
});

describe('a lie that the signer signed', () => {
  const tampered = inputOf(readsOf(atoms, (_, at) => (at === 1 ? { value: 'tampered' } : {})));

  it.each<[string, (statement: EvidenceStatement) => void, string]>([
    [
      'a failed read recorded as verified',
      ({ predicate }) => {
        const [good, bad] = predicate.reads;
        if (good !== undefined && bad !== undefined) bad.verdict = good.verdict;
      },
      'reads',
    ],
    [
      'a verdict that does not follow from its checks',
      ({ predicate }) => {
        const [, bad] = predicate.reads;
        if (bad !== undefined) bad.verdict.status = 'green';
      },
      'reads',
    ],
    [
      'a good read recorded as failed',
      ({ predicate }) => {
        const [good, bad] = predicate.reads;
        if (good !== undefined && bad !== undefined) good.verdict = bad.verdict;
      },
      'reads',
    ],
    [
      'the digest of another value',
      ({ predicate }) => {
        const [read] = predicate.reads;
        if (read !== undefined) read.valueSha256 = '00'.repeat(32);
      },
      'subjects',
    ],
    [
      'a subject that is not in the statement',
      ({ subject }) => subject.push({ name: 'v1.more', digest: { sha256: '00'.repeat(32) } }),
      'subjects',
    ],
    [
      'other rules than the proofs follow',
      ({ predicate }) => {
        const [scheme] = predicate.schemes;
        if (scheme !== undefined) scheme.path = scheme.path.map((rule) => ({ ...rule, node: 'concat' }));
      },
      'reads',
    ],
  ])('is found: %s', (_, lie, code) => {
    const evidence = forged(tampered, lie);
    expect(evidence).toMatchObject({ status: 'red', isIntact: false });
    expect(statusOf(evidence, code)).toBe('fail');
    expect(evidenceSummary(evidence).title).toBe('Record does not match contents');
  });

  it('is found: two values for one place of the tree in one response', () => {
    const reads = readsOf(atoms.slice(0, 2));
    const evidence = forged(inputOf(reads), ({ predicate }) => {
      const [, second] = predicate.reads;
      if (second !== undefined)
        second.proof = { ...(second.proof as object), rootHash: flipBit(atoms[0]?.proof.rootHash ?? '', 1) };
    });
    expect(evidence.reads.map(({ status }) => status)).toEqual(['red', 'red']);
    expect(evidence.isIntact).toBe(false);
  });
});

describe('what comes with the reads', () => {
  const reads = readsOf(atoms);

  it('agrees: raw responses, ledger entries, digests', () => {
    const evidence = verified(
      bundleOf(
        inputOf(reads, {
          rawResponses: [rawResponseOf(reads)],
          ledger: ledgerOf(['{"root":1}', '{"root":2}', '{"root":3}'], signer),
        }),
        signer,
      ),
    );
    expect(evidence.findings.map(({ code, status }) => `${code} ${status}`)).toEqual([
      'signature pass',
      'signer pass',
      'subjects pass',
      'reads pass',
      'responses pass',
      'record pass',
      'ledger pass',
    ]);
    expect(evidence.status).toBe('green');
    expect(evidence.findings.map(findingWords).map(({ words }) => words)).toMatchSnapshot();
  });

  it('is red if a read differs from its raw response', () => {
    const other = readsOf(atoms, (_, at) => (at === 3 ? { version: 9 } : {}));
    const evidence = verified(bundleOf(inputOf(reads, { rawResponses: [rawResponseOf(other)] }), signer));
    expect(evidence).toMatchObject({ status: 'red', isIntact: false });
    expect(evidence.findings).toContainEqual({
      status: 'fail',
      code: 'responses',
      compared: 5,
      differ: [3],
      notFound: [],
      returned: [],
      unrelated: [],
      unused: [],
    });
  });

  it('is amber if a raw response does not have a read', () => {
    const some = rawResponseOf(reads.slice(1));
    const evidence = verified(bundleOf(inputOf(reads, { rawResponses: [some] }), signer));
    expect(evidence).toMatchObject({ status: 'amber', isIntact: true });
    const broken = { ...some, body: Uint8Array.of(0xff, 0xfe) };
    const other = verified(bundleOf(inputOf(reads, { rawResponses: [broken] }), signer));
    expect(other).toMatchObject({ status: 'amber', isIntact: true });
    expect(other.statement?.predicate.rawResponses[0]?.body).toEqual({ base64: '//4=' });
  });

  it.each<[string, (ledger: NonNullable<EvidenceInput['ledger']>) => unknown, string]>([
    ['an altered entry', ({ entries }) => Object.assign(entries[1] ?? {}, { leaf: '{}' }), 'not-included'],
    [
      'an entry at another place',
      ({ entries }) => Object.assign(entries[1] ?? {}, { index: 2 }),
      'not-included',
    ],
    [
      'another head',
      (ledger) => Object.assign(ledger, { checkpoint: ledger.checkpoint.replace('\n3\n', '\n4\n') }),
      'wrong-signature',
    ],
    ['no checkpoint', (ledger) => Object.assign(ledger, { checkpoint: 'nothing' }), 'not-a-checkpoint'],
  ])('is red with %s in the ledger', (_, change, kind) => {
    const ledger = structuredClone(ledgerOf(['a', 'b', 'c'], signer));
    change(ledger);
    const evidence = verified(bundleOf(inputOf(reads, { ledger }), signer));
    expect(evidence).toMatchObject({ status: 'red', isIntact: false });
    expect(evidence.findings).toContainEqual(
      expect.objectContaining({ code: 'ledger', ledger: expect.objectContaining({ kind }) as unknown }),
    );
  });

  it('is amber if another key signed the ledger', () => {
    const ledger = ledgerOf(['a'], otherSigner);
    expect(verified(bundleOf(inputOf(reads, { ledger }), signer)).status).toBe('amber');
  });

  it('is red with a contradiction, which is what the bundle shows, and intact', () => {
    const ledger = ledgerOf(['a', 'b'], signer);
    const contradictions = [{ code: 'shrinking', words: 'The tree shrank.', entries: [0, 1] }];
    const evidence = verified(bundleOf(inputOf([], { ledger, contradictions }), signer));
    expect(evidence).toMatchObject({ status: 'red', isIntact: true });
    expect(evidenceSummary(evidence).summary).toContain('It records 1 contradiction.');
    expect(evidence.statement?.subject.map(({ name }) => name)).toEqual(['checkpoint:']);
  });

  const a = 'a'.repeat(64);
  const b = 'b'.repeat(64);
  it.each<[string, string, readonly string[], object]>([
    ['shrinking', 'follows', [sighting(1, a, '7'), sighting(3, b, '6')], {}],
    ['same-root-other-size', 'follows', [sighting(1, a, '7'), sighting(3, a, '8')], {}],
    ['same-root-other-size', 'follows', [sighting(1, a, '7'), sighting(3, `0x${a.toUpperCase()}`, '8')], {}],
    ['unexplained', 'follows', [sighting(1, a, '7'), sighting(3, b, '7')], {}],
    ['shrinking', 'differs', [sighting(1, a, '7'), sighting(3, b, '8')], { differ: [0] }],
    ['shrinking', 'differs', [sighting(1, a, '7'), sighting(1, b, '6')], { differ: [0] }],
    ['unexplained', 'differs', [sighting(1, a, '7'), sighting(3, a, '7')], { differ: [0] }],
    ['shrinking', 'is not known', [sighting(1, a, null), sighting(3, b, '6')], { unproven: 1 }],
    ['shrinking', 'is not known', [sighting(1, a, '7', 'fail'), sighting(3, b, '6')], { unproven: 1 }],
    ['smaller-than-pinned', 'is not known', [sighting(1, a, '7'), sighting(3, b, '6')], { unproven: 1 }],
    ['shrinking', 'is not known', ['{"kind":"write"}', sighting(3, b, '6')], { unproven: 1 }],
  ])('derives %s again: it %s from its entries', (code, _, leaves, expected) => {
    const contradictions = [{ code, words: 'Recorded.', entries: [0, 1] }];
    const evidence = verified(
      bundleOf(inputOf([], { ledger: ledgerOf(leaves, signer), contradictions }), signer),
    );
    const finding = evidence.findings.find((one) => one.code === 'contradictions');
    const derived = {
      code: 'contradictions',
      status: 'fail',
      count: 1,
      differ: [],
      unproven: 0,
      unrecorded: [],
    };
    expect(finding).toEqual({ ...derived, ...expected });
    expect(evidence).toMatchObject({ status: 'red', isIntact: !('differ' in expected) });
  });

  it('is amber with entries that contradict each other and that nothing was recorded about', () => {
    const leaves = [sighting(1, a, '7'), sighting(3, b, '9'), sighting(5, a, '7'), sighting(7, b, '9')];
    const evidence = verified(bundleOf(inputOf(reads, { ledger: ledgerOf(leaves, signer) }), signer));
    expect(evidence).toMatchObject({ status: 'amber', isIntact: true });
    expect(evidence.findings.at(-1)).toMatchObject({ status: 'undecided', count: 0, unrecorded: [[1, 2]] });
    const grown = bundleOf(inputOf(reads, { ledger: ledgerOf(leaves.slice(0, 2), signer) }), signer);
    expect(verified(grown).status).toBe('green');
  });

  it('shows nothing without any read, and is amber', () => {
    const missing = [{ key: 'v1.gone', requestId: 'r', at: 0 }];
    const evidence = verified(bundleOf(inputOf([], { missing }), signer));
    expect(evidence.status).toBe('amber');
    expect(evidence.statement?.predicate.notShown.map(({ code }) => code)).toContain('absence');
  });
});

function statementAt(key: string, version: number) {
  return {
    version,
    valueHash: null,
    leafHash: key,
    rootHash: null,
    treeSize: null,
    at: 0,
    verdict: 'green',
  } as const;
}

/** An entry of the root ledger: requested at this time and received one later. */
function sighting(askedAt: number, rootHash: string, treeSize: string | null, path = 'pass'): string {
  const entry = { kind: 'root', sequence: 0, at: askedAt + 1, askedAt, endpoint: 'GET /', requestId: 'r' };
  return JSON.stringify({ ...entry, rootHash, treeSize, path });
}
