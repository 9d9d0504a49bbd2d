import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import type { UploadRows } from './rows/uploadRows.ts';
import { rowsHere } from './testing/rowsHere.ts';
import { connection, uploadsHere, value, type UploadsHere } from './testing/uploadsHere.ts';

let service: TestService;
let here: UploadsHere;

beforeEach(async () => {
  service = await startTestService();
  here = await uploadsHere({ address: service.address, apiKey: service.fullKey });
});
afterEach(async () => {
  await here.close();
  await service.stop();
});

function lines(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `v1.row.${String(at)},value ${String(at)}`);
}

async function stored(keys: readonly string[]): Promise<Record<string, unknown>> {
  const { body } = await service.post('/batch-access', { keys });
  const { atoms } = body as { atoms: readonly { key: string; value: string; version: number }[] };
  return Object.fromEntries(
    atoms.map(({ key, value: text, version }) => [key, `${text} @${String(version)}`]),
  );
}

describe('an upload', () => {
  it('goes from choosing a file to stored, verified, and logged rows', async () => {
    const upload = await here.prepare(lines(10));
    expect(upload).toMatchObject({
      phase: { kind: 'checking' },
      counts: { rows: 10, statuses: { ready: 10 } },
      notKept: null,
    });
    await here.send(upload, { verify: true });
    const ended = await here.until(
      ({ phase, verification }) => phase.kind === 'ended' && verification !== null,
    );
    expect(ended).toMatchObject({
      phase: { kind: 'ended', stopped: false },
      counts: { outcomes: { stored: 10, waiting: 0 }, readBacks: { green: 10 } },
      roots: { before: null },
      verification: { requests: 1 },
    });
    expect(ended.verification?.roots).toEqual([ended.roots.after]);
    expect(await stored(['v1.row.0', 'v1.row.9'])).toEqual({
      'v1.row.0': 'value 0 @1',
      'v1.row.9': 'value 9 @1',
    });
    expect(here.receipts).toEqual([
      expect.objectContaining({
        id: upload.id,
        kind: 'upload',
        outcome: 'stored',
        title: 'atoms.csv',
        atomCount: 10,
        readBack: { green: 10, keyOnly: 0, amber: 0, red: 0, other: 0, unread: 0 },
      }),
    ]);
    expect(here.logged).toEqual([]);
    expect(value(await here.uploads().discard(upload.id))).toBeNull();
    expect(await here.current()).toBeNull();
    expect([...here.keychain.secrets]).toEqual([]);
  });

  it('records the root before, if an existing atom can show it', async () => {
    await service.post('/batch-atoms', { atoms: [{ key: 'v1.there', value: 'x' }] });
    here.knownKeys.push('v1.gone', 'v1.there');
    await here.send(await here.prepare(lines(2)));
    const ended = await here.until(({ phase }) => phase.kind === 'ended');
    const { body } = await service.post('/batch-access', { keys: ['v1.there'] });
    const { atoms } = body as { atoms: readonly { proof: { rootHash: string } }[] };
    expect(ended.roots.after).toBe(atoms[0]?.proof.rootHash);
    expect(ended.roots.before).not.toBeNull();
    expect(ended.roots.before).not.toBe(ended.roots.after);
  });

  it('leaves nothing behind if its connection is removed while sending', async () => {
    const upload = await here.prepare(lines(30));
    await here.send(upload, { batchAtoms: 1 });
    await here.until(({ counts }) => (counts?.outcomes.stored ?? 0) > 2);
    here.uploads().letGo(connection);
    await here.jobs().forget(connection);
    await here.uploads().forget(connection);
    expect(await readdir(path.join(here.folder, 'uploads'))).toEqual([]);
    expect([...here.keychain.secrets]).toEqual([]);
    expect(here.receipts).toEqual([]);
    expect(here.logged).toEqual([]);
  });

  it('is refused if there is another upload, a locked connection, or rows that cannot be sent', async () => {
    const upload = await here.prepare([',1', 'b,2']);
    const [chosen] = value(await here.uploads().chooseFiles());
    expect(await here.uploads().beginChosen(connection, chosen?.id ?? '')).toMatchObject({ ok: false });
    await expect(here.send(upload)).rejects.toThrow('1 row cannot be sent');
    value(
      await here
        .uploads()
        .changeRows(upload.id, { kind: 'rows', rows: [0] }, { kind: 'drop', dropped: true }),
    );
    here.profile.readOnly = true;
    await expect(here.send(upload)).rejects.toThrow('read_only');
    here.profile.readOnly = false;
    await here.send(upload);
    const ended = await here.until(({ phase }) => phase.kind === 'ended');
    expect(ended.counts?.outcomes).toMatchObject({ stored: 1, skipped: 1 });
    expect(await stored(['b'])).toEqual({ b: '2 @1' });
  });

  it('goes to production only with the name of the connection typed', async () => {
    const upload = await here.prepare(lines(3));
    here.profile.environment = 'production';
    const address = here.profile.baseUrl;
    const settings = {
      batchAtoms: 2,
      skipSame: false,
      replacesUnseen: true,
      onRefusal: 'ask',
      verify: false,
    } as const;
    for (const confirmation of [
      undefined,
      { address, typedName: null },
      { address, typedName: 'two' },
      { address: 'https://other.example', typedName: 'one' },
    ]) {
      expect(await here.uploads().send(upload.id, settings, confirmation)).toMatchObject({
        error: { code: 'not_confirmed' },
      });
    }
    value(await here.uploads().send(upload.id, settings, { address, typedName: 'one' }));
    const ended = await here.until(({ phase }) => phase.kind === 'ended');
    expect(ended.counts?.outcomes).toMatchObject({ stored: 3 });
  });

  it('reads a dropped file piece by piece, and goes back to its mapping', async () => {
    const bytes = Buffer.from(['key,value', ...lines(3)].join('\n'));
    const { id } = value(
      await here.uploads().beginDropped(connection, { name: '/home/ada/dropped.csv', bytes: bytes.length }),
    );
    for (let at = 0; at < bytes.length; at += 10) {
      value(await here.uploads().addDropped(id, bytes.subarray(at, at + 10)));
    }
    const mapped = value(await here.uploads().endDropped(id));
    expect(mapped).toMatchObject({ file: { name: 'dropped.csv' }, phase: { kind: 'mapping' } });
    expect(await here.uploads().addDropped(id, bytes)).toMatchObject({ ok: false });
    if (mapped.phase.kind !== 'mapping') throw new Error('It is not to be mapped.');
    const { choice, suggested } = mapped.phase.sample;
    value(await here.uploads().stage(id, suggested));
    await here.until(({ phase }) => phase.kind === 'checking');
    expect(value(await here.uploads().changeRow(id, 1, { key: 'v1.other', value: 'x' }))).toMatchObject({
      edited: true,
    });
    expect(value(await here.uploads().remap(id)).phase.kind).toBe('mapping');
    value(await here.uploads().readAs(id, choice));
    value(await here.uploads().stage(id, suggested));
    const again = await here.until(({ phase }) => phase.kind === 'checking');
    expect(again.counts).toMatchObject({ rows: 3, edited: 1 });
    expect(value(await here.uploads().row(id, 1))).toMatchObject({ key: 'v1.other', value: 'x' });
    expect(here.jobs().list(connection)).toHaveLength(1);
  });

  it('reports that a file cannot be parsed, and accepts another after it is discarded', async () => {
    const { id } = value(await here.uploads().beginDropped(connection, { name: 'empty.csv', bytes: 0 }));
    expect(value(await here.uploads().endDropped(id)).phase).toMatchObject({
      kind: 'refused',
      refusal: { kind: 'empty' },
    });
    expect(await here.uploads().beginDropped(connection, { name: 'b.csv', bytes: 1 })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    });
    value(await here.uploads().discard(id));
    expect(
      await here.uploads().beginDropped(connection, { name: 'b.csv', bytes: 3 * 1024 ** 3 }),
    ).toMatchObject({ ok: false, error: { code: 'file_failed', failure: 'too-large' } });
  });

  it('is replaced by the next one after it has ended', async () => {
    const upload = await here.prepare(lines(2));
    await here.send(upload);
    await here.until(({ phase }) => phase.kind === 'ended');
    const next = await here.prepare(lines(4));
    expect(next.id).not.toBe(upload.id);
    expect(next.counts).toMatchObject({ rows: 4, outcomes: { waiting: 4 } });
    expect(await here.uploads().discard(upload.id)).toMatchObject({ ok: false });
  });

  it('compares with the service, and skips what it already has', async () => {
    await service.post('/batch-atoms', {
      atoms: [
        { key: 'v1.row.0', value: 'value 0' },
        { key: 'v1.row.1', value: 'another' },
      ],
    });
    const upload = await here.prepare(lines(4));
    value(await here.uploads().compare(upload.id));
    const compared = await here.until(
      ({ phase, counts }) => phase.kind === 'checking' && counts?.comparisons.new === 2,
    );
    expect(compared.counts?.comparisons).toMatchObject({ same: 1, changed: 1, new: 2 });
    await here.send(upload);
    const ended = await here.until(({ phase }) => phase.kind === 'ended');
    expect(ended.counts?.outcomes).toMatchObject({ stored: 3, same: 1 });
    expect(ended.roots.before).not.toBeNull();
    expect(await stored(['v1.row.0', 'v1.row.1'])).toEqual({
      'v1.row.0': 'value 0 @1',
      'v1.row.1': 'value 1 @2',
    });
  });

  it('replaces a text in rows, which are checked and compared again, and takes that back', async () => {
    const upload = await here.prepare(['v1.a,one', 'v1.b,two one one', 'v2.a,none', 'v2.c,']);
    value(await here.uploads().compare(upload.id));
    await here.until(({ phase, counts }) => phase.kind === 'checking' && counts?.comparisons.new === 4);
    const replacement = {
      find: 'V2',
      replace: 'v1',
      matchesCase: false,
      within: 'both',
      filter: {},
      except: [],
    } as const;
    expect(value(await here.uploads().findText(upload.id, replacement, 0))).toEqual({
      total: 4,
      done: 4,
      next: null,
      rows: 2,
      occurrences: 2,
      examples: [
        { row: 2, place: 4, part: 'key', before: 'v2.a', after: 'v1.a' },
        { row: 3, place: 5, part: 'key', before: 'v2.c', after: 'v1.c' },
      ],
      tooLong: null,
    });
    const done = value(await here.uploads().replaceText(upload.id, replacement));
    expect(done).toMatchObject({ rows: 2, occurrences: 2 });
    const changed = await here.until(({ phase }) => phase.kind === 'checking');
    // Now two rows have the key v1.a.
    expect(changed.counts).toMatchObject({
      edited: 2,
      problems: { duplicate: 2 },
      comparisons: { new: 1, 'not-compared': 1 },
    });
    const undoId = done.undoId ?? 0;
    expect(value(await here.uploads().undoReplaceText(upload.id, undoId))).toEqual({ changed: 2 });
    expect((await here.current())?.counts).toMatchObject({ edited: 0, problems: { duplicate: 0 } });
    expect(await here.uploads().undoReplaceText(upload.id, undoId)).toMatchObject({ ok: false });
    expect(await here.uploads().replaceText(upload.id, { ...replacement, find: '\ud800' })).toMatchObject({
      error: { code: 'invalid_input', field: 'find' },
    });
  });

  it('replaces a text only in rows that are not stored, which then wait', async () => {
    const upload = await here.prepare(['v1.a,one', 'v1.b,one', 'v1.c,two']);
    const dropped = { kind: 'rows', rows: [1, 2] } as const;
    value(await here.uploads().changeRows(upload.id, dropped, { kind: 'drop', dropped: true }));
    await here.send(upload);
    await here.until(({ phase }) => phase.kind === 'ended');
    const replacement = {
      find: 'one',
      replace: 'first',
      matchesCase: true,
      within: 'both',
      filter: {},
      except: [],
    } as const;
    expect(value(await here.uploads().replaceText(upload.id, replacement))).toMatchObject({ rows: 1 });
    const ended = await here.until(({ phase }) => phase.kind === 'ended');
    expect(ended.counts).toMatchObject({ edited: 1, outcomes: { stored: 1, waiting: 1, skipped: 1 } });
    value(await here.uploads().changeRows(upload.id, dropped, { kind: 'drop', dropped: false }));
    await here.send(upload);
    await here.until(({ counts }) => counts?.outcomes.stored === 3);
    expect(await stored(['v1.a', 'v1.b', 'v1.c'])).toEqual({
      'v1.a': 'one @1',
      'v1.b': 'first @1',
      'v1.c': 'two @1',
    });
  });

  it('replaces nothing if that is canceled', async () => {
    const other = await uploadsHere(
      { address: service.address, apiKey: service.fullKey },
      {
        workerFile: '',
        openRows: async (options) => {
          const rows = await rowsHere()(options);
          const cancelThen: UploadRows['prepareReplacement'] = (...input) => {
            for (const { id } of other.jobs().list(connection)) other.jobs().cancel(id);
            return rows.prepareReplacement(...input);
          };
          return { ...rows, prepareReplacement: cancelThen };
        },
      },
    );
    const upload = await other.prepare(['v1.a,one']);
    const replacement = {
      find: 'one',
      replace: 'two',
      matchesCase: true,
      within: 'values',
      filter: {},
      except: [],
    } as const;
    expect(await other.uploads().replaceText(upload.id, replacement)).toMatchObject({
      error: { code: 'cancelled' },
    });
    expect((await other.until(({ phase }) => phase.kind === 'checking')).counts).toMatchObject({ edited: 0 });
    await other.close();
  });
});
