import { expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { mostChosenFiles } from '#shared/domain/upload.ts';
import { addWaitingFiles, hasWaitingFiles, removeWaitingFiles, takeWaitingFile } from './waitingFiles.ts';

const [a, b, c] = ['a', 'b', 'c'] as unknown as readonly [ConnectionId, ConnectionId, ConnectionId];
const file = (name: string) => ({ name, bytes: 1, source: { kind: 'chosen', fileId: name } as const });

it('hands files out in their order, and forgets what is removed', () => {
  expect(addWaitingFiles(a, ['1', '2', '3'].map(file))).toBe(0);
  expect(addWaitingFiles(b, [file('other')])).toBe(0);
  expect(takeWaitingFile(a)?.name).toBe('1');
  const third = takeWaitingFile(a);
  expect(third?.name).toBe('2');
  expect(takeWaitingFile(a)?.name).toBe('3');
  expect(takeWaitingFile(a)).toBeNull();
  expect(hasWaitingFiles(b)).toBe(true);
  removeWaitingFiles(b, null);
  expect(hasWaitingFiles(b)).toBe(false);
});

it('has room for a limited number', () => {
  const many = Array.from({ length: mostChosenFiles + 3 }, (_, at) => file(String(at)));
  expect(addWaitingFiles(c, many)).toBe(3);
  removeWaitingFiles(c, null);
});
