import { expect, it } from 'vitest';
import { exportFileName } from './exportFileName.ts';

it('says the connection, the content, the time, and the result', () => {
  const at = new Date(2026, 10, 27, 8, 5, 59).getTime();
  expect(exportFileName('keys', { name: ' prod-eu ' }, at, 'csv')).toBe('prod-eu keys 2026-11-27 0805.csv');
  expect(exportFileName('recall', { name: 'prod-eu' }, at, 'json', 'verified')).toBe(
    'prod-eu recall 2026-11-27 0805 verified.json',
  );
  expect(exportFileName('keys', { name: '' }, at, 'json')).toBe('keys 2026-11-27 0805.json');
  expect(exportFileName('keys', { name: '😀'.repeat(100) }, at, 'csv')).toContain(`${'😀'.repeat(40)} keys`);
});
