import { describe, expect, it } from 'vitest';
import type { Json } from '../domain/json.ts';
import { given } from '../grounds/grounds.ts';
import { mayLinkBeAtom } from './linkRule.ts';
import { learnPin, narrowPin } from './pin.ts';
import { leafSchemes } from './registry.ts';
import type { LinkRule, PathScheme, SchemePin } from './scheme.ts';
import { candidatesOf, readSchemeText } from './schemeText.ts';
import { graftedAtoms, graftedServices, schemeOf, type GraftedService } from './testing/graft.ts';
import { check, connectionGrounds } from './testing/verifyInput.ts';
import { verify } from './verify.ts';
import { verifyImport } from './verifyImport.ts';

const invented = Array.from({ length: 3 }, (_, at) => ({
  key: `v1.user.admin${at}`,
  value: 'granted',
  version: 1,
}));

function givenScheme(text: string) {
  const reading = readSchemeText(text);
  if (!reading.ok) throw new Error(text);
  return reading.scheme;
}

function pinOf(text: string, origin: SchemePin['origin']): SchemePin {
  const { path, leaf } = candidatesOf(givenScheme(text));
  return { path, leaf, origin, samples: 0, pinnedAt: 0 };
}

type Atom = Parameters<typeof verify>[0]['atom'] & { readonly proof: Json };

function verdictOf(atom: Atom, pin: SchemePin | null) {
  return verify({
    atom,
    requestedKey: atom.key,
    proof: atom.proof,
    pin,
    snapshot: { kind: 'single' },
    root: null,
    grounds: connectionGrounds,
  });
}

describe.each(graftedServices)(
  'C1: a chain grafted onto an atom of a memory with leaves over the %s',
  (name) => {
    const graft = graftedAtoms(name, invented);
    const [forged] = graft.atoms;
    if (forged === undefined) throw new Error('nothing was grafted');

    it('fails by its form under a trusted root, its size, and given rules', () => {
      const { verdicts } = verifyImport({
        items: graft.atoms.map((atom) => ({ at: '', atom, proof: atom.proof, problems: [] })),
        oneAnswer: false,
        rules: { from: 'parts', parts: givenScheme(schemeOf(name)) },
        expected: [{ rootHash: graft.rootHash, treeSize: null, ground: given }],
        trustedTreeSize: BigInt(graft.treeSize),
      });
      for (const verdict of verdicts) {
        expect(verdict.status).toBe('red');
        expect(check(verdict, 'wellFormed')).toMatchObject({
          status: 'fail',
          reason: { problems: [{ field: 'proof', fault: { kind: 'tree-count', given: 2, trees: [1] } }] },
        });
      }
    });

    it.each(['specified', 'chosen', 'built-in', 'inferred'] as const)(
      'fails under %s rules of one tree',
      (origin) => {
        expect(verdictOf(forged, pinOf(schemeOf(name), origin)).status).toBe('red');
      },
    );

    it('fails once the rules were inferred from honest proofs', () => {
      const pin = learnPin(graft.honest, 0);
      expect(pin?.path.every(({ links }) => links === undefined)).toBe(true);
      expect(narrowPin(pin, graft.atoms, 0)).toMatchObject({ path: pin?.path });
      expect(verdictOf(forged, pin).status).toBe('red');
      for (const atom of graft.honest) expect(verdictOf(atom, pin).status).not.toBe('red');
    });

    it('proves nothing by rules that were inferred from it, not even its key', () => {
      const pin = learnPin(graft.atoms, 0);
      expect(pin?.path).toMatchObject([{ links: ['hash-hex'] }]);
      const verdict = verdictOf(forged, pin);
      expect(verdict.status).toBe('amber');
      expect(check(verdict, 'path')).toMatchObject({
        status: 'undecided',
        reason: { code: 'link-may-be-atom' },
      });
      expect(verdictOf(graft.honest[1] ?? forged, pin).status).toBe('red');
    });

    it('and honest proofs beside it: the greater number decides how many trees there are, and nothing is mixed', () => {
      const pin = learnPin([...graft.honest, ...graft.atoms], 0);
      expect(pin?.path.every(({ links }) => links === undefined)).toBe(true);
      expect(graft.atoms.map((atom) => verdictOf(atom, pin).status)).toEqual(['red', 'red', 'red']);
      const even = learnPin([...graft.honest.slice(0, 3), ...graft.atoms], 0);
      expect(even?.path ?? []).toEqual([]);
    });
  },
);

describe('C1: a proof through one tree', () => {
  it('fails where the rules have two', () => {
    const name: GraftedService = 'key and value';
    const [, honest] = graftedAtoms(name, invented).honest;
    if (honest === undefined) throw new Error('nothing is stored');
    expect(check(verdictOf(honest, pinOf(schemeOf(name), 'chosen')), 'path').status).toBe('pass');
    const verdict = verdictOf(honest, pinOf(`${schemeOf(name)},links=hash-hex`, 'chosen'));
    expect(verdict.status).toBe('red');
    expect(check(verdict, 'wellFormed').status).toBe('fail');
  });
});

describe('whether an atom could stand for the root of a tree', () => {
  const node = (links: readonly LinkRule[], rule: PathScheme['node'] = 'prefix-01'): PathScheme => ({
    hash: 'sha-256',
    node: rule,
    shape: 'rfc6962',
    order: 'leaf-to-root',
    links,
  });
  const leaf = (digest: string, preimage: string) =>
    leafSchemes.filter(
      (each) => each.hash === 'sha-256' && each.digest === digest && each.preimage === preimage,
    );

  it.each([
    ['hash-hex', 'plain', 'key', true],
    ['hash-hex', 'plain', 'concat:value,key', true],
    // No hex digit is a colon, a bracket, or a length that fits.
    ['hash-hex', 'plain', 'join-colon:key,value', false],
    ['hash-hex', 'plain', 'json-array:key,value', false],
    ['hash-hex', 'plain', 'length-u32le:key,value', false],
    ['hash-hex', 'prefix-00', 'key', false],
    ['hash-hex', 'double', 'key', false],
    // Whoever can choose a root can choose one whose bytes are text.
    ['hash', 'plain', 'join-colon:key,value', true],
    ['hash', 'prefix-00', 'key', true],
    ['hash', 'double', 'key', true],
    ['hash-00', 'plain', 'key', true],
    ['hash-00', 'prefix-00', 'key', true],
    ['hash-00', 'double', 'key', false],
    // Too many characters of a canonical JSON object are fixed.
    ['hash', 'plain', 'json:key,value,version', false],
    ['hash-00', 'prefix-00', 'json:key,value', false],
    ['same', 'plain', 'key', true],
    ['same', 'prefix-00', 'key', false],
  ] as const)('by the link %s, and leaves %s %s: %s', (link, digest, preimage, expected) => {
    expect(leaf(digest, preimage)).toHaveLength(1);
    expect(mayLinkBeAtom(node([link]), leaf(digest, preimage), false)).toBe(expected);
  });

  it('if the leaf rule is unknown or still open', () => {
    expect(mayLinkBeAtom(node(['hash-hex']), [], false)).toBe(true);
    expect(
      mayLinkBeAtom(node(['hash-hex']), [...leaf('double', 'key'), ...leaf('plain', 'key')], false),
    ).toBe(true);
  });

  it('only through “same” if it is known in which trees atoms are', () => {
    for (const link of ['hash', 'hash-00', 'hash-hex'] as const)
      expect(mayLinkBeAtom(node([link]), leaf('plain', 'key'), true)).toBe(false);
    expect(mayLinkBeAtom(node(['same'], 'concat'), leaf('plain', 'key'), true)).toBe(true);
    expect(mayLinkBeAtom(node(['same']), leaf('prefix-00', 'key'), true)).toBe(false);
  });
});
