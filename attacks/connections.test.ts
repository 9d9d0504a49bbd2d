import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed } from '#shared/domain/result.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { candidatesOf, readSchemeText } from '#shared/merkle/schemeText.ts';
import type { Catalogues } from '../engine/known/catalogues.ts';
import { cataloguesHere } from '../engine/known/testing/catalogueHere.ts';
import { parseBaseAddress } from '../engine/client/baseAddress.ts';
import { createHttpClient } from '../engine/client/httpClient.ts';
import { createPins, type Pins } from '../engine/roots/pins/pins.ts';
import type { Readings } from '../engine/reading/readings.ts';
import { testGateway, testProfile, testReadings } from '../engine/reading/testing/testReadings.ts';
import { isLongRun } from '../service/testing/longRun.ts';
import { stepArbitrary } from './forgedFile.ts';
import {
  startHostileService,
  wholeKinds,
  type HostileService,
  type ResponseAttack,
} from './hostileService.ts';
import { allRules, separated, type ReferenceRules } from './reference.ts';
import { setScene, type Scene } from './scene.ts';

const http = createHttpClient();

let folder: string;
let catalogues: Catalogues;
let pins: Pins;
let service: HostileService;
let scene: Scene;
let readings: Readings;
let connections = 0;
let clock = 1_000;
const now = (): number => (clock += 10);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'attacks-'));
  catalogues = cataloguesHere(path.join(folder, 'catalogue'));
  pins = createPins({ folder: path.join(folder, 'pins'), changed: () => undefined, now, newId: () => 'pin' });
  scene = setScene(separated);
  service = await startHostileService(() => scene);
  const address = parseBaseAddress(service.address);
  if (!address.ok) throw new Error(address.error.message);
  const profile = () => testProfile(service.address, { id: current(), scheme: rulesOf(scene.memory.rules) });
  readings = testReadings({
    gateway: testGateway(http, now),
    connections: {
      profile: () => succeed(profile()),
      target: async () => succeed({ address: address.value, apiKey: 'key', profile: profile() }),
      saveScheme: async () => undefined,
    },
    catalogues,
    pins,
    now,
  });
});

afterAll(async () => {
  http.close();
  await service.close();
  await catalogues.close();
  await pins.close();
  await rm(folder, { recursive: true });
});

const current = (): ConnectionId => `connection-${String(connections)}` as ConnectionId;

/** Another connection, about which nothing is known. What was known of the last one is deleted, as its files stay open. */
async function connectAnew(): Promise<void> {
  await catalogues.forget(current());
  connections += 1;
}

/** The user chose them: nothing is inferred from what the service returns. */
function rulesOf({ text }: ReferenceRules): SchemePin {
  const reading = readSchemeText(text);
  if (!reading.ok) throw new Error(reading.fault.kind);
  return { ...candidatesOf(reading.scheme), origin: 'chosen', samples: 0, pinnedAt: 0 };
}

async function readAll(attack: ResponseAttack | null): Promise<readonly AtomReading[]> {
  service.behave(attack);
  const answer = await readings.readMany(current(), scene.keys, { requestId: 'r', signal: null });
  return answer.ok ? answer.value.atoms : [];
}

/** What a verdict says that is not true; null if there is nothing. */
function untrue({ key, value, version, proof, verdict }: AtomReading): unknown {
  if (verdict.status !== 'green' && verdict.status !== 'keyOnly') return null;
  const root = (proof as { readonly rootHash?: unknown } | null)?.rootHash;
  const claim = verdict.status === 'keyOnly' ? { key } : { key, value, version: version ?? 0 };
  return typeof root === 'string' && scene.memory.agrees(root, claim) ? null : { claim, root, verdict };
}

const attacks = fc.record({
  steps: fc.array(stepArbitrary, { minLength: 1, maxLength: 3 }),
  whole: fc.constantFrom(...wholeKinds),
  how: fc.nat(7),
});

const runs = { numRuns: isLongRun ? 4_000 : 75, ...(isLongRun ? {} : { seed: 20_261_127 }) };

describe('a connection to a hostile service', () => {
  it('reads an honest memory as it is', async () => {
    for (const rules of allRules) {
      await connectAnew();
      scene = setScene(rules);
      const { memory } = scene;
      const stored = memory.now.atoms;
      scene = { ...scene, keys: stored.map(({ key }) => key) };
      const atoms = await readAll(null);
      const shown = rules.covers === 'key' ? 'keyOnly' : 'green';
      expect(atoms.map(({ verdict }) => verdict.status)).toEqual(
        stored.map((atom) => (memory.isCertain(atom) ? shown : 'amber')),
      );
      expect(atoms.map(untrue).filter((found) => found !== null)).toEqual([]);
    }
  });

  it('verifies under a pinned root only what is true there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...allRules.keys()), attacks, async (at, attack) => {
        await connectAnew();
        scene = setScene(allRules[at] ?? separated);
        const pin = {
          rootHash: scene.memory.now.root,
          treeSize: String(scene.memory.now.atoms.length),
          isExact: true,
          source: { kind: 'person' },
          note: '',
        } as const;
        expect((await pins.add(current(), pin)).ok).toBe(true);
        const atoms = await readAll(attack);
        const verified = atoms.filter(
          ({ verdict }) => verdict.status === 'green' || verdict.status === 'keyOnly',
        );
        expect(verified.map(untrue).filter((found) => found !== null)).toEqual([]);
        for (const { proof } of verified)
          expect((proof as { readonly rootHash: string }).rootHash).toBe(scene.memory.now.root);
      }),
      runs,
    );
  });

  it('F3b: fails both of two atoms that are said to be one leaf', async () => {
    await connectAnew();
    scene = setScene(allRules[2]);
    const atoms = await readAll({
      steps: [{ kind: 'two-in-one-leaf', at: 0, by: 1, how: 3 }],
      whole: 'list',
      how: 0,
    });
    const statuses = atoms.map(({ verdict }) => verdict.status);
    expect(statuses.slice(0, 3)).toEqual(['red', 'red', 'amber']);
    const [, { verdict } = { verdict: null }] = atoms;
    expect(verdict?.checks.find(({ name }) => name === 'coherent')?.reason).toMatchObject({
      differences: [{ field: 'leaf', otherKey: atoms[0]?.key }],
    });
  });

  it('C1: does not follow a chain that the rules do not have', async () => {
    for (const rules of allRules)
      for (const kind of ['graft', 'graft-pair'] as const)
        for (const by of [0, 1, 2]) {
          await connectAnew();
          scene = setScene(rules);
          const atoms = await readAll({ steps: [{ kind, at: 0, by, how: 0 }], whole: 'list', how: 0 });
          const invented = atoms.find(
            ({ proof }) => Array.isArray(proof) || 'shardRootProof' in Object(proof),
          );
          expect(invented?.verdict.status).toBe('red');
        }
  });

  it('verifies nothing that takes back what it read before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...allRules.keys()), attacks, async (at, attack) => {
        await connectAnew();
        scene = setScene(allRules[at] ?? separated);
        const before = new Map((await readAll(null)).map((atom) => [atom.key, atom]));
        for (const atom of await readAll(attack)) {
          if (atom.verdict.status !== 'green') continue;
          const known = before.get(atom.key);
          // Nothing can be said about a key that the memory never had, under a root that it never had.
          const isInvented = scene.memory.history.every(
            ({ root }) => root !== (atom.proof as { readonly rootHash?: unknown } | null)?.rootHash,
          );
          if (isInvented && known === undefined) continue;
          expect(known?.version ?? 0).toBeLessThanOrEqual(atom.version ?? 0);
          if (known !== undefined && known.version === atom.version) expect(atom.value).toBe(known.value);
        }
      }),
      runs,
    );
  });
});
