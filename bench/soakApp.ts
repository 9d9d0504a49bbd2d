import path from 'node:path';
import { createInstallationKey } from '../engine/connections/identity/installationKey.ts';
import { openProfileStore } from '../engine/connections/profileStore.ts';
import { parseBaseAddress } from '../engine/client/baseAddress.ts';
import { createHttpClient, defaultLimits } from '../engine/client/httpClient.ts';
import type { KeyStorage } from '../engine/storage/keychain/keyStorage.ts';
import { createRequestLog } from '../engine/client/requests/requestLog.ts';
import { composeReadings } from '../engine/composeReadings.ts';
import { realEffects, type Surroundings } from '../engine/surroundings.ts';
import { wireAudits } from '../electron/main/wiring/wireAudits.ts';
import { wireJobs } from '../electron/main/wiring/wireJobs.ts';
import { wireUploads } from '../electron/main/wiring/wireUploads.ts';
import { wireWrites } from '../electron/main/wiring/wireWrites.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { AtomReading } from '#shared/domain/atom.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { Answer, FromApp, ShownAtom, SoakCalls, ToApp } from './soak/soakCalls.ts';

/*
 * The main process of the app without Electron: the same wiring, with a folder of its own. The soak test calls it over the
 * channel of a child process, and kills it.
 */

const [folder = '', programs = ''] = process.argv.slice(2);
const say = (message: FromApp): void => void process.send?.(message);

// The keychain is in the process of the soak test, so that it survives, and can be locked.
const asked = new Map<number, (answer: Extract<ToApp, { readonly kind: 'secret' }>) => void>();
let lastId = 0;
const keychainCall = async (
  call: 'get' | 'set' | 'remove',
  account: string,
  secret: string | null = null,
): Promise<string | null> => {
  const id = ++lastId;
  const answer = await new Promise<Extract<ToApp, { readonly kind: 'secret' }>>((resolve) => {
    asked.set(id, resolve);
    say({ kind: 'keychain', id, call, account, secret });
  });
  if (answer.locked) throw new Error('The keychain is locked.');
  return answer.secret;
};
const keychain: KeyStorage = {
  get: (account) => keychainCall('get', account),
  set: async (account, secret) => void (await keychainCall('set', account, secret)),
  remove: async (account) => void (await keychainCall('remove', account)),
};

const surroundings: Surroundings = {
  ...realEffects,
  folder,
  programs,
  tell: () => undefined,
  log: (message, error) => {
    say({
      kind: 'logged',
      message: `${message} ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
    });
  },
};
const { now, newId, log } = surroundings;
const profiles = await openProfileStore(path.join(folder, 'connections.json'), now);
const requestLog = createRequestLog({
  ...surroundings,
  clock: () => performance.now(),
  changed: () => undefined,
});
// A service that hangs should not take half a minute each time.
const http = createHttpClient(
  { ...defaultLimits, idleMs: 3_000, totalMs: 20_000 },
  { observe: requestLog.observe },
);
const installationKey = createInstallationKey({
  file: path.join(folder, 'identity.json'),
  storage: keychain,
  changed: () => undefined,
  now,
  log,
});
const unused = async (): Promise<never> => Promise.reject(new Error('The soak test does not use this.'));
const core = composeReadings({
  ...surroundings,
  http,
  profiles,
  keychain,
  installationKey,
  embedded: { ensureRunning: unused, address: () => null, stop: async () => undefined },
  mayCall: async (baseUrl) => parseBaseAddress(baseUrl),
  snapshotThread: unused,
});
let chosenFile: string | null = null;
const dialogs = {
  askWhatToOpen: async () => chosenFile,
  askWhichToOpen: async () => (chosenFile === null ? [] : [chosenFile]),
  askWhereToSave: async () => null,
  askForFolder: async () => null,
};
const writing = wireWrites(surroundings, { ...core, ...dialogs, keychain });
const { jobs, memory, imports } = wireJobs(surroundings, {
  ...core,
  ...dialogs,
  uploads: { restore: (id) => uploads.restore(id) },
  serviceFacts: { learner: () => () => undefined },
});
const { uploads } = wireUploads(surroundings, { ...core, ...writing, ...dialogs, keychain, jobs });
const auditing = wireAudits(surroundings, {
  ...core,
  ...writing,
  ...dialogs,
  jobs,
  memory,
  imports,
  files: { save: unused },
  timestamps: { allowed: unused, request: unused },
  paper: { toPdf: unused, print: unused },
  showInFolder: () => undefined,
  installationKey,
  acceptedLosses: core.stateRecords.accepted,
  appVersion: '0.0.0',
  notify: () => undefined,
  raiseWindow: () => undefined,
});

const id = (): ConnectionId => {
  const [profile] = profiles.all();
  if (profile === undefined) throw new Error('There is no connection.');
  return profile.id;
};
const options = () => ({ requestId: newId(), signal: null });
const shown = ({ key, value, verdict }: AtomReading): ShownAtom => ({
  key,
  value,
  verdict: verdict.status,
  failed: verdict.checks.flatMap(({ name, status, reason }) =>
    status === 'fail' ? [`${name} ${JSON.stringify(reason)}`] : [],
  ),
});
const told = async <T, U>(
  answer: Promise<Result<T>> | Result<T>,
  take: (value: T) => U,
): Promise<Answer<U>> => {
  const result = await answer;
  return result.ok ? succeed(take(result.value)) : result;
};
const currentUpload = async () => {
  const current = await uploads.current(id());
  if (!current.ok) throw new Error(current.error.message);
  if (current.value === null) throw new Error('There is no upload.');
  return current.value;
};
const none = () => null;

const calls: SoakCalls = {
  open: async ({ address, apiKey }) => {
    if (profiles.all().length > 0) {
      await uploads.restore(id());
      return null;
    }
    const added = await core.connections.add({
      name: 'Soak',
      baseUrl: address,
      colour: 'blue',
      readOnly: false,
      apiKey,
      environment: 'development',
    });
    if (!added.ok) throw new Error(added.error.message);
    return null;
  },
  read: (key) => told(core.readings.read(id(), key, options()), shown),
  readMany: (keys) => told(core.readings.readMany(id(), keys, options()), ({ atoms }) => atoms.map(shown)),
  recall: (query) => told(core.readings.recall(id(), query, 10, options()), ({ atoms }) => atoms.map(shown)),
  store: ({ key, value }) =>
    told(
      writing.writes.store(
        id(),
        { key, value, precondition: { kind: 'anything' }, allowSensitive: true },
        options(),
      ),
      ({ outcome }) => outcome,
    ),
  storeMany: (atoms) =>
    told(
      writing.writes.storeMany(
        id(),
        {
          title: 'A batch',
          atoms: atoms.map((atom) => ({ ...atom, precondition: { kind: 'anything' } as const })),
          allowSensitive: true,
        },
        options(),
      ),
      ({ outcome }) => outcome,
    ),
  upload: async (file) => {
    chosenFile = file;
    const chosen = await uploads.chooseFiles();
    if (!chosen.ok) return chosen;
    const begun = await uploads.beginChosen(id(), chosen.value[0]?.id ?? '');
    if (!begun.ok) return begun;
    const mapped = await untilPhase('mapping');
    if (mapped.phase.kind !== 'mapping') throw new Error('It is not to be mapped.');
    const staged = await uploads.stage(mapped.id, mapped.phase.sample.suggested);
    if (!staged.ok) return staged;
    await untilPhase('checking');
    const settings = {
      batchAtoms: 50,
      skipSame: false,
      replacesUnseen: true,
      onRefusal: 'ask',
      verify: false,
    } as const;
    return told(uploads.send(mapped.id, settings), none);
  },
  uploadState: () => uploads.current(id()),
  resumeUpload: async () => {
    const { jobId } = await currentUpload();
    if (jobId !== null) jobs.resume(jobId);
    return succeed(null);
  },
  answerUpload: async (answer) => told(uploads.answer((await currentUpload()).id, answer), none),
  uploadedKeys: async () => {
    const upload = await currentUpload();
    const keys: string[] = [];
    for (const outcome of ['stored', 'same'] as const) {
      for (let from = 0; ; from += 500) {
        const rows = await uploads.rows({
          uploadId: upload.id,
          filter: { outcome },
          window: { from, to: from + 500 },
        });
        if (!rows.ok) return rows;
        keys.push(...rows.value.rows.map(({ key }) => key));
        if (rows.value.rows.length < 500) break;
      }
    }
    return succeed(keys);
  },
  discardUpload: async () => told(uploads.discard((await currentUpload()).id), none),
  audit: (keys) =>
    told(
      auditing.handlers.startAudit({
        connectionId: id(),
        name: 'Soak',
        scope: { kind: 'selection', selection: { kind: 'keys', keys } },
        changes: { kind: 'none' },
        options: { pinsRoot: false, rereadsMoved: true, shard: null },
      }),
      (started) => started.id,
    ),
  auditState: (auditId) =>
    told(auditing.handlers.auditDetails({ connectionId: id(), auditId }), ({ info, verdict }) => ({
      state: info.state.kind,
      verdict,
    })),
  resumeAudit: (auditId) => told(auditing.handlers.resumeAudit({ connectionId: id(), auditId }), none),
  deleteAudit: (auditId) => told(auditing.handlers.deleteAudit({ connectionId: id(), auditId }), none),
  vitals: async () => {
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    return { heap: heapUsed, rss, handles: process.getActiveResourcesInfo().length };
  },
};

/** The upload as soon as it is in this phase. */
async function untilPhase(kind: string) {
  for (;;) {
    const upload = await currentUpload();
    if (upload.phase.kind === kind) return upload;
    if (upload.phase.kind === 'refused') throw new Error('The file was refused.');
    await surroundings.sleep(20, null);
  }
}

process.on('message', (message: ToApp) => {
  if (message.kind === 'secret') {
    asked.get(message.id)?.(message);
    asked.delete(message.id);
    return;
  }
  const call = calls[message.name] as (input: unknown) => Promise<unknown>;
  call(message.input).then(
    (value) => {
      say({ kind: 'result', id: message.id, value });
    },
    (error: unknown) => {
      say({
        kind: 'thrown',
        id: message.id,
        message: error instanceof Error ? (error.stack ?? '') : String(error),
      });
    },
  );
});
say({ kind: 'ready' });
