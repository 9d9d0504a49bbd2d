import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Catalogues } from '../../../engine/known/catalogues.ts';
import type { RootToRecord } from '../../../engine/roots/rootLedger.ts';
import { cataloguesHere } from '../../../engine/known/testing/catalogueHere.ts';
import { createCatalogueHandlers } from './catalogueHandlers.ts';

const id = 'one' as ConnectionId;
let folder: string;
let catalogues: Catalogues;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'find-root-'));
  catalogues = cataloguesHere(folder);
});
afterEach(async () => {
  await catalogues.close();
  await rm(folder, { recursive: true });
});

async function find(rootHash: string) {
  const answer = await createCatalogueHandlers({ now: () => 1, catalogues }).findRoot({
    connectionId: id,
    rootHash,
  });
  return answer.ok ? answer.value : answer.error.code;
}

const sighting = (rootHash: string, at: number, changes: Partial<RootToRecord> = {}): RootToRecord => ({
  rootHash,
  treeSize: 7n,
  askedAt: at - 1,
  at,
  endpoint: 'POST /recall',
  path: 'pass',
  requestId: `r${String(at)}`,
  ...changes,
});

describe('what a ledger knows about a root', () => {
  it('is when and how often it was read, also after a restart', async () => {
    const { ledger } = await catalogues.of(id);
    expect(await find('aa')).toEqual({ kind: 'unknown' });
    await ledger.append(sighting('AA', 5, { treeSize: null, path: 'undecided' }));
    await ledger.append(sighting('0xaa', 9));
    const read = { kind: 'read', firstSeenAt: 5, times: 2, treeSize: '7' };
    expect(await find('aa')).toEqual(read);
    await catalogues.close();
    catalogues = cataloguesHere(folder);
    expect(await find('aa')).toEqual(read);
  });

  it('does not support a root that came only with failed proofs', async () => {
    const { ledger } = await catalogues.of(id);
    await ledger.append(sighting('bb', 5, { path: 'fail' }));
    expect(await find('bb')).toEqual({ kind: 'doubtful' });
    await ledger.append(sighting('bb', 9));
    expect(await find('bb')).toMatchObject({ kind: 'read', firstSeenAt: 9, times: 1 });
  });

  it('does not support a root that contradicts earlier ones', async () => {
    const { ledger } = await catalogues.of(id);
    await ledger.append(sighting('cc', 5));
    await ledger.append(sighting('dd', 9, { treeSize: 3n }));
    expect(await find('dd')).toEqual({ kind: 'doubtful' });
  });
});
