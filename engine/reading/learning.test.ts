import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { inferenceBudget } from '#shared/merkle/hashBudget.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { naiveRfcTree } from '#shared/merkle/testing/naiveTree.ts';
import { sha256 } from '#shared/merkle/testing/nodeSha256.ts';
import {
  embeddedLike,
  flipBit,
  proveAll,
  type ProvenAtom,
  type SampleService,
} from '#shared/merkle/testing/sampleTree.ts';
import { coverageWords } from '#shared/text/leafWords.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import { inferInThread, type InferenceTask } from './inferenceThread.ts';
import { builtPrograms } from '../testing/builtPrograms.ts';
import { cataloguesHere } from '../known/testing/catalogueHere.ts';
import { createHttpClient } from '../client/httpClient.ts';
import { respondJson, startScriptedServer } from '../client/testing/scriptedServer.ts';
import { createSchemeLearning } from './verification/schemeLearning.ts';
import { testConnection, testGateway, testProfile, testReadings } from './testing/testReadings.ts';

const id = 'one' as ConnectionId;
const options = { requestId: 'r1', signal: null };
const tree = naiveRfcTree((left, right) => sha256(Uint8Array.of(1), left, right));
const secretLeaf = {
  tree,
  leaf: ({ key, value }: { readonly key: string; readonly value: string }) => sha256('secret', key, value),
};

let folder: string;
let worker: string;
/** What was passed to a thread, and the pins that were saved. */
let tasks: InferenceTask[];
let saved: SchemePin[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'learning-'));
  worker = path.join(await builtPrograms(), 'inference-worker.js');
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  tasks = [];
  saved = [];
});

/**
 * Reads the atoms of each response over HTTP, one response after the other, with the real gateway, readings,
 * and thread.
 */
async function readAll(answers: readonly (readonly ProvenAtom[])[], inThread = runInThread) {
  const http = createHttpClient();
  const server = await startScriptedServer((_request, response, index) => {
    respondJson(response, 200, { atoms: answers[index] ?? [] });
  });
  const catalogues = cataloguesHere(await mkdtemp(path.join(folder, 'catalogue-')), () => undefined);
  const here = { profile: testProfile(server.address) };
  const log: string[] = [];
  const readings = testReadings({
    gateway: testGateway(http),
    connections: {
      ...testConnection(here, () => 'some key'),
      saveScheme: async (_id, scheme) => {
        saved.push(scheme);
        here.profile = { ...here.profile, scheme };
      },
    },
    catalogues,
    learning: createSchemeLearning({ inThread, log: (message) => log.push(message) }),
  });
  const read = [];
  for (const atoms of answers) {
    const keys = atoms.map(({ key }) => key);
    const answer = await readings.readMany(id, keys, options);
    if (!answer.ok) throw new Error(answer.error.message);
    read.push(answer.value.atoms);
  }
  const { coverage } = await catalogues.summary(id);
  const map = await catalogues.leafMap(id, 8);
  http.close();
  await server.close();
  await catalogues.close();
  return { read, profile: here.profile, log, coverage, map };
}

function runInThread(task: InferenceTask): Promise<SchemePin | null> {
  tasks.push(task);
  return inferInThread(worker, task);
}

function textOf(length: number, number: number): string {
  return `${number} text `.repeat(Math.ceil(length / 7)).slice(0, length);
}

describe('a service whose leaf rule is unknown', () => {
  // One megabyte together.
  const atoms = proveAll(
    secretLeaf,
    Array.from({ length: 5 }, (_, at) => ({
      key: `v1.large.n${at}`,
      value: textOf(200_000, at),
      version: 1,
    })),
  );

  it('is searched for in another thread and within a limit', async () => {
    const answers = Array.from({ length: 6 }, () => atoms);
    const { read, profile } = await readAll(answers);
    expect(tasks.length).toBeGreaterThan(0);
    expect(tasks.length).toBeLessThan(answers.length);
    const spent = saved.map((pin) => pin.search?.spent ?? 0);
    for (const [at, bytes] of spent.entries())
      expect(bytes - (spent[at - 1] ?? 0)).toBeLessThanOrEqual(inferenceBudget);
    expect(profile.scheme).toMatchObject({ path: [{}], leaf: [], search: { leaf: { isComplete: true } } });
    for (const { verdict } of read.flat()) expect(verdict.status).toBe('amber');

    const words = [read[0], read.at(-1)].map((some) => {
      const verdict = some?.[0]?.verdict;
      return verdict === undefined ? '' : verdictWords(verdict).summary;
    });
    expect(words[0]).toContain('None of the leaf rules tried so far fits');
    expect(words[1]).toContain('No known rule produces this leaf');
  });

  it('still verifies the response with the known rules if the thread fails, and logs that', async () => {
    const { read, profile, log } = await readAll([atoms], () => Promise.reject(new Error('out of memory')));
    expect(profile.scheme).toBeNull();
    expect(read.flat().map(({ verdict }) => verdict.status)).toEqual(atoms.map(() => 'amber'));
    expect(log).toHaveLength(1);
  });
});

describe('a service whose path rule is unknown', () => {
  it('still gets its leaf rule, so that content is checked', async () => {
    const service = { ...embeddedLike(sha256), tree: naiveRfcTree((l, r) => sha256('secret', l, r)) };
    const atoms = proveAll(
      service,
      Array.from({ length: 5 }, (_, at) => ({ key: `v1.n${at}`, value: textOf(90, at), version: 1 })),
    );
    const tampered = atoms.map((atom) => ({ ...atom, value: 'other' }));
    const { read } = await readAll([atoms, tampered]);
    const [first, second] = read.map((some) => some.map(({ verdict }) => verdict));
    expect(first?.map(({ status }) => status)).toEqual(atoms.map(() => 'amber'));
    expect(first?.[0]?.checks).toContainEqual(expect.objectContaining({ name: 'content', status: 'pass' }));
    expect(second?.map(({ status }) => status)).toEqual(atoms.map(() => 'red'));
    expect(tasks).toEqual([]);
  });
});

describe('a service that fills up its tree with empty leaves', () => {
  const filledUp = (count: number, size: number): readonly ProvenAtom[] => {
    const { leaf } = embeddedLike(sha256);
    const padded: SampleService = {
      tree,
      leaf: (atom) => (atom.key === '' ? new Uint8Array(32) : leaf(atom)),
    };
    const atoms = Array.from({ length: size }, (_, at) => ({
      key: at < count ? `v1.n${at}` : '',
      value: textOf(40, at),
      version: 1,
    }));
    return proveAll(padded, atoms).slice(0, count);
  };

  it('is completely known when all its atoms are: proven padding does not count as missing', async () => {
    const { coverage, map, profile } = await readAll([filledUp(11, 32)]);
    expect(coverage).toEqual({ knownLeaves: 11, treeSize: '32', emptyLeaves: 21 });
    expect(coverageWords(coverage)).toBe('Known 11 of 11 leaves (100%)');
    expect(map).toMatchObject({
      coverage,
      unknown: { leaves: '0', rangeCount: 0, longest: [] },
      byVersions: { kind: 'nothing-unknown' },
    });
    expect(map.cells.at(-1)).toEqual({ start: '28', end: '32', known: 0, empty: 4 });
    expect(profile.scheme?.path).toMatchObject([{ shape: 'zero-pad' }]);
  });

  it('claims nothing about a newer tree whose proofs do not show what is empty', async () => {
    // The first leaf of the newer tree shows only that its right half is empty.
    const { coverage, map } = await readAll([filledUp(11, 32), filledUp(13, 32).slice(0, 1)]);
    expect(coverage).toEqual({ knownLeaves: 11, treeSize: '32', emptyLeaves: 16 });
    expect(map.unknown).toMatchObject({ leaves: '5', longest: [{ start: '11', end: '16' }] });
  });
});

describe('a scheme inferred from one proof', () => {
  it('counts each later proof that confirms it once', async () => {
    const atoms = proveAll(
      embeddedLike(sha256),
      Array.from({ length: 13 }, (_, at) => ({ key: `v1.n${at}`, value: textOf(90, at), version: 1 })),
    );
    const pick = (...places: readonly number[]) => places.flatMap((at) => atoms[at] ?? []);
    // The path of the last leaf of 13 skips a single node, which determines the shape.
    const first = pick(12);
    const damaged = pick(3).map((atom) => ({
      ...atom,
      proof: { ...atom.proof, rootHash: flipBit(atom.proof.rootHash, 3) },
    }));
    const { profile, read } = await readAll([first, first, damaged, pick(0, 1), pick(0), atoms]);
    expect(saved.map(({ confirmations }) => confirmations)).toEqual([undefined, 2, 10]);
    expect(profile.scheme).toMatchObject({ samples: 1, confirmations: 10 });
    const verdict = read[4]?.[0]?.verdict;
    expect(verdict && verdictWords(verdict).summary).toContain(
      'inferred from 1 proof and confirmed by 2 later proofs',
    );
  });
});
