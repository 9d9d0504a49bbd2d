import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Upload } from '#shared/domain/upload.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import type * as wholeFile from '../storage/wholeFile.ts';
import { startFaultyService, type FaultyService } from './testing/faultyService.ts';
import { uploadsHere, value, type UploadsHere } from './testing/uploadsHere.ts';

/* Attack G4: the disk is full when the user clicks Send. */

const disk = vi.hoisted(() => ({ isFull: false }));

vi.mock('../storage/wholeFile.ts', async (original) => {
  const real = await original<typeof wholeFile>();
  const writeWholeFile: typeof real.writeWholeFile = (options) =>
    disk.isFull
      ? Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
      : real.writeWholeFile(options);
  return { ...real, writeWholeFile };
});

let service: TestService;
let way: FaultyService;
let here: UploadsHere;
let upload: Upload;

beforeEach(async () => {
  service = await startTestService();
  way = await startFaultyService(service, () => 'none');
  here = await uploadsHere({ address: way.address, apiKey: service.fullKey });
  upload = await here.prepare(['v1.a,one', 'v1.b,two']);
});
afterEach(async () => {
  disk.isFull = false;
  await here.close();
  await way.close();
  await service.stop();
});

const settings = {
  batchAtoms: 1,
  skipSame: true,
  replacesUnseen: true,
  onRefusal: 'ask',
  verify: false,
} as const;
const full = { ok: false, error: { code: 'file_failed', failure: 'full' } };

describe('a disk that is full', () => {
  it('at Send leaves the upload as it was: it is sent once there is room', async () => {
    disk.isFull = true;
    expect(await here.uploads().send(upload.id, settings)).toMatchObject(full);
    expect(await here.current()).toMatchObject({ phase: { kind: 'checking' }, settings: null });
    expect(await here.uploads().send(upload.id, settings)).toMatchObject(full);
    expect(way.batches).toEqual([]);
    disk.isFull = false;
    value(await here.uploads().send(upload.id, settings));
    expect((await here.until(({ phase }) => phase.kind === 'ended')).counts?.outcomes).toMatchObject({
      stored: 2,
    });
  });

  it('at Send lets the user discard the upload, or go on with it after a restart', async () => {
    disk.isFull = true;
    expect(await here.uploads().send(upload.id, settings)).toMatchObject(full);
    await here.quit();
    disk.isFull = false;
    here.restart();
    expect(await here.current()).toMatchObject({ phase: { kind: 'checking' } });
    disk.isFull = true;
    expect(await here.uploads().send(upload.id, settings)).toMatchObject(full);
    value(await here.uploads().discard(upload.id));
    expect(await here.current()).toBeNull();
  });

  it('at the end of sending leaves the receipt for the next session', async () => {
    await here.close();
    let isLogFull = true;
    here = await uploadsHere({ address: way.address, apiKey: service.fullKey }, undefined, {
      receipts: { add: () => Promise.resolve(!isLogFull) },
    });
    await here.send(await here.prepare(['v1.a,one']));
    await here.until(({ phase }) => phase.kind === 'ended');
    await here.quit();
    expect(here.receipts).toHaveLength(1);
    isLogFull = false;
    here.restart();
    await here.current();
    await here.quit();
    expect(here.receipts).toHaveLength(2);
    here.restart();
    await here.current();
    await here.quit();
    expect(here.receipts).toHaveLength(2);
  });

  it('at another step says so, and changes nothing', async () => {
    disk.isFull = true;
    expect(await here.uploads().setDuplicateRule(upload.id, 'last')).toMatchObject(full);
    expect(await here.uploads().remap(upload.id)).toMatchObject(full);
    expect(await here.current()).toMatchObject({ phase: { kind: 'checking' }, duplicateRule: 'ask' });
  });
});
