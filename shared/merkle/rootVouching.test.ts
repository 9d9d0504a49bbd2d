import { given } from '../grounds/grounds.ts';
import { describe, expect, it } from 'vitest';
import type { RootInLedger } from '../domain/connection.ts';
import type { RootPin } from '../domain/pin.ts';
import { samplePin } from '../pins/testing/samplePin.ts';
import { verdictWords } from '../text/verdictWords.ts';
import { embeddedServiceScheme } from './embeddedServiceScheme.ts';
import { learnPin } from './pin.ts';
import type { SchemePin } from './scheme.ts';
import { sha256 } from './testing/nodeSha256.ts';
import { embeddedLike, flipBit, keyOnly, proveAll, sampleAtoms } from './testing/sampleTree.ts';
import { verify, type VerifyInput } from './verify.ts';

const pinned: SchemePin = {
  path: [embeddedServiceScheme.path],
  leaf: [embeddedServiceScheme.leaf],
  origin: 'inferred',
  samples: 64,
  pinnedAt: 0,
  pinnedFor: 'Team memory',
};
const [atom] = proveAll(embeddedLike(sha256), sampleAtoms(7));
const [forged] = proveAll(embeddedLike(sha256), [
  { key: 'v1.account.balance', value: 'whatever the forger likes', version: 1 },
  { key: 'x', value: 'y', version: 1 },
]);
if (atom === undefined || forged === undefined) throw new Error('no atoms');

function judge(
  of: typeof atom & object,
  evidence: {
    readonly expected?: string;
    readonly found?: RootInLedger;
    readonly pins?: readonly RootPin[];
  },
  changes: Partial<VerifyInput> = {},
) {
  const { rootHash } = of.proof;
  const verdict = verify({
    atom: of,
    requestedKey: null,
    proof: of.proof,
    pin: pinned,
    snapshot: { kind: 'single' },
    root: null,
    grounds: {
      use: 'file',
      rules: given,
      root: {
        expected: evidence.expected === undefined ? [] : [{ rootHash: evidence.expected, treeSize: null }],
        pins: evidence.pins === undefined ? null : { connection: 'Team memory', pins: evidence.pins },
        ledger:
          evidence.found === undefined
            ? null
            : { connection: 'Team memory', rootHash, found: evidence.found },
      },
    },
    ...changes,
  });
  const { title, summary, checks } = verdictWords(verdict);
  const root = checks.find(({ name }) => name === 'root');
  return { status: verdict.status, title, summary, root: root?.words ?? '', rootStatus: root?.status };
}

const read: RootInLedger = { kind: 'read', firstSeenAt: 0, times: 3, treeSize: '7' };

describe('a proof that came without a connection', () => {
  it('is amber under a root that nothing vouches for, whichever rules it fits', () => {
    const specified: SchemePin = { ...pinned, origin: 'specified' };
    const own = learnPin([forged], 0);
    for (const pin of [pinned, specified, own])
      expect(judge(forged, {}, { pin })).toMatchObject({
        status: 'amber',
        title: 'Internally consistent, root not trusted',
        rootStatus: 'undecided',
      });
    expect(judge(forged, { found: { kind: 'unknown' } })).toMatchObject({
      status: 'amber',
      root: expect.stringContaining('“Team memory” has never returned it') as string,
    });
  });

  it('turns green or red as soon as a root is supplied', () => {
    expect(judge(forged, { expected: atom.proof.rootHash })).toMatchObject({
      status: 'red',
      title: 'Verification failed',
      rootStatus: 'fail',
    });
    expect(judge(atom, { expected: atom.proof.rootHash })).toMatchObject({ status: 'green' });
  });

  it('is green under a root that a connection has read, and says since when', () => {
    expect(judge(atom, { found: read })).toMatchObject({
      status: 'green',
      root: expect.stringContaining('“Team memory” returned this root 3 times, first on 1970') as string,
    });
  });

  it('is red if the connection read the root with a different tree size, even if the user expects the root', () => {
    const found: RootInLedger = { ...read, treeSize: '8' };
    for (const expected of [undefined, atom.proof.rootHash])
      expect(judge(atom, { found, ...(expected === undefined ? {} : { expected }) })).toMatchObject({
        status: 'red',
        root: expect.stringContaining('One of them is wrong') as string,
      });
  });

  it('is green under a root that is pinned for the connection, and names the pin', () => {
    const { rootHash } = atom.proof;
    const pin = samplePin({ rootHash, treeSize: '7' });
    expect(judge(atom, { pins: [pin], found: { kind: 'unknown' } })).toMatchObject({
      status: 'green',
      root: expect.stringContaining('read out by Ada') as string,
    });
    expect(judge(atom, { pins: [samplePin({ rootHash, treeSize: '8' })] })).toMatchObject({
      status: 'red',
      root: expect.stringContaining('A root identifies one tree') as string,
    });
  });

  it('is amber where exactly another root is pinned, even if the connection returned this one', () => {
    for (const found of [{ kind: 'unknown' } as const, read])
      expect(judge(atom, { pins: [samplePin({ isExact: true })], found })).toMatchObject({
        status: 'amber',
        root: expect.stringContaining('you expect exactly another one there') as string,
      });
  });

  it('does not care about pins of trees that it says nothing about', () => {
    for (const treeSize of ['5', '7', '9', null])
      expect(judge(atom, { pins: [samplePin({ treeSize })], found: read })).toMatchObject({
        status: 'green',
      });
  });

  it('is amber under a root that the connection returned only in failed responses', () => {
    expect(judge(atom, { found: { kind: 'doubtful' } })).toMatchObject({ status: 'amber' });
  });

  it('is red where anything else fails, with or without a root', () => {
    const siblings = atom.proof.siblings.map((hash) => flipBit(hash, 3));
    for (const evidence of [{}, { found: read }])
      expect(judge(atom, evidence, { proof: { ...atom.proof, siblings } }).status).toBe('red');
    expect(judge(atom, { found: read }, { atom: { ...atom, value: 'changed' } }).status).toBe('red');
  });

  it('does not treat a root as read if a copy names a different root than the one compared', () => {
    const proof = forged.proof;
    expect(judge(atom, { found: read }, { atom: forged, proof })).toMatchObject({
      status: 'amber',
      rootStatus: 'undecided',
    });
  });

  it('says by whose rules it was checked, and never that they were inferred from proofs that it is not among', () => {
    const { summary } = judge(atom, { found: read });
    expect(summary).toContain('by the rules pinned for “Team memory”');
    expect(summary).not.toContain('64');
  });

  it('claims no more than amber where the leaf covers the key alone and nothing vouches for the root', () => {
    const [byKey] = proveAll(keyOnly(sha256), sampleAtoms(9));
    if (byKey === undefined) throw new Error('no atom');
    expect(judge(byKey, {}, { pin: learnPin([byKey], 0) }).status).toBe('amber');
  });
});
