import { describe, expect, it } from 'vitest';
import {
  connectionFileOf,
  mostImportedConnections,
  readConnectionFile,
  type ImportedConnection,
} from './connectionFile.ts';

const one: ImportedConnection = {
  name: 'prod-eu',
  address: 'https://memory.example',
  color: 'pink',
  environment: 'production',
  readOnly: true,
  limits: { idleSeconds: 30, totalSeconds: 300, requestsAtOnce: 8 },
};

const fileWith = (change: object): string =>
  JSON.stringify({ ...(JSON.parse(connectionFileOf([one], 0)) as object), ...change });

describe('a file of connections', () => {
  it('is read as it was written', () => {
    expect(readConnectionFile(connectionFileOf([one], 0))).toEqual({
      kind: 'read',
      connections: [one],
      unreadable: 0,
    });
  });

  it.each([
    ['is not JSON', 'not-ours', '{'],
    ['is other JSON', 'not-ours', '[]'],
    ['is of another format', 'not-ours', fileWith({ format: 'bookmarks' })],
    ['has no connections', 'not-ours', fileWith({ connections: {} })],
    ['is of a newer version', 'newer', fileWith({ version: 2 })],
    [
      'has too many',
      'too-many',
      fileWith({ connections: Array.from({ length: mostImportedConnections + 1 }, () => one) }),
    ],
  ])('that %s is refused', (_what, why, text) => {
    expect(readConnectionFile(text)).toEqual({ kind: 'refused', why });
  });

  it('may have entries that are left out, and a key that is dropped', () => {
    const connections = [
      { ...one, apiKey: 'sk-secret' },
      { name: 'x' },
      7,
      { ...one, limits: { idleSeconds: 0 } },
    ];
    const read = readConnectionFile(fileWith({ connections }));
    expect(read).toEqual({ kind: 'read', connections: [one], unreadable: 3 });
    expect(JSON.stringify(read)).not.toContain('sk-secret');
  });

  it('may leave settings out; what cannot be read gets the careful setting', () => {
    const plain = { name: 'n', address: 'https://a.example' };
    const connections = [plain, { ...plain, color: 'mauve', environment: 'qa', readOnly: 'yes' }];
    expect(readConnectionFile(fileWith({ connections }))).toMatchObject({
      connections: [
        { color: 'blue', environment: 'none', readOnly: false },
        { color: 'blue', environment: 'production', readOnly: true },
      ],
    });
  });
});
