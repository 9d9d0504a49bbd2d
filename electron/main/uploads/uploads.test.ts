import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../service/testing/startTestService.ts';
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
  it('goes from the choice of a file to what is stored, verified and logged', async () => {
    const upload = await here.prepare(lines(10));
    expect(upload).toMatchObject({
      phase: { kind: 'checking' },
      counts: { rows: 10, standings: { ready: 10 } },
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
        readBack: { green: 10, amber: 0, red: 0, other: 0, unread: 0 },
      }),
    ]);
    expect(here.logged).toEqual([]);
    expect(value(await here.uploads().discard(upload.id))).toBeNull();
    expect(await here.current()).toBeNull();
    expect([...here.keychain.secrets]).toEqual([]);
  });

  it('tells the root before, where an atom is there to tell it', async () => {
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

  it('leaves nothing behind where its connection is removed in mid-sending', async () => {
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

  it('is refused while it is another upload, a locked connection, or rows that cannot be sent', async () => {
    const upload = await here.prepare(['!a,1', 'b,2']);
    expect(await here.uploads().choose(connection)).toMatchObject({ ok: false });
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

  it('compares with the service, and leaves out what it has already', async () => {
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
});
