import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConnectionId, Environment } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { SendSettings, Upload } from '#shared/domain/upload.ts';
import type { UploadedRow, WriteReceipt } from '#shared/domain/writeReceipt.ts';
import type { UploadRows } from '../rows/uploadRows.ts';
import { cataloguesHere } from '../../known/testing/catalogueHere.ts';
import {
  createMemoryKeyStorage,
  type MemoryKeyStorage,
} from '../../storage/keychain/testing/memoryKeyStorage.ts';
import type { Profile } from '../../connections/profileStore.ts';
import { parseBaseAddress } from '../../client/baseAddress.ts';
import { createGateway } from '../../client/gateway.ts';
import { createHttpClient } from '../../client/httpClient.ts';
import { createJobs, type Jobs } from '../../jobs/jobs.ts';
import { createDataKeys } from '../../storage/dataKeys.ts';
import { createPreviousValues, type PreviousValues } from '../../writing/previousValues.ts';
import { nothingFound, type RefusedSize } from '../../writing/sizeFindings.ts';
import { createUploads, type Uploads, type UploadsEffects } from '../uploads.ts';
import type { Recording } from './crashingLog.ts';
import { rowsHere } from './rowsHere.ts';
import { testProfile, testReadings } from '../../reading/testing/testReadings.ts';

export const connection = 'one' as ConnectionId;

/**
 * The parts of the app that an upload needs, with a service over HTTP; the rows are in this thread
 * unless specified.
 */
export interface UploadsHere {
  readonly folder: string;
  /** Of the current upload. */
  readonly uploadFolder: string;
  /** Where reports are written. */
  readonly reportFile: string;
  /** Those of the current session. */
  readonly uploads: () => Uploads;
  readonly jobs: () => Jobs;
  readonly receipts: readonly WriteReceipt[];
  /** Of the list of writes, by upload and number. */
  readonly uploadedRows: ReadonlyMap<string, UploadedRow>;
  readonly refusedSizes: readonly RefusedSize[];
  readonly logged: readonly string[];
  readonly keychain: MemoryKeyStorage;
  readonly previousValues: PreviousValues;
  readonly profile: { readOnly: boolean; baseUrl: string; environment?: Environment };
  /** Keys that the known keys are said to contain. */
  readonly knownKeys: string[];
  /** Ends the session as when the app is closed. */
  readonly quit: () => Promise<void>;
  /** Starts another session, as after a crash: nothing of the previous one is ended. */
  readonly restart: (recording?: Recording) => void;
  /** Chooses and stages a file with these lines of `key,value`; resolves when its rows can be viewed. */
  readonly prepare: (lines: readonly string[]) => Promise<Upload>;
  readonly send: (upload: Upload, settings?: Partial<SendSettings>) => Promise<void>;
  /** Resolves as soon as the upload meets the condition. */
  readonly until: (condition: (upload: Upload) => boolean) => Promise<Upload>;
  readonly resume: () => Promise<void>;
  readonly current: () => Promise<Upload | null>;
  readonly close: () => Promise<void>;
}

export async function uploadsHere(
  service: {
    readonly address: () => string;
    readonly apiKey: string;
  },
  thread: Pick<UploadsEffects, 'openRows' | 'workerFile'> = { openRows: rowsHere(), workerFile: '' },
  others: {
    readonly receipts?: Pick<UploadsEffects['receipts'], 'add'>;
    readonly now?: UploadsEffects['now'];
  } = {},
): Promise<UploadsHere> {
  const folder = await mkdtemp(path.join(tmpdir(), 'uploads-'));
  const file = path.join(folder, 'atoms.csv');
  const reportFile = path.join(folder, 'report.csv');
  // Ends what hangs. A service that is slow because the machine is busy must not look like one that lost a
  // response.
  const http = createHttpClient({ idleMs: 50_000, totalMs: 50_000, maxBodyBytes: 32 * 1024 * 1024 });
  const catalogues = cataloguesHere(path.join(folder, 'catalogue'), () => undefined);
  const keychain = createMemoryKeyStorage();
  const knownKeys: string[] = [];
  const receipts: WriteReceipt[] = [];
  const uploadedRows = new Map<string, UploadedRow>();
  const refusedSizes: RefusedSize[] = [];
  const logged: string[] = [];
  const opened: UploadRows[] = [];
  // Waits end at once, but count as if they had taken their time.
  let clock = Date.now();
  const now = others.now ?? ((): number => clock);
  const sleep = async (ms: number): Promise<void> => {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    clock += ms;
  };
  const profile: Profile & { readOnly: boolean; environment?: Environment } = testProfile(service.address());
  let pinned = profile.scheme;
  const connections = {
    profile: () => succeed({ ...profile, scheme: pinned }),
    target: async () => {
      const address = parseBaseAddress(service.address());
      return address.ok
        ? succeed({ address: address.value, apiKey: service.apiKey, profile: { ...profile, scheme: pinned } })
        : address;
    },
    saveScheme: async (_id: ConnectionId, scheme: Profile['scheme']) => {
      pinned = scheme;
    },
  };
  const log = (message: string, error: unknown): void => {
    logged.push(`${message} ${String(error)}`);
  };
  const waiting = new Set<() => void>();
  const changed = (): void => {
    for (const look of waiting) look();
  };
  const readings = testReadings({
    gateway: createGateway({ http, now: Date.now, random: () => 0.5, sleep: async () => undefined }),
    connections,
    catalogues,
    log,
  });

  const previousValues = createPreviousValues({
    folder: path.join(folder, 'previous-values'),
    dataKeys: createDataKeys(keychain, 'previous-values'),
    isKnown: () => true,
    addressOf: () => profile.baseUrl,
    now,
    log,
  });

  const begin = (recording: Recording = (record) => record()) => {
    const jobs = createJobs({ announce: changed, now, random: () => 0.5, newId: randomUUID, sleep, log });
    const uploads = createUploads({
      folder: path.join(folder, 'uploads'),
      dataKeys: createDataKeys(keychain, 'uploads'),
      newDataKey: () => randomBytes(32),
      ...thread,
      openRows: async (options) => {
        const rows = await thread.openRows(options);
        opened.push(rows);
        const record: UploadRows['record'] = (events) =>
          recording(() => rows.record(events), events, options.folder);
        return new Proxy(rows, {
          get: (target, name: keyof UploadRows) => (name === 'record' ? record : target[name]),
        });
      },
      jobs,
      readings,
      connections,
      sizes: {
        of: async () => nothingFound,
        accepted: async () => undefined,
        refused: async (_id, size) => {
          refusedSizes.push(size);
        },
      },
      receipts: {
        add: async (receipt, how) => {
          receipts.push(receipt);
          return (await others.receipts?.add(receipt, how)) ?? true;
        },
        addRows: async (_id, uploadId, rows) => {
          for (const row of rows) uploadedRows.set(`${uploadId} ${String(row.row)}`, row);
          return true;
        },
      },
      previousValues,
      knownKeys: async function* (_id, atOnce) {
        for (let from = 0; from < knownKeys.length; from += atOnce)
          yield knownKeys.slice(from, from + atOnce);
      },
      askWhichToOpen: async () => [file],
      askWhereToSave: async () => reportFile,
      changed,
      pace: { setTimer: (work) => setImmediate(work) },
      now,
      newId: randomUUID,
      sleep,
      log,
    });
    return { jobs, uploads };
  };
  let session = begin();
  const quit = async (): Promise<void> => {
    await session.jobs.close();
    await session.uploads.close();
  };

  const current = async (): Promise<Upload | null> => value(await session.uploads.current(connection));
  const until: UploadsHere['until'] = async (condition) => {
    for (;;) {
      const next = new Promise<void>((resolve) => {
        const look = (): void => {
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
      const upload = await current();
      if (upload !== null && condition(upload)) return upload;
      await next;
    }
  };
  return {
    folder,
    uploadFolder: path.join(folder, 'uploads', connection, 'current'),
    reportFile,
    uploads: () => session.uploads,
    jobs: () => session.jobs,
    receipts,
    uploadedRows,
    refusedSizes,
    logged,
    keychain,
    previousValues,
    profile,
    knownKeys,
    quit,
    restart: (recording) => {
      session = begin(recording);
    },
    prepare: async (lines) => {
      await writeFile(file, ['key,value', ...lines].join('\n'));
      const [chosen] = value(await session.uploads.chooseFiles());
      value(await session.uploads.beginChosen(connection, chosen?.id ?? ''));
      const mapped = await until(({ phase }) => phase.kind === 'mapping');
      if (mapped.phase.kind !== 'mapping') throw new Error('It is not to be mapped.');
      value(await session.uploads.stage(mapped.id, mapped.phase.sample.suggested));
      return until(({ phase }) => phase.kind === 'checking');
    },
    send: async ({ id }, settings = {}) => {
      value(
        await session.uploads.send(id, {
          batchAtoms: 3,
          skipSame: true,
          replacesUnseen: true,
          onRefusal: 'ask',
          verify: false,
          ...settings,
        }),
      );
    },
    until,
    resume: async () => {
      const jobId = (await current())?.jobId ?? null;
      if (jobId !== null) session.jobs.resume(jobId);
    },
    current,
    close: async () => {
      await quit();
      http.close();
      // Those of sessions that did not end properly.
      await Promise.allSettled(opened.map((rows) => rows.close()));
      await catalogues.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
