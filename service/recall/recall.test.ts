import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoAtoms } from '../demo/demoMemory.ts';
import { openDatabase, type Database } from '../store/level/database.ts';
import { createLevelVectors } from '../store/level/levelVectors.ts';
import { createEmbedder, type Embedder } from './embedder.ts';
import { embeddingTexts } from './embeddingTexts.ts';
import { createRecall, type Recall } from './recall.ts';
import { createRecallIndex, type RecallHit } from './recallIndex.ts';

const demoKeys = demoAtoms.map(({ key }) => key);
let folder: string;
let database: Database;
let logged: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atom-recall-'));
  database = await openDatabase(folder);
  logged = [];
});
afterEach(async () => {
  await database.level.close();
  await rm(folder, { recursive: true });
});

function recallOver(keys: readonly string[], embedder: Embedder | null): Recall {
  const recall = createRecall({
    embedder,
    vectorStore: createLevelVectors(database),
    log: (line) => logged.push(line),
  });
  for (const key of keys) recall.add(key);
  recall.start();
  return recall;
}

function reciprocalRank(hits: readonly RecallHit[], key: string): number {
  const place = hits.findIndex((hit) => hit.key === key) + 1;
  return place === 0 ? 0 : 1 / place;
}

/** A model of 32 meanings that uses the first letter of a text as its meaning, and counts its calls. */
function alphabetEmbedder(modelId = 'alphabet') {
  const texts: string[] = [];
  let answering = true;
  let release: () => void = () => undefined;
  const embedder: Embedder = {
    modelId,
    dimensions: 32,
    async embed(asked) {
      texts.push(...asked);
      if (!answering) await new Promise<void>((resolve) => (release = resolve));
      return asked.map((text) =>
        Array.from({ length: 32 }, (_, index) => (index === text.charCodeAt(0) % 32 ? 1 : 0)),
      );
    },
    close: () => Promise.resolve(),
  };
  return {
    embedder,
    texts,
    hold: () => void (answering = false),
    goOn: () => {
      answering = true;
      release();
    },
  };
}

describe('recall by words and meaning', () => {
  it('adds keys that only have the same meaning, below those that also have the words', async () => {
    const recall = recallOver(['v1.apple', 'v1.avocado', 'v1.banana'], alphabetEmbedder().embedder);
    await recall.settled();
    const hits = await recall.search('apple', 10);
    expect(hits.map(({ key }) => key)).toEqual(['v1.apple', 'v1.avocado']);
    expect(hits[1]?.score).toBeCloseTo(0.8, 5);
    await recall.close();
  });

  it('ranks a key first that equals the query', async () => {
    const recall = recallOver(['v1.apple', 'v1.apple.apple', 'v1.avocado'], alphabetEmbedder().embedder);
    await recall.settled();
    const [first, second] = await recall.search('v1.apple', 10);
    expect(first).toEqual({ key: 'v1.apple', score: 0.999 });
    expect(second?.score).toBeLessThanOrEqual(0.99);
    await recall.close();
  });

  it('orders equal scores by key, whatever the order of adding; each limit returns a prefix of all hits', async () => {
    const keys = Array.from({ length: 60 }, (_, index) => `a${String.fromCodePoint(0x100 + index)}`);
    const sorted = [...keys].sort();
    const recall = recallOver([...keys].reverse(), alphabetEmbedder().embedder);
    await recall.settled();
    const all = (await recall.search('ant', 100)).map(({ key }) => key);
    expect(all).toEqual(sorted);
    expect((await recall.search('ant', 7)).map(({ key }) => key)).toEqual(sorted.slice(0, 7));
    await recall.close();
  });

  it('uses words while vectors are being computed, on the same scale', async () => {
    const { embedder, hold, goOn } = alphabetEmbedder();
    hold();
    const recall = recallOver(['v1.apple', 'v1.avocado'], embedder);
    const words = createRecallIndex();
    for (const key of ['v1.apple', 'v1.avocado']) words.add(key);
    expect(await recall.search('apple', 5)).toEqual(words.search('apple', 5));
    goOn();
    await recall.settled();
    expect((await recall.search('apple', 5)).map(({ key }) => key)).toEqual(['v1.apple', 'v1.avocado']);
    await recall.close();
  });

  it('finds by meaning what is added later', async () => {
    const recall = recallOver(['v1.apple'], alphabetEmbedder().embedder);
    await recall.settled();
    recall.add('v1.avocado');
    await recall.settled();
    expect((await recall.search('ant', 5)).map(({ key }) => key)).toEqual(['v1.apple', 'v1.avocado']);
    await recall.close();
  });

  it('computes no vector twice, even after a restart', async () => {
    const first = alphabetEmbedder();
    const recall = recallOver(demoKeys, first.embedder);
    await recall.settled();
    await recall.close();
    expect([...first.texts].sort()).toEqual([...new Set(demoKeys.flatMap(embeddingTexts))].sort());

    const second = alphabetEmbedder();
    const again = recallOver([...demoKeys, 'v1.new'], second.embedder);
    await again.settled();
    expect(second.texts).toEqual(['new']);
    expect((await again.search('pear', 5)).length).toBe(5);
    await again.close();
  });

  it('recomputes all vectors for another model', async () => {
    const first = recallOver(['v1.a', 'v1.b'], alphabetEmbedder().embedder);
    await first.settled();
    await first.close();
    const other = alphabetEmbedder('another');
    const second = recallOver(['v1.a', 'v1.b'], other.embedder);
    await second.settled();
    expect(other.texts.length).toBe(2);
    await second.close();
  });

  it('continues with words only, and says so once, if the model cannot be loaded', async () => {
    const broken: Embedder = {
      modelId: 'broken',
      dimensions: 32,
      embed: () => Promise.reject(new Error('no such model')),
      close: () => Promise.resolve(),
    };
    const recall = recallOver(['v1.apple'], broken);
    await recall.settled();
    recall.add('v1.avocado');
    expect((await recall.search('apple', 5)).map(({ key }) => key)).toEqual(['v1.apple']);
    expect(logged).toEqual(['Recall is searching by words only: no such model']);
    await recall.close();
  });

  it('computes few vectors while many keys are being added, and the rest after that', async () => {
    const { embedder, texts } = alphabetEmbedder();
    let now = 0;
    const countAfter = new Map<number, number>();
    const recall = createRecall({
      embedder,
      vectorStore: createLevelVectors(database),
      log: (line) => logged.push(line),
      clock: {
        now: () => now,
        rest: async (ms) => {
          now += ms;
          countAfter.set(now, texts.length);
          if (now <= 2_500) recall.add(`v1.late${String(now)}`);
        },
      },
    });
    const keys = Array.from({ length: 1_500 }, (_, index) => `v1.key${String.fromCodePoint(0x4e00 + index)}`);
    for (const key of keys) recall.add(key);
    recall.start();
    await recall.settled();
    // 128 keys each second, because it may go on for long.
    expect(countAfter.get(1_000)).toBe(0);
    expect(countAfter.get(2_000)).toBe(128);
    expect(countAfter.get(2_500)).toBe(256);
    expect(texts.length).toBe(new Set([...keys, ...lateKeys()].flatMap(embeddingTexts)).size);
    await recall.close();

    function lateKeys(): readonly string[] {
      return Array.from({ length: 50 }, (_, index) => `v1.late${String(50 * (index + 1))}`);
    }
  });

  it('closes silently while computing', async () => {
    const recall = recallOver(demoKeys, createEmbedder());
    await recall.close();
    expect(logged).toEqual([]);
  });
});

describe('recall over the demo memory, with the included model', () => {
  let memoryFolder: string;
  let memory: Database;
  let recall: Recall;

  beforeAll(async () => {
    memoryFolder = await mkdtemp(join(tmpdir(), 'atom-recall-demo-'));
    memory = await openDatabase(memoryFolder);
    recall = createRecall({
      embedder: createEmbedder(),
      vectorStore: createLevelVectors(memory),
      log: (line) => expect.unreachable(line),
    });
    for (const key of demoKeys) recall.add(key);
    recall.start();
    await recall.settled();
  });
  afterAll(async () => {
    await recall.close();
    await memory.level.close();
    await rm(memoryFolder, { recursive: true });
  });

  // The words of the query are not, or not all, those of the key.
  const paraphrases: readonly (readonly [query: string, key: string])[] = [
    ['what colour scheme does Glen want on screen', 'v1.user.Glen.preference.theme'],
    ['vacation of Priya', 'v1.user.Priya.leave'],
    ['honey bees', 'v1.fact.bees.hives'],
    ['who should I ring at night in an emergency', 'v1.company.on_call.schedule'],
    ['how much money is left for devices', 'v1.company.budget.2026.hardware'],
    ['software update of the control unit', 'v1.procedure.firmware_update.overview'],
    ['freezing weather warning', 'v1.procedure.frost_alarm.overview'],
    ['very hot days', 'v1.procedure.heat_wave.runbook'],
    ['turning a pump back on', 'v1.procedure.restart_pump.overview'],
    ['insects that eat the plants', 'v1.fact.pest.spider_mite.signs'],
  ];

  it('finds nothing for marks without a letter or a digit', async () => {
    for (const query of ['…', '?!', ' - ', '\u{1F41D}']) expect(await recall.search(query, 100)).toEqual([]);
  });

  it('ranks paraphrases well that words alone do not (mean reciprocal rank)', async () => {
    const words = createRecallIndex();
    for (const key of demoKeys) words.add(key);
    let joined = 0;
    let byWords = 0;
    for (const [query, key] of paraphrases) {
      joined += reciprocalRank(await recall.search(query, 100), key) / paraphrases.length;
      byWords += reciprocalRank(words.search(query, 100), key) / paraphrases.length;
    }
    // 0.59 and 0.37 when this was written; 0.57 with a vector of each whole key.
    expect(joined).toBeGreaterThan(0.5);
    expect(byWords).toBeLessThan(0.45);
  });

  it.each(paraphrases)('%s: %s is among the first twenty', async (query, key) => {
    expect(reciprocalRank(await recall.search(query, 20), key)).toBeGreaterThan(0);
  });

  // Matches by words are not outweighed by the model's guesses.
  it.each([
    ['what theme does Glen like', 'v1.user.Glen.preference.theme'],
    ["Glen's preferred editor", 'v1.user.Glen.preference.editor'],
    ['which language does Yusuf speak?', 'v1.user.Yusuf.preference.language'],
    ['status of the orchid project', 'v1.project.orchid.status'],
    ['who owns meltwater', 'v1.project.meltwater.owner'],
    ['what is blocking meltwater', 'v1.project.meltwater.blocker'],
    ['tomato temperature', 'v1.fact.crop.tomato.optimal_temperature'],
    ['bay 3 irrigation schedule', 'v1.fact.irrigation.bay3.schedule'],
    ['night setpoint bay 4', 'v1.fact.climate.bay4.setpoint.night'],
    ['on-call schedule', 'v1.company.on_call.schedule'],
    ['where is the Halden site', 'v1.fact.site.halden.location'],
    ['phone number of Kwame', 'v1.person.supplier.Kwame_Mensah.contact'],
    ['firmware version of the controller', 'v1.fact.hardware.controller.firmware'],
  ])('%s', async (query, key) => {
    expect((await recall.search(query, 1))[0]?.key).toBe(key);
  });

  it('ranks a key first that equals the query, and scores everything from 0 to 1', async () => {
    for (const key of demoKeys.slice(0, 40)) {
      const hits = await recall.search(key, 100);
      expect(hits[0]).toEqual({ key, score: 0.999 });
      expect(hits.filter(({ score }) => score <= 0 || score >= 1)).toEqual([]);
    }
  });

  it.each(['🌿', '…', '?', '\u0301', '温室', '\ud800', ' \t', '', 'x'.repeat(10_000), '__proto__', '\u3164'])(
    'accepts the query %j',
    async (query) => {
      expect((await recall.search(query, 3)).length).toBeLessThanOrEqual(3);
    },
  );
});
