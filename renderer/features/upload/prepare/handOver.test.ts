import { describe, expect, it, vi } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Upload } from '#shared/domain/upload.ts';
import { AppFailure } from '../../../api/unwrap.ts';
import { handOver, type HandOverInput } from './handOver.ts';

const connectionId = 'c' as ConnectionId;
const megabyte = 1024 * 1024;

const upload: Upload = {
  id: 'u',
  connectionId,
  revision: 1,
  file: { name: 'atoms.csv', bytes: 9 * megabyte },
  phase: { kind: 'source', bytesDone: 0 },
  mapping: null,
  columns: null,
  unusedColumns: null,
  counts: null,
  duplicateRule: 'ask',
  settings: null,
  jobId: null,
  isInterrupted: false,
  question: null,
  roots: { before: null, after: null },
  previous: { atoms: 0, notKept: [] },
  verification: null,
  notKept: null,
  startedAt: 0,
};

function setUp(add: () => Promise<null> = async () => null) {
  const calls: string[] = [];
  const api: HandOverInput['api'] = {
    beginDroppedUpload: async ({ name, bytes }) => {
      calls.push(`begin ${name} ${bytes}`);
      return upload;
    },
    addDroppedBytes: async ({ bytes }) => {
      calls.push(`add ${bytes.length}`);
      return add();
    },
    endDroppedUpload: async () => {
      calls.push('end');
      return upload;
    },
    discardUpload: async () => {
      calls.push('discard');
      return null;
    },
  };
  const controller = new AbortController();
  const progress = vi.fn<(bytes: number) => void>();
  const file = new File([new Uint8Array(9 * megabyte)], 'atoms.csv');
  return {
    calls,
    controller,
    progress,
    run: (given: File = file) =>
      handOver({ connectionId, file: given, api, signal: controller.signal, progress }),
  };
}

describe('handing over a dropped file', () => {
  it('copies piece by piece, and reports the progress', async () => {
    const { calls, progress, run } = setUp();
    expect(await run()).toBe(true);
    expect(calls).toEqual([
      `begin atoms.csv ${9 * megabyte}`,
      `add ${4 * megabyte}`,
      `add ${4 * megabyte}`,
      `add ${megabyte}`,
      'end',
    ]);
    expect(progress.mock.calls).toEqual([[4 * megabyte], [8 * megabyte], [9 * megabyte]]);
  });

  it('discards the copy when it is canceled', async () => {
    const { calls, controller, run } = setUp(async () => {
      controller.abort();
      return null;
    });
    expect(await run()).toBe(false);
    expect(calls.slice(1)).toEqual([`add ${4 * megabyte}`, 'discard']);
  });

  it('discards the copy and rejects when the app refuses it', async () => {
    const full = {
      code: 'file_failed',
      failure: 'full',
      path: 'atoms.csv',
      message: 'The disk is full.',
      requestId: null,
    } as const;
    const { calls, run } = setUp(() => Promise.reject(new AppFailure(full)));
    await expect(run()).rejects.toMatchObject({ error: full });
    expect(calls.at(-1)).toBe('discard');
  });

  it('reports a file that can no longer be read as changed or moved', async () => {
    const { calls, run } = setUp();
    const gone = new File(['x'], 'gone.csv');
    vi.spyOn(gone, 'slice').mockImplementation(() => {
      throw new DOMException('moved', 'NotFoundError');
    });
    await expect(run(gone)).rejects.toMatchObject({ error: { code: 'file_failed', failure: 'missing' } });
    expect(calls.at(-1)).toBe('discard');
  });
});
