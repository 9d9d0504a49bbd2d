import { expect, it } from 'vitest';
import { unusedColumns } from './usedColumns.ts';

const columns = ['id', 'name', 'capital'];

it('are those of neither the key nor the value', () => {
  const key = 'v1.{id}';
  expect(
    unusedColumns({ key, trimKeys: false, value: { kind: 'template', template: '{name}' } }, columns),
  ).toEqual(['capital']);
  expect(
    unusedColumns({ key, trimKeys: false, value: { kind: 'object', columns: ['capital'] } }, columns),
  ).toEqual(['name']);
  expect(unusedColumns({ key: '{', trimKeys: false, value: { kind: 'object', columns } }, columns)).toEqual(
    [],
  );
});
