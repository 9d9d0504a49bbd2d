import { expect, it } from 'vitest';
import { comparedSides } from './comparedSides.ts';

const a = { name: 'memory', baseUrl: 'https://a.example/v1' };

it.each([
  [{ name: 'staging', baseUrl: a.baseUrl }, ['memory', 'staging']],
  [{ name: 'memory', baseUrl: 'https://b.example:8443' }, ['memory (a.example)', 'memory (b.example:8443)']],
  [{ name: 'memory', baseUrl: 'https://a.example/v2' }, ['memory (1)', 'memory (2)']],
  [{ name: 'memory', baseUrl: '' }, ['memory (1)', 'memory (2)']],
])('tells “memory” from %j', (other, names) => {
  const { before, after } = comparedSides(a, other);
  expect([before.name, after.name]).toEqual(names);
});
