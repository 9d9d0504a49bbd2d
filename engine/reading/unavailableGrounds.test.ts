import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { verdictRecord } from '#shared/text/verdictRecord.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import type { Catalogues } from '../known/catalogues.ts';
import { cataloguesHere } from '../known/testing/catalogueHere.ts';
import { createHttpClient } from '../client/httpClient.ts';
import { createPins, type Pins } from '../roots/pins/pins.ts';
import type { ReadingsEffects } from './readings.ts';
import { testConnection, testGateway, testProfile, testReadings } from './testing/testReadings.ts';

const id = 'one' as ConnectionId;
const key = 'v1.atom.3';
const http = createHttpClient();

let service: TestService;
let folder: string;
let catalogues: Catalogues;
let pins: Pins;
let logged: string[];

beforeEach(async () => {
  service = await startTestService();
  folder = await mkdtemp(path.join(tmpdir(), 'grounds-'));
  catalogues = cataloguesHere(path.join(folder, 'catalogue'));
  pins = createPins({
    folder: path.join(folder, 'pins'),
    changed: () => undefined,
    now: () => 1_000,
    newId: () => 'pin',
  });
  logged = [];
  const atoms = Array.from({ length: 5 }, (_, at) => ({ key: `v1.atom.${at}`, value: `value ${at}` }));
  await service.post('/batch-atoms', { atoms });
});

afterEach(async () => {
  await catalogues.close();
  await pins.close();
  await service.stop();
  await rm(folder, { recursive: true });
});

async function read(parts: Partial<ReadingsEffects> = {}) {
  const readings = testReadings({
    gateway: testGateway(http),
    connections: testConnection({ profile: testProfile(service.address()) }, () => service.fullKey),
    catalogues,
    pins,
    log: (message) => logged.push(message),
    ...parts,
  });
  const reading = await readings.read(id, key, { requestId: 'r', signal: null });
  if (!reading.ok) throw new Error(reading.error.message);
  const { verdict } = reading.value;
  return { status: verdict.status, record: verdictRecord(verdict), words: verdictWords(verdict) };
}

const pin = (rootHash: string) =>
  pins.add(id, { rootHash, treeSize: null, isExact: true, source: { kind: 'person' }, note: '' });

const locked: Pick<Catalogues, 'of'> = {
  of: async () => {
    throw new Error('The known keys are held by another process.');
  },
};

describe('a reading whose grounds are unavailable', () => {
  it('C5: is inconclusive and names them if the known keys and the ledger cannot be opened', async () => {
    const { status, record, words } = await read({ catalogues: locked });
    expect(status).toBe('amber');
    expect(record.grounds.filter(({ holdsBack }) => holdsBack)).toMatchObject([
      { name: 'ledger', state: 'unreadable' },
      { name: 'knownKeys', state: 'unreadable' },
    ]);
    expect(words.summary).toMatch(
      /^Inconclusive: the root ledger and what earlier reads showed are unreadable/,
    );
    // Once.
    expect(words.grounds.join(' ')).not.toContain('Inconclusive');
    expect(logged).toContain('Could not open the known keys.');
  });

  it('C5: is red against a pin that it violates, although the known keys cannot be opened', async () => {
    await pin('ab'.repeat(32));
    const { status, record } = await read({ catalogues: locked });
    expect(status).toBe('red');
    expect(record.checks.root.code).toBe('root.other-than-pinned');
  });

  it('C5: is inconclusive if the pins cannot be read', async () => {
    const unreadable: Pick<Pins, 'of'> = {
      of: async () => {
        throw new Error('The file of the pins is on a disk that fails.');
      },
    };
    const { status, record } = await read({ pins: unreadable });
    expect(status).toBe('amber');
    expect(record.grounds).toMatchObject([{ name: 'pins', state: 'unreadable', holdsBack: true }]);
  });

  it('is verified, and names the pins that there are none of, if all of them can be asked', async () => {
    const { status, record } = await read();
    expect(status).toBe('green');
    expect(record.grounds).toMatchObject([{ name: 'pins', state: 'none', holdsBack: false }]);
  });
});
