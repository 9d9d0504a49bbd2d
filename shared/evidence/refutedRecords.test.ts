import { describe, expect, it } from 'vitest';
import type { RootPin } from '../domain/pin.ts';
import type { WriteReceipt } from '../domain/writeReceipt.ts';
import { evidenceReport } from '../report/evidenceReport.ts';
import { buildStatement, type EvidenceInput } from './buildStatement.ts';
import { sealStatement } from './envelope.ts';
import type { EvidenceStatement } from './statement.ts';
import {
  bundleOf,
  bytesOf,
  inputOf,
  inVersion1,
  provenAtoms,
  rawResponseOf,
  readsOf,
  statementOf,
  testSigner,
  verifyEd25519,
} from './testing/sampleEvidence.ts';
import { verifyEvidence, type VerifiedEvidence } from './verifyEvidence.ts';

// C7: a claim in a bundle that its own contents refute. Each is signed by the key that the reader trusts.
const signer = testSigner('01');
const atoms = provenAtoms(3);
const reads = readsOf(atoms);
const raw = rawResponseOf(reads);

function verified(bundle: string): VerifiedEvidence {
  const reading = verifyEvidence(bytesOf(bundle), {
    verifySignature: verifyEd25519,
    trustedKeys: [{ fingerprint: signer.fingerprint, source: 'named' }],
  });
  if (!reading.ok) throw new Error(JSON.stringify(reading.refusal));
  return reading.evidence;
}

const missingAs = ({ requestId, startedAt }: typeof raw, key: string) => ({ key, requestId, at: startedAt });

describe('a claim that the raw response refutes (C7)', () => {
  it.each<[string, EvidenceInput]>([
    [
      'a missing key that its response returns',
      inputOf(reads.slice(1), {
        rawResponses: [raw],
        missing: [missingAs(raw, atoms[0]?.key ?? '')],
      }),
    ],
    [
      'a missing key that a read of the same response has',
      inputOf(reads, { missing: [missingAs(raw, atoms[0]?.key ?? '')] }),
    ],
    [
      'a second, different copy of an atom',
      inputOf(reads, {
        rawResponses: [
          { ...raw, body: JSON.stringify({ atoms: [...atoms, { ...atoms[1], value: 'other' }] }) },
        ],
      }),
    ],
    [
      'a second, different copy in a map of atoms',
      inputOf(reads, {
        rawResponses: [
          {
            ...raw,
            body: JSON.stringify({ atoms, more: { [atoms[1]?.key ?? '']: { value: 'other' } } }),
          },
        ],
      }),
    ],
    [
      'another value than the one of which only the hash is included',
      inputOf(
        reads.map((read, at) =>
          at === 1
            ? { ...read, leavesOutValue: true, reading: { ...read.reading, value: 'never stored' } }
            : read,
        ),
        { rawResponses: [raw] },
      ),
    ],
    ['a response that no read is about', inputOf(reads, { rawResponses: [raw, { ...raw, requestId: 'r' }] })],
    [
      'a response of another time than its reads',
      inputOf(reads, { rawResponses: [{ ...raw, startedAt: raw.startedAt + 1 }] }),
    ],
  ])('is red: %s', (_, input) => {
    const evidence = verified(bundleOf(input, signer));
    expect(evidence).toMatchObject({ status: 'red', isIntact: false });
    expect(evidence.findings).toContainEqual(expect.objectContaining({ code: 'responses', status: 'fail' }));
  });

  it('is amber: a response of no read in which no atom was found', () => {
    const more = { ...raw, requestId: 'r', body: '<html>' };
    const evidence = verified(bundleOf(inputOf(reads, { rawResponses: [raw, more] }), signer));
    expect(evidence).toMatchObject({ status: 'amber', isIntact: true });
  });

  it('is none: a value of which only the hash is included, beside others that are', () => {
    const some = reads.map((read, at) => (at === 1 ? { ...read, leavesOutValue: true } : read));
    const evidence = verified(bundleOf(inputOf(some, { rawResponses: [raw] }), signer));
    expect(evidence).toMatchObject({ status: 'amber', isIntact: true });
    const { predicate } = evidence.statement ?? {};
    expect(predicate?.reads.map(({ value }) => value === undefined)).toEqual([false, true, false]);
    expect(predicate?.notShown.map(({ code }) => code)).toContain('values-left-out');
  });

  it('is none: other atoms, a key that is really missing, a map of atoms', () => {
    const others = { ...raw, body: JSON.stringify({ atoms: [...atoms, { key: 'v1.other', value: '' }] }) };
    const missing = [missingAs(raw, 'v1.gone')];
    expect(verified(bundleOf(inputOf(reads, { rawResponses: [others], missing }), signer)).status).toBe(
      'green',
    );
    const map = Object.fromEntries(atoms.map(({ key, ...atom }) => [key, atom]));
    const body = JSON.stringify({ results: { ...map, 'v1.gone': { found: false, value: null } } });
    const mapped = inputOf(reads, { rawResponses: [{ ...raw, body }], missing });
    expect(verified(bundleOf(mapped, signer)).status).toBe('green');
  });

  it('is none: a copy that is a read of its own', () => {
    const [atom] = atoms;
    if (atom === undefined) throw new Error('There is an atom.');
    const twice = readsOf([atom, atom]);
    const evidence = verified(bundleOf(inputOf(twice, { rawResponses: [rawResponseOf(twice)] }), signer));
    expect(evidence.status).toBe('green');
  });
});

/** The statement of an input after a lie, signed all the same. */
function forged(input: EvidenceInput, lie: (statement: EvidenceStatement) => void): VerifiedEvidence {
  const statement = structuredClone(statementOf(input));
  lie(statement);
  return verified(sealStatement(statement, signer));
}

const pin = { rootHash: atoms[0]?.proof.rootHash ?? '', treeSize: null, source: 's', note: '', pinnedAt: 0 };
const asPinned = ({ predicate }: EvidenceStatement): void => {
  for (const read of predicate.reads)
    Object.assign(read.verdict.checks.root, { status: 'pass', code: 'root.pinned' });
};

describe('a record that does not follow from the contents (C7)', () => {
  it.each<[string, EvidenceInput, (statement: EvidenceStatement) => void]>([
    [
      'a pinned root while the pins have another one',
      inputOf(reads, { pins: [{ ...pin, rootHash: 'ab'.repeat(32) }] }),
      asPinned,
    ],
    ['a pinned root of another size', inputOf(reads, { pins: [{ ...pin, treeSize: '9' }] }), asPinned],
    ['a pinned root without any pin', inputOf(reads), asPinned],
    ['an emptied list of limits', inputOf(reads), ({ predicate }) => void predicate.notShown.splice(0)],
    [
      'an atom that is not in it',
      inputOf(reads, { scope: { kind: 'atom', title: 'v1.other', requested: 1 } }),
      () => undefined,
    ],
  ])('is red: %s', (_, input, lie) => {
    const evidence = forged(input, lie);
    expect(evidence).toMatchObject({ status: 'red', isIntact: false });
    expect(evidence.findings).toContainEqual(expect.objectContaining({ code: 'record', status: 'fail' }));
  });

  it('is none: a pinned root that the pins have', () => {
    expect(forged(inputOf(reads, { pins: [pin] }), asPinned).status).toBe('green');
  });

  it('is amber in a bundle of version 1 without pins, as those about audits were', () => {
    const statement = inVersion1(statementOf(inputOf(reads)));
    asPinned(statement);
    const evidence = verified(sealStatement(statement, signer));
    expect(evidence).toMatchObject({ status: 'amber', isIntact: true });
  });

  it('carries the pin that a verdict names, although it was removed since', () => {
    const own: RootPin = { ...pin, id: 'p', isExact: false, source: { kind: 'person' } };
    const pinned = reads.map(({ reading, ...read }) => {
      const rootStatus = { kind: 'pinned', pin: own, isSizeCompared: false } as const;
      const checks = reading.verdict.checks.map((check) =>
        check.name === 'root'
          ? { ...check, status: 'pass' as const, reason: { code: 'root', rootStatus } as const }
          : check,
      );
      return { ...read, reading: { ...reading, verdict: { ...reading.verdict, checks } } };
    });
    expect(statementOf(inputOf(pinned)).predicate.pins).toMatchObject([{ rootHash: pin.rootHash }]);
    expect(verified(bundleOf(inputOf(pinned), signer)).status).toBe('green');
  });

  it('shows our own words for the limits, whatever was recorded', () => {
    const evidence = forged(inputOf(reads), ({ predicate }) => {
      for (const limit of predicate.notShown) limit.words = 'Nothing.';
    });
    const { contents } = evidenceReport(evidence);
    expect(contents?.notShown.map(({ words }) => words)).not.toContain('Nothing.');
  });
});

describe('evidence about nothing (E6)', () => {
  it('is refused before it is signed', () => {
    const receipt: WriteReceipt = {
      id: 'r',
      connectionId: 'c' as WriteReceipt['connectionId'],
      startedAt: 0,
      endedAt: 1,
      kind: 'upload',
      outcome: 'stored',
      title: 'file.csv',
      atomCount: 9,
      rootBefore: null,
      rootAfter: null,
      readBack: null,
      otherWrites: { before: false, after: false },
      errorCode: null,
      atoms: [],
      counts: null,
      runs: [],
      source: null,
      previous: null,
      sentTo: null,
    };
    const nothing = { ok: false, refusal: { code: 'nothing' } };
    expect(buildStatement(inputOf([]))).toMatchObject(nothing);
    expect(buildStatement(inputOf([], { receipts: [{ receipt, pin: null }] }))).toMatchObject(nothing);
  });
});

describe('raw numbers that JavaScript cannot carry (E2)', () => {
  it('leave an honest bundle intact', () => {
    // As the gateway reads them: with all digits, as text.
    const withTime = readsOf(atoms, ({ proof }) => ({
      proof: { ...(proof as object), provedAt: '1764208800123456789' },
    }));
    const response = rawResponseOf(withTime);
    const body = String(response.body).replaceAll('"1764208800123456789"', '1764208800123456789');
    const evidence = verified(bundleOf(inputOf(withTime, { rawResponses: [{ ...response, body }] }), signer));
    expect(evidence).toMatchObject({ status: 'green', isIntact: true });
  });
});
