import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { unavailable } from '#shared/grounds/grounds.ts';
import type { AuditDetails } from '#shared/domain/audit.ts';
import { auditedId, auditsOver, valueOf, type AuditsHere, type RawAtom } from './testing/auditsOver.ts';

/*
 * What a memory may answer to make a forgery look like something that could not be checked. Each is tried against small audits,
 * which are checked atom by atom, and against large ones, which are checked as whole responses.
 */

const keys = Array.from({ length: 12 }, (_, at) => `v1.thing.${String(at).padStart(2, '0')}`);
const [asked = '', other = ''] = keys;
const ways = [
  { way: 'atom by atom', options: {} },
  { way: 'as whole responses', options: { wholeFrom: 1 } },
];
let here: AuditsHere;
afterEach(() => here.stop());

const statuses = ({ verdict }: AuditDetails) => [verdict?.status, verdict?.reasons.map(({ code }) => code)];

/** Written as text, because an object in this file cannot have such a member. */
function withMember(atoms: readonly RawAtom[], member: string, place: 'atom' | 'proof'): unknown {
  const text = JSON.stringify({ atoms });
  return JSON.parse(
    place === 'atom'
      ? text.replaceAll('{"key":', `{${member},"key":`)
      : text.replaceAll('"proof":{', `"proof":{${member},`),
  );
}

describe.each(ways)('an audit that is checked $way', ({ options }) => {
  describe.each(['"__proto__":{"a":1}', '"constructor":{"prototype":{}}', '"__proto__":{"key":"k"}'])(
    'A5: a member %s',
    (member) => {
      it.each(['atom', 'proof'] as const)('in each %s changes no verdict', async (place) => {
        here = await auditsOver(keys, options);
        here.alter((atoms) => withMember(atoms, member, place));
        expect(statuses(await here.audit(keys))).toEqual(['green', []]);
        here.alter((atoms) =>
          withMember(
            atoms.map((atom) => (atom.key === asked ? { ...atom, value: 'forged' } : atom)),
            member,
            place,
          ),
        );
        const forged = await here.audit(keys);
        expect(statuses(forged)).toEqual(['red', ['failed']]);
        expect(await here.records(forged.info.id, { show: 'failures' })).toMatchObject([
          { key: asked, outcome: 'red' },
        ]);
      });
    },
  );

  it.each([
    ['a value', (text: string) => text.replaceAll('"value":', '"value":"forged","value":')],
    [
      'a value, once with an escape',
      (text: string) => text.replaceAll('"value":', '"v\\u0061lue":"forged","value":'),
    ],
    ['a proof', (text: string) => text.replaceAll('"proof":', '"proof":{},"proof":')],
  ])('reads no atom that has %s twice', async (_what, twice) => {
    here = await auditsOver(keys, options);
    expect((await here.audit(keys)).verdict?.status).toBe('green');
    here.alter((atoms) => {
      const texts = atoms.map((atom) =>
        atom.key === asked ? twice(JSON.stringify(atom)) : JSON.stringify(atom),
      );
      return `{"atoms":[${texts.join()}]}`;
    });
    const audit = await here.audit(keys);
    expect(audit.verdict?.status).toBe('amber');
    const others = (await here.records(audit.info.id)).filter(({ outcome }) => outcome !== 'green');
    expect(others).toMatchObject([{ key: asked, outcome: 'amber', leafHash: null }]);
    // Nothing can be read: that is no audit.
    here.alter((atoms) => twice(JSON.stringify({ atoms })));
    await expect(here.audit(keys)).rejects.toThrow('more than once in one object');
  });

  describe('A6: a key that is left out although it is proven under the root of the memory', () => {
    it.each([
      ['alone', (atoms: readonly RawAtom[]) => atoms.filter(({ key }) => key !== asked)],
      [
        'beside an atom without a proof that nobody asked for',
        (atoms: readonly RawAtom[]) => [
          ...atoms.filter(({ key }) => key !== asked),
          { ...atoms[0], key: 'v1.unasked', proof: null },
        ],
      ],
    ])('is a contradiction, left out %s', async (_how, without) => {
      here = await auditsOver(keys, options);
      await here.audit(keys);
      here.alter(without);
      const audit = await here.audit([asked]);
      expect(audit.verdict?.status).toBe('red');
      expect(await here.records(audit.info.id)).toMatchObject([
        { key: asked, outcome: 'red', conflict: 'denied' },
      ]);
    });

    it('is a contradiction after a restart too', async () => {
      here = await auditsOver(keys, options);
      await here.audit(keys);
      here.restart();
      here.alter((atoms) => atoms.filter(({ key }) => key !== asked));
      expect(statuses(await here.audit([asked]))).toEqual(['red', ['failed', 'self-test']]);
    });

    it('is only missing if the memory has another root now', async () => {
      here = await auditsOver(keys, options);
      await here.audit(keys);
      await here.store(['v1.later']);
      here.alter((atoms) => atoms.filter(({ key }) => key !== asked));
      const audit = await here.audit([asked]);
      expect(audit.verdict?.status).toBe('amber');
      expect(await here.records(audit.info.id)).toMatchObject([{ outcome: 'missing', conflict: null }]);
    });
  });

  describe('A7: another key’s atom in the place of the requested one', () => {
    it.each([
      ['a map', (map: Readonly<Record<string, RawAtom | undefined>>) => map],
      ['a map in “results”', (map: Readonly<Record<string, RawAtom | undefined>>) => ({ results: map })],
      [
        'a list of named atoms',
        (map: Readonly<Record<string, RawAtom | undefined>>) => ({
          atoms: Object.entries(map).map(([key, atom]) => ({ key, atom })),
        }),
      ],
    ])('is a failure of this key, and of no other, in %s', async (_form, write) => {
      here = await auditsOver(keys, options);
      const all = await here.audit(keys);
      expect(all.verdict?.status).toBe('green');
      here.alter((atoms) => {
        const map = Object.fromEntries(atoms.map((atom) => [atom.key, atom]));
        return write({ ...map, [asked]: map[other] ?? atoms[0] });
      });
      const swapped = await here.audit([asked, other]);
      expect(await here.records(swapped.info.id)).toMatchObject([
        { key: asked, outcome: 'red', check: { name: 'coherent', code: 'incoherent.key' } },
        { key: other, outcome: 'green' },
      ]);
      expect(swapped.unasked).toBe(0);
    });
  });
});

describe('C3: an audit whose connection has lost what it rests on', () => {
  it('is inconclusive, and says so in its file too', async () => {
    here = await auditsOver(keys);
    here.grounds = { ...here.grounds, ledger: unavailable('damaged') };
    const audit = await here.audit(keys);
    expect(audit.verdict).toMatchObject({
      status: 'amber',
      reasons: [{ code: 'ground', ground: { name: 'ledger' } }],
    });
    expect(await readFile(here.recordsFile(audit.info.id), 'utf8')).toContain(
      '"ledger":{"kind":"unavailable","why":"damaged"}',
    );
  });
});

describe('A2: an audit that is resumed in the window', () => {
  it('is refused if a root was pinned meanwhile', async () => {
    here = await auditsOver(keys);
    const release = here.holdReads();
    const started = valueOf(await here.audits.start(here.plan(keys), 'user'));
    here.crash();
    release();
    await here.pins.add(auditedId, {
      rootHash: 'ab'.repeat(32),
      treeSize: null,
      isExact: true,
      source: { kind: 'person' },
      note: '',
    });
    const resumed = await here.audits.resume(auditedId, started.id);
    expect(resumed.ok ? '' : resumed.error.message).toContain('The pinned roots have changed');
  });
});
