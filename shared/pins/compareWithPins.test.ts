import { describe, expect, it } from 'vitest';
import { compareWithPins } from './compareWithPins.ts';
import { samplePin } from './testing/samplePin.ts';

const a = 'a'.repeat(64);
const b = 'b'.repeat(64);
const before = 500;
const pinnedAt = 1_000;
const after = 1_500;

/** A pin as `a 100`, `a ?`, `exact a 100`. */
function pinOf(text: string) {
  const [, exact, root, size] = /^(exact )?([abc]) (\d+|\?)$/.exec(text) ?? [];
  return samplePin({
    id: text,
    rootHash: (root ?? '').repeat(64),
    treeSize: size === '?' ? null : (size ?? null),
    isExact: exact !== undefined,
    pinnedAt,
  });
}

interface Case {
  /** Newest first. */
  readonly pins: readonly string[];
  readonly root: string;
  readonly size: bigint | null;
  /** null: a proof from elsewhere. */
  readonly askedAt?: number | null;
  readonly isOurs?: boolean;
  readonly is: string;
}

const cases: readonly Case[] = [
  // Exactly the pinned root.
  { pins: ['a 100'], root: a, size: 100n, is: 'pinned a 100' },
  { pins: ['a ?'], root: a, size: 100n, is: 'pinned a ?' },
  { pins: ['a 100'], root: a, size: null, is: 'pinned a 100' },
  { pins: ['a ?', 'a 100'], root: a, size: 100n, is: 'pinned a 100' },
  { pins: ['b 100', 'a 100'], root: a, size: 100n, is: 'pinned a 100' },
  { pins: ['a 100'], root: a, size: 100n, askedAt: before, is: 'pinned a 100' },
  // The pinned root with another size.
  { pins: ['a 100'], root: a, size: 101n, is: 'other-size a 100' },
  { pins: ['a 100'], root: a, size: 99n, is: 'other-size a 100' },
  { pins: ['a 100'], root: a, size: 99n, askedAt: null, is: 'other-size a 100' },
  // A larger tree: nothing is shown about it, and nothing is wrong with it.
  { pins: ['a 100'], root: b, size: 101n, is: 'aside a 100 grown' },
  { pins: ['a 100', 'c 120'], root: b, size: 130n, is: 'aside c 120 grown' },
  { pins: ['a 100'], root: b, size: 10n ** 20n, is: 'aside a 100 grown' },
  // As large as the pinned tree.
  { pins: ['a 100'], root: b, size: 100n, is: 'same-size a 100' },
  { pins: ['a 100'], root: b, size: 100n, isOurs: true, is: 'aside a 100 stored-since' },
  { pins: ['a 100'], root: b, size: 100n, askedAt: before, is: 'aside a 100 asked-before' },
  { pins: ['a 100', 'c 120'], root: b, size: 120n, is: 'same-size c 120' },
  // A smaller tree.
  { pins: ['a 100'], root: b, size: 99n, is: 'smaller a 100' },
  { pins: ['a 100'], root: b, size: 99n, isOurs: true, is: 'smaller a 100' },
  { pins: ['a 100'], root: b, size: 99n, askedAt: before, is: 'aside a 100 asked-before' },
  { pins: ['a 100'], root: b, size: 99n, askedAt: pinnedAt, is: 'aside a 100 asked-before' },
  { pins: ['a 100', 'c 120'], root: a, size: 100n, is: 'smaller c 120' },
  // Sizes that are not known.
  { pins: ['a ?'], root: b, size: 100n, is: 'aside a ? size-unknown' },
  { pins: ['a 100'], root: b, size: null, is: 'aside a 100 size-unknown' },
  // Exactly this root is expected.
  { pins: ['exact a 100'], root: a, size: 100n, is: 'pinned exact a 100' },
  { pins: ['exact a 100'], root: b, size: 100n, is: 'other-root exact a 100' },
  { pins: ['exact a 100'], root: b, size: 100n, isOurs: true, is: 'other-root exact a 100' },
  { pins: ['exact a 100'], root: b, size: 101n, is: 'other-root exact a 100' },
  { pins: ['exact a 100'], root: b, size: null, askedAt: before, is: 'other-root exact a 100' },
  { pins: ['exact a 100', 'exact b 101'], root: b, size: 101n, is: 'pinned exact b 101' },
  { pins: ['exact a 100', 'b 101'], root: b, size: 101n, is: 'other-root exact a 100' },
  // A proof from elsewhere has any age: only its own root says something.
  { pins: ['a 100'], root: a, size: 100n, askedAt: null, is: 'pinned a 100' },
  { pins: ['a 100'], root: b, size: 99n, askedAt: null, is: 'aside a 100 asked-before' },
  { pins: ['a 100'], root: b, size: 100n, askedAt: null, is: 'aside a 100 asked-before' },
  { pins: [], root: a, size: 100n, is: 'none' },
];

describe('comparing a root with pins', () => {
  it.each(cases)('%o', ({ pins, root, size, askedAt = after, isOurs = false, is }) => {
    const found = compareWithPins(pins.map(pinOf), {
      rootHash: root,
      treeSize: size,
      asking: askedAt === null ? null : { askedAt, at: after + 1 },
      mayBeOurs: () => isOurs,
    });
    const words = [
      found.kind,
      ...('pin' in found ? [found.pin.id] : []),
      ...('because' in found ? [found.because] : []),
    ];
    expect(words.join(' ')).toBe(is);
  });
});
