import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
import { previousChanges, type PreviousByKey } from './previousChanges.ts';
import { readingOf } from './testing/readingOf.ts';

function changesOf(atoms: readonly AtomReading[], previous: PreviousByKey) {
  const steps = previousChanges(atoms, previous);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

it('hash a large value in steps, so that the window stays responsive', () => {
  const now = 'é'.repeat(500_000);
  const hash = createHash('sha256').update(now).digest('hex');
  const steps = previousChanges([readingOf('a', now)], new Map([previousOf('a', 'before', hash)]));
  let count = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      expect(step.value).toMatchObject({ changedSince: 0, changes: [{ index: 0 }] });
      break;
    }
    count += 1;
  }
  expect(count).toBeGreaterThan(10);
});

const nowHash = createHash('sha256').update('now').digest('hex');

function previousOf(key: string, value: string, replacedBy: string | null) {
  return [key, { key, value, version: 1, verdict: 'green', replacedBy }] as const;
}

it('are the atoms that do not have their previous value, with what is to be known about it', () => {
  const atoms = [
    readingOf('a', 'now'),
    readingOf('b', 'same'),
    readingOf('c', '{"x": 1}'),
    readingOf('d', 'not asked'),
  ];
  const previous = new Map([
    previousOf('a', 'before', nowHash),
    previousOf('b', 'same', 'of something else'),
    previousOf('c', '{"x": ', nowHash),
    previousOf('gone', 'x', null),
  ]);
  expect(changesOf(atoms, previous)).toMatchObject({
    unchanged: 1,
    // c has neither its previous value nor the one that was stored.
    changedSince: 1,
    changes: [
      { index: 0, value: 'before', bytes: 6, breaksJson: false },
      { index: 2, value: '{"x": ', breaksJson: true },
    ],
  });
});
