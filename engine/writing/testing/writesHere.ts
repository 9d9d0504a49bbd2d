import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { AtomToStore, Precondition } from '#shared/domain/store.ts';
import { startTestService, type TestService } from '../../../service/testing/startTestService.ts';
import type { Catalogues } from '../../known/catalogues.ts';
import { cataloguesHere } from '../../known/testing/catalogueHere.ts';
import { parseBaseAddress } from '../../client/baseAddress.ts';
import { type Gateway } from '../../client/gateway.ts';
import { createHttpClient } from '../../client/httpClient.ts';
import { createDataKeys } from '../../storage/dataKeys.ts';
import {
  createMemoryKeyStorage,
  type MemoryKeyStorage,
} from '../../storage/keychain/testing/memoryKeyStorage.ts';
import { createPreviousValues, type PreviousValues } from '../previousValues.ts';
import { createReceipts, type Receipts } from '../receipts.ts';
import { createSizeKnowledges, type SizeKnowledges } from '../sizeKnowledge.ts';
import { createWriteMemories, type WriteMemories } from '../writeMemories.ts';
import { createWrites, type Writes } from '../writes.ts';
import {
  testConnection,
  testGateway,
  testProfile,
  testReadings,
} from '../../reading/testing/testReadings.ts';

export const id = 'one' as ConnectionId;
export const options = { requestId: 'r1', signal: null };
const anything: Precondition = { kind: 'anything' };
export const secret = 'AKIAIOSFODNN7EXAMPLE';
export const http = createHttpClient();
export const realGateway = testGateway(http);
export const lost = {
  ok: false,
  error: { code: 'network', failure: 'reset', address: '', message: 'lost', requestId: 'r1' },
  mayHaveBeenDone: true,
} as const;
export const unreadable = { ...lost, error: { ...lost.error, code: 'timeout', afterMs: 1 } } as const;

export let service: TestService;
export let folder: string;
let catalogues: Catalogues;
export let memories: WriteMemories;
export let receipts: Receipts;
export let previousValues: PreviousValues;
export let keychain: MemoryKeyStorage;
export let sizes: SizeKnowledges;
export const here = { profile: testProfile('') };
export let changes: number;
export let logged: string[];
let ids: number;

/** Before each test of a file: a service, and empty memories of the writes on it. */
export function prepareWrites(): void {
  beforeEach(async () => {
    service = await startTestService({ faults: true });
    folder = await mkdtemp(path.join(tmpdir(), 'writes-'));
    catalogues = cataloguesHere(path.join(folder, 'catalogue'), () => undefined);
    changes = 0;
    logged = [];
    ids = 0;
    keychain = createMemoryKeyStorage();
    here.profile = testProfile(service.address());
    openMemories();
  });
  afterEach(async () => {
    http.close();
    await Promise.all([catalogues.close(), memories.close()]);
    await service.stop();
    await rm(folder, { recursive: true });
  });
}

const log = (message: string): void => {
  logged.push(message);
};

export function openMemories(): void {
  const isKnown = (asked: ConnectionId): boolean => asked === id;
  memories = createWriteMemories(path.join(folder, 'writes'), { now: Date.now });
  sizes = createSizeKnowledges({ memories, isKnown, log });
  receipts = createReceipts({ memories, isKnown, changed: () => (changes += 1), log });
  previousValues = createPreviousValues({
    addressOf: () => here.profile.baseUrl,
    folder: path.join(folder, 'previous-values'),
    dataKeys: createDataKeys(keychain, 'previous-values'),
    isKnown,
    now: Date.now,
    log,
  });
}

/** From now on, no receipt can be saved. */
export async function breakMemories(): Promise<void> {
  await memories.close();
  memories = {
    ...memories,
    of: () => Promise.reject(new Error('disk full')),
    close: async () => undefined,
  };
  receipts = createReceipts({ memories, isKnown: () => true, changed: () => (changes += 1), log });
}

export function writesOver(parts: Partial<Gateway> = {}): Writes {
  const readings = testReadings({
    gateway: { ...realGateway, ...parts },
    connections: testConnection(here, () => service.fullKey),
    catalogues,
  });
  return createWrites({
    readings,
    receipts,
    sizes,
    previousValues,
    pause: async () => undefined,
    now: Date.now,
    newId: () => `id-${String((ids += 1))}`,
  });
}

export function atom(key: string, value: string, precondition: Precondition = anything): AtomToStore {
  return { key, value, precondition };
}

export async function put(key: string, value: string): Promise<void> {
  await service.post('/atoms', { key, value });
}

export async function valueOf(key: string): Promise<unknown> {
  return (await service.get(`/atoms/${encodeURIComponent(key)}`)).body;
}

export async function theReceipt() {
  const { writes } = await receipts.list(id, { from: 0, to: 10 });
  const read = await receipts.read(id, writes[0]?.id ?? '');
  return read.ok ? read.value : null;
}

export const allow = { allowSensitive: true } as const;
export const strict = { allowSensitive: false } as const;

export async function targetOf() {
  const address = parseBaseAddress(here.profile.baseUrl);
  if (!address.ok) throw new Error('no address');
  return { address: address.value, apiKey: service.fullKey };
}
