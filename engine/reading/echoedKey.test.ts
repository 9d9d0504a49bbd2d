import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestService } from '../../service/testing/startTestService.ts';
import { allEntries } from '../known/testing/allEntries.ts';
import { respondJson } from '../client/testing/scriptedServer.ts';
import { readingsId, readingsOver, type ReadingsHere } from './testing/readingsOver.ts';

const apiKey = 'correct horse battery staple';
const options = { requestId: 'r1', signal: null };
let here: ReadingsHere;

afterEach(async () => {
  await here.close();
});

async function everythingIn(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map((file) => readFile(path.join(file.parentPath, file.name), 'latin1')),
  );
  return texts.join('\n');
}

describe('an API key that the service echoes in a successful response', () => {
  it('is neither on disk nor in anything that leaves the readings', async () => {
    here = await readingsOver((_request, response) => {
      const proof = { leafHash: apiKey, siblings: [], rootHash: apiKey, leafIndex: 0, treeSize: 1 };
      const atom = { key: `v1.${apiKey}`, value: apiKey, version: 1, hash: apiKey, proof, [apiKey]: 1 };
      respondJson(response, 200, { atoms: [{ ...atom, score: 0.5 }], predictions: [`v1.next.${apiKey}`] });
    }, apiKey);
    const answers = [
      await here.readings.recall(readingsId, 'anything', 5, options),
      await here.readings.readMany(readingsId, ['v1.a'], options),
    ];
    expect(answers).toMatchObject([
      { ok: true, value: { atoms: [{ anomalies: [{ kind: 'api-key-removed' }] }] } },
      { ok: true },
    ]);
    await here.reopen();
    const entries = await allEntries(here.catalogues(), readingsId);
    const seen = JSON.stringify([answers, here.announced, entries]) + (await everythingIn(here.folder));
    expect(seen).toContain('v1.next.[API key]');
    expect(here.announced).toContainEqual(
      expect.objectContaining({ body: expect.stringContaining('"key":"v1.[API key]"') as string }),
    );
    expect(seen).not.toContain('horse battery');
  });

  it('does not make an atom whose value really contains it look forged', async () => {
    const service = await startTestService();
    await service.post('/atoms', { key: 'v1.a', value: `we say: ${apiKey}` });
    await service.post('/atoms', { key: 'v1.b', value: 'another' });
    const received: unknown = await service.get('/atoms/v1.a').then(({ body }) => body);
    await service.stop();
    here = await readingsOver((_request, response) => {
      respondJson(response, 200, received);
    }, apiKey);
    expect(await here.readings.read(readingsId, 'v1.a', options)).toMatchObject({
      value: { value: 'we say: [API key]', verdict: { status: 'green' } },
    });
  });
});
