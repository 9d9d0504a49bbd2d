import { expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
import { previousChanges } from './previousChanges.ts';
import { readingOf } from './testing/readingOf.ts';

function changesOf(atoms: readonly AtomReading[], previous: ReadonlyMap<string, string>) {
  const steps = previousChanges(atoms, previous);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

it('are the atoms that do not have their previous value, with what is to be known about it', () => {
  const atoms = [
    readingOf('a', 'now'),
    readingOf('b', 'same'),
    readingOf('c', '{"x": 1}'),
    readingOf('d', 'not asked'),
  ];
  const previous = new Map([
    ['a', 'before'],
    ['b', 'same'],
    ['c', '{"x": '],
    ['gone', 'x'],
  ]);
  expect(changesOf(atoms, previous)).toMatchObject({
    kind: 'replaced',
    unchanged: 1,
    changes: [
      { index: 0, value: 'before', bytes: 6, breaksJson: false },
      { index: 2, value: '{"x": ', breaksJson: true },
    ],
  });
});
