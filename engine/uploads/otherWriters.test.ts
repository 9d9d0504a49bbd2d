import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Upload, UploadRow } from '#shared/domain/upload.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { isLongRun } from '../../service/testing/longRun.ts';
import {
  startFaultyService,
  type BatchAtoms,
  type BatchFault,
  type FaultyService,
} from './testing/faultyService.ts';
import { uploadsHere, value, type UploadsHere } from './testing/uploadsHere.ts';

// Others change the memory while an upload is prepared and sent.
let service: TestService;
let way: FaultyService;
let here: UploadsHere;
let fault: (atoms: readonly BatchAtoms[], index: number) => BatchFault | Promise<BatchFault>;
let beforeRead: () => Promise<void>;
let changeRead: (body: string) => string;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  fault = () => 'none';
  beforeRead = async () => undefined;
  changeRead = (body) => body;
  way = await startFaultyService(
    service,
    (atoms, index) => fault(atoms, index),
    async () => {
      await beforeRead();
      return true;
    },
    (body) => changeRead(body),
  );
  here = await uploadsHere({ address: way.address, apiKey: service.fullKey });
});
afterEach(async () => {
  await here.close();
  await way.close();
});

let cases = 0;
/** Keys that no other case has. */
const newKeys = (count: number): readonly string[] => {
  cases += 1;
  return Array.from({ length: count }, (_, at) => `v1.case${cases}.${at}`);
};
const linesOf = (keys: readonly string[]): readonly string[] => keys.map((key) => `${key},mine`);
const store = async (keys: readonly string[], text: string): Promise<void> => {
  await service.post('/batch-atoms', { atoms: keys.map((key) => ({ key, value: text })) });
};
async function stored(keys: readonly string[]): Promise<readonly string[]> {
  const { body } = await service.post('/batch-access', { keys });
  const { atoms } = body as { atoms: readonly { key: string; value: string; version: number }[] };
  return keys.map((key) => {
    const atom = atoms.find((one) => one.key === key);
    return atom === undefined ? '-' : `${atom.value} @${atom.version}`;
  });
}
const ended = (): Promise<Upload> => here.until(({ phase }) => phase.kind === 'ended');
async function compared(upload: Upload): Promise<Upload> {
  value(await here.uploads().compare(upload.id));
  return here.until(
    ({ phase, counts }) => phase.kind === 'checking' && counts?.comparisons['not-compared'] === 0,
  );
}
async function rowsOf(uploadId: string): Promise<readonly UploadRow[]> {
  return value(await here.uploads().rows({ uploadId, filter: {}, window: { from: 0, to: 100 } })).rows;
}
const seenOf = ({ outcome, marks }: UploadRow): string => [outcome, ...marks].join(' ');

describe('U1: an upload while others store', () => {
  it('holds rows that changed since they were compared, and replaces them only when the user says so', async () => {
    const keys = newKeys(3);
    await store(keys, 'theirs');
    const upload = await compared(await here.prepare(linesOf(keys)));
    await store(keys.slice(1, 2), 'theirs, newer');
    await here.send(upload);
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 2, held: 1 });
    expect(await stored(keys)).toEqual(['mine @2', 'theirs, newer @2', 'mine @2']);
    expect((await rowsOf(upload.id))[1]).toMatchObject({
      outcome: 'held',
      comparison: 'changed',
      storedVersion: 2,
      why: 'Not sent: the service has a value that was not compared, or that has changed since.',
    });
    expect(here.receipts.at(-1)).toMatchObject({ outcome: 'partly' });
    // Changed once more, it is not what the user decided about.
    const again = { kind: 'filter', filter: { outcome: 'held' } } as const;
    value(await here.uploads().changeRows(upload.id, again, { kind: 'again' }));
    await store(keys.slice(1, 2), 'theirs, newest');
    await here.send(upload);
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 2, held: 1 });
    value(await here.uploads().changeRows(upload.id, again, { kind: 'again' }));
    await here.send(upload);
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 3, held: 0 });
    expect(await stored(keys)).toEqual(['mine @2', 'mine @4', 'mine @2']);
  });

  it.each<[string, (key: string, atom: object) => unknown]>([
    ['another key’s atom in the place of a key', (key, atom) => ({ [key]: { ...atom, key: 'v1.other' } })],
    ['two atoms of a key that differ', (_, atom) => [atom, { ...atom, value: 'mine' }]],
  ])('replaces nothing where the response has %s', async (_, answer) => {
    const [key = ''] = newKeys(1);
    await store([key], 'theirs');
    changeRead = (body) => {
      const [atom] = (JSON.parse(body) as { atoms: readonly object[] }).atoms;
      return atom === undefined ? body : JSON.stringify({ results: answer(key, atom) });
    };
    await here.send(await here.prepare(linesOf([key])), { replacesUnseen: false });
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 0, same: 0, held: 1 });
    expect(await stored([key])).toEqual(['theirs @1']);
  });

  it('logs what a row replaced, also if the row was edited after the comparison, or not compared', async () => {
    const keys = newKeys(3);
    await store(keys.slice(0, 2), 'theirs');
    const upload = await compared(await here.prepare(linesOf(keys.slice(0, 1))));
    value(await here.uploads().changeRow(upload.id, 0, { key: keys[0] ?? '', value: 'edited' }));
    await here.send(upload, { verify: true });
    await here.until(({ verification }) => verification !== null);
    const before = (id: string, row: number) => here.uploadedRows.get(`${id} ${row}`);
    expect(before(upload.id, 0)).toMatchObject({ before: 'there', versionBefore: 1, version: 2 });
    value(await here.uploads().discard(upload.id));
    // A read that the service refuses shows nothing about the atom.
    const later = await here.prepare(linesOf(keys.slice(1)));
    let reads = 0;
    changeRead = (body) => {
      reads += 1;
      const { atoms } = JSON.parse(body) as { atoms: readonly object[] };
      return reads > 2
        ? body
        : JSON.stringify({ atoms: [...atoms, ...atoms.map((atom) => ({ ...atom, value: 'x' }))] });
    };
    await here.send(later, { verify: true });
    await here.until(({ verification }) => verification !== null);
    expect(before(later.id, 0)).toMatchObject({ before: 'unread', versionBefore: null });
    expect(before(later.id, 1)).toMatchObject({ before: 'absent', versionBefore: null });
  });

  it('does not take a value that was there before for that of a lost batch, also without a comparison', async () => {
    const keys = newKeys(2);
    await store(keys.slice(0, 1), 'mine');
    await store(keys.slice(1), 'theirs');
    fault = (_, index) => (index === 0 ? 'lost' : 'none');
    await here.send(await here.prepare(linesOf(keys)), { skipSame: false });
    const { question } = await here.until(
      ({ phase, question: asked }) => phase.kind === 'ended' || asked !== null,
    );
    expect(question).toBeNull();
    expect(await stored(keys)).toEqual(['mine @2', 'mine @2']);
  });

  it('holds what others stored during a wait for the service', async () => {
    const keys = newKeys(3);
    fault = async (_atoms, index) => {
      if (index > 0) return 'none';
      await store(keys.slice(0, 1), 'theirs');
      return { status: 429, retryAfter: '1' };
    };
    await here.send(await compared(await here.prepare(linesOf(keys))));
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 2, held: 1 });
    expect(await stored(keys)).toEqual(['theirs @1', 'mine @1', 'mine @1']);
  });

  it.each(['none', 'answer-lost'] as const)('marks a write that came in between: %s', async (met) => {
    const keys = newKeys(2);
    fault = async () => {
      await store(keys.slice(0, 1), 'theirs');
      return met;
    };
    const upload = await here.prepare(linesOf(keys));
    await here.send(upload);
    const { counts } = await ended();
    expect(counts?.marks).toEqual({ 'other-write': 1, 'stored-twice': 0 });
    expect((await rowsOf(upload.id)).map(seenOf)).toEqual(['stored other-write', 'stored']);
    expect(here.receipts.at(-1)).toMatchObject({ otherWrites: { before: true, after: false } });
    const filter = { mark: 'other-write' } as const;
    const found = value(
      await here.uploads().rows({ uploadId: upload.id, filter, window: { from: 0, to: 9 } }),
    );
    expect(found.rows.map(({ key }) => key)).toEqual([keys[0]]);
  });

  it('keeps what is known of the atom when the value of its row is edited', async () => {
    const keys = newKeys(1);
    await store(keys, 'theirs');
    const upload = await compared(await here.prepare(linesOf(keys)));
    value(await here.uploads().changeRow(upload.id, 0, { key: keys[0] ?? '', value: 'edited' }));
    await store(keys, 'theirs, newer');
    await here.send(upload, { replacesUnseen: true });
    expect((await ended()).counts?.outcomes).toMatchObject({ held: 1 });
    expect(await stored(keys)).toEqual(['theirs, newer @2']);
  });
});

describe('U2: a file that is sent without a comparison', () => {
  it('stores nothing that is there already, and holds what is another value', async () => {
    const keys = newKeys(3);
    await store(keys.slice(0, 1), 'mine');
    await store(keys.slice(1, 2), 'theirs');
    await here.send(await here.prepare(linesOf(keys)), { replacesUnseen: false });
    expect((await ended()).counts?.outcomes).toMatchObject({ stored: 1, same: 1, held: 1 });
    expect(await stored(keys)).toEqual(['mine @1', 'theirs @1', 'mine @1']);
  });
});

describe('U3: a lost batch that the service applies late', () => {
  it('is noticed before it is sent again, or marked when it is read back', async () => {
    const keys = newKeys(2);
    let late: readonly BatchAtoms[] = [];
    fault = (atoms, index) => {
      if (index > 0) return 'none';
      late = atoms;
      return 'lost';
    };
    const upload = await here.prepare(linesOf(keys));
    beforeRead = async () => {
      if (way.batches.length < 2 || late.length === 0) return;
      // While the upload reads back what it stored.
      await service.post('/batch-atoms', { atoms: late });
      late = [];
    };
    await here.send(upload, { verify: true });
    await here.until(({ phase, verification }) => phase.kind === 'ended' && verification !== null);
    expect(await stored(keys)).toEqual(['mine @2', 'mine @2']);
    const rows = await rowsOf(upload.id);
    expect(rows.map(seenOf)).toEqual(['stored stored-twice', 'stored stored-twice']);
    expect(rows.map(({ version, readBack }) => `${version} ${readBack}`)).toEqual(['2 green', '2 green']);
  });
});

/** When others store, and what becomes of a batch. */
interface Events {
  readonly reads: ReadonlyMap<number, readonly number[]>;
  readonly batches: ReadonlyMap<number, readonly number[]>;
  readonly faults: readonly ('none' | 'lost' | 'answer-lost')[];
}

const someKeys = fc.subarray([0, 1, 2, 3], { minLength: 1 });
const at = (most: number) =>
  fc
    .array(fc.tuple(fc.nat(most), someKeys), { maxLength: 3 })
    .map((all): ReadonlyMap<number, readonly number[]> => new Map(all));
const anyEvents: fc.Arbitrary<Events> = fc.record({
  reads: at(6),
  batches: at(3),
  faults: fc.array(fc.constantFrom('none', 'none', 'lost', 'answer-lost'), { maxLength: 3 }),
});

describe('an upload while others store at any time', () => {
  it('replaces no write of others without a decision or a mark', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEvents,
        fc.subarray([0, 1, 2, 3]),
        fc.boolean(),
        fc.record({
          batchAtoms: fc.constantFrom(1, 2, 4),
          skipSame: fc.boolean(),
          replacesUnseen: fc.boolean(),
          verify: fc.boolean(),
        }),
        async ({ reads, batches, faults }, existing, isCompared, settings) => {
          const keys = newKeys(4);
          /** Every version of every key, in order. */
          const history = new Map(keys.map((key) => [key, [] as { isOurs: boolean; isSeen: boolean }[]]));
          const others = async (which: readonly number[], isSeen = false): Promise<void> => {
            const some = which.map((index) => keys[index] ?? '');
            if (some.length === 0) return;
            await store(some, `theirs ${history.get(some[0] ?? '')?.length ?? 0}`);
            for (const key of some) history.get(key)?.push({ isOurs: false, isSeen });
          };
          await others(existing, isCompared || settings.replacesUnseen);
          const prepared = await here.prepare(linesOf(keys));
          const upload = isCompared ? await compared(prepared) : prepared;
          let [readCount, batchCount] = [0, 0];
          beforeRead = async () => others(reads.get(readCount++) ?? []);
          fault = async (atoms) => {
            const index = batchCount++;
            await others(batches.get(index) ?? []);
            const met = faults[index] ?? 'none';
            if (met !== 'lost')
              for (const { key } of atoms) history.get(key)?.push({ isOurs: true, isSeen: true });
            return met;
          };
          await here.send(upload, settings);
          for (;;) {
            const { question, id } = await here.until(
              ({ phase, question: asked, verification }) =>
                asked !== null || (phase.kind === 'ended' && (!settings.verify || verification !== null)),
            );
            if (question === null) break;
            await here.uploads().answer(id, { kind: 'leave' });
            await here.until(({ question: asked }) => asked !== question);
          }
          beforeRead = async () => undefined;
          const wrong: string[] = [];
          for (const row of await rowsOf(upload.id)) {
            const versions = history.get(row.key) ?? [];
            const ours = versions.flatMap(({ isOurs }, version) => (isOurs ? [version] : []));
            const said = `${row.key} ${seenOf(row)} ${JSON.stringify(versions)}`;
            const check = (isRight: boolean): void => {
              if (!isRight) wrong.push(said);
            };
            if (row.outcome === 'held' || row.outcome === 'same') check(ours.length === 0);
            const replaced = ours.filter((version) => versions[version - 1]?.isSeen === false);
            // Without a comparison, the user decided about whatever was read right before.
            const isDecided = !isCompared && settings.replacesUnseen;
            const isTold = row.outcome === 'unknown' || row.marks.length > 0;
            if (replaced.length > 0 && !isDecided) check(isTold);
            const hadOther = versions.some(({ isOurs, isSeen }) => !isOurs && !isSeen);
            if (row.marks.includes('other-write')) check(hadOther);
            if (row.marks.includes('stored-twice')) check(hadOther || ours.length > 1);
          }
          value(await here.uploads().discard(upload.id));
          expect(wrong).toEqual([]);
        },
      ),
      { numRuns: isLongRun ? 1_000 : 25, ...(isLongRun ? {} : { seed: 1 }) },
    );
  });
});
