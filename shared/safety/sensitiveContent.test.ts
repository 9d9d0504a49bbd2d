import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findAllSensitiveContent,
  findSensitiveContent,
  mostSensitiveFindings,
  type SensitiveFinding,
} from './sensitiveContent.ts';
import {
  accepted,
  base62,
  fake,
  hex,
  noise,
  refusedByEntropy,
  refusedByPattern,
  upperAlphanumeric,
} from './testing/sampleValues.ts';
import { anyCharacter } from '../text/testing/anyCharacter.ts';

describe('findSensitiveContent', () => {
  it('is tried on at least sixty secrets and sixty look-alikes', () => {
    expect(refusedByPattern.length + refusedByEntropy.length).toBeGreaterThanOrEqual(60);
    expect(accepted.length).toBeGreaterThanOrEqual(60);
  });

  it.each(refusedByPattern)('refuses by the pattern %s: case %#', (pattern, value) => {
    expect(findSensitiveContent(value)).toMatchObject({ reason: 'credential_pattern', pattern });
  });

  it.each(refusedByEntropy)('refuses by entropy: %s', (_name, value) => {
    expect(findSensitiveContent(value)).toMatchObject({ reason: 'entropy', pattern: null });
  });

  it.each(accepted)('accepts %s', (_name, value) => {
    expect(findSensitiveContent(value)).toBeNull();
  });

  it('reports the position of the secret in UTF-16 units', () => {
    const token = fake('gh', 'p_', noise(36));
    const before = 'clé 🔑: ';
    expect(findSensitiveContent(`${before}${token} (old)`)).toEqual({
      reason: 'credential_pattern',
      pattern: 'github-token',
      start: before.length,
      end: before.length + token.length,
    });
  });

  it('points at the password alone in an assignment and in a connection URI', () => {
    for (const value of [
      fake('pass', 'word = "Gr33nhouse"'),
      fake('amqp://', 'mei:', 'Gr33nhouse', '@mq/'),
    ]) {
      const found = findSensitiveContent(value);
      expect(found && value.slice(found.start, found.end)).toBe('Gr33nhouse');
    }
  });

  it('reports the first of several', () => {
    const first = fake('AK', 'IA', noise(16, upperAlphanumeric));
    const value = `${first} ${fake('gh', 'p_', noise(36))}`;
    expect(findSensitiveContent(value)).toMatchObject({ pattern: 'aws-access-key-id', start: 0 });
  });

  it('looks past placeholders to a real secret of the same form', () => {
    const value = fake('pass', 'word=<password>\npass', 'word=Gr33nhouse');
    expect(findSensitiveContent(value)).toMatchObject({ pattern: 'credential-assignment' });
  });

  it('refuses nearly all random tokens of 32 and more characters', () => {
    const caught = Array.from({ length: 1000 }, (_, index) =>
      noise(32 + (index % 32), base62, 1000 + index * 7919),
    ).filter((token) => findSensitiveContent(token) !== null);
    expect(caught.length).toBeGreaterThan(980);
  });

  it('lets every UUID and every hex digest through', () => {
    fc.assert(fc.property(fc.uuid(), (uuid) => findSensitiveContent(`id ${uuid}.`) === null));
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...hex), minLength: 24, maxLength: 128 }),
        (digest) => findSensitiveContent(`sha ${digest}`) === null,
      ),
    );
  });

  it('reports offsets within the value, for any value', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (value) => {
        const found = findSensitiveContent(value);
        return found === null || (found.start >= 0 && found.start < found.end && found.end <= value.length);
      }),
    );
  });

  // The time limit of a test is what fails here: quadratic in the length is many minutes for one of these.
  it.each([
    ['letters', 'a'],
    ['letters and dots', 'a.'],
    ['schemes', 'a://'],
    ['schemes and colons', 'a://b:'],
    ['JWT beginnings', 'eyJ-'],
    ['JWT parts', 'eyJaaaaaaaa.'],
    ['PEM beginnings', '-----BEGIN '],
    ['certificates', '-----BEGIN CERTIFICATE-----'],
    ['assignments', 'password='],
    ['assignments with spaces', 'password        =        '],
    ['headers', 'Bearer ......'],
    ['data URIs', 'data:a/b;'],
    ['separators', '-_'],
    ['digits', '1234567890'],
    ['spaces', ' '],
    ['a base64 alphabet', `${base62}+/`],
    ['quotes and braces', '{"'],
  ])('reads a value of 1 MB of %s in linear time', (_name, unit) => {
    const filler = unit.repeat(Math.ceil(1_000_000 / unit.length));
    expect(findSensitiveContent(`${filler} ${fake('gh', 'p_', noise(36))}`)).not.toBeNull();
  });
});

describe('findAllSensitiveContent', () => {
  const all = (value: string): readonly SensitiveFinding[] => {
    const work = findAllSensitiveContent(value);
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
    }
  };

  it.each([...refusedByPattern, ...refusedByEntropy])(
    'finds what the first finding is of: %s, case %#',
    (_name, value) => {
      const first = findSensitiveContent(value);
      expect(
        all(value).some(({ start, end }) => first !== null && start <= first.start && end >= first.end),
      ).toBe(true);
    },
  );

  it.each(accepted)('finds nothing in %s', (_name, value) => {
    expect(all(value)).toEqual([]);
  });

  it('names each of several once, in the order of the text, by pattern before by entropy', () => {
    const value = `${noise(40)} and ${fake('gh', 'p_', noise(36))}, ${fake('pass', 'word=Gr33nhouse')}`;
    expect(all(value).map(({ pattern }) => pattern)).toEqual([null, 'github-token', 'credential-assignment']);
  });

  it('lists no more than people go through, of a value full of them, in linear time', () => {
    const value = `${fake('gh', 'p_', noise(36))}\n`.repeat(25_000);
    expect(all(value)).toHaveLength(mostSensitiveFindings);
  });

  it('returns ordered, disjoint spans for any value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...refusedByPattern.map(([, value]) => value), ' ', '"', 'x'), {
          maxLength: 8,
        }),
        (parts) => {
          const found = all(parts.join(''));
          return found.every(({ start, end }, index) => start < end && start >= (found[index - 1]?.end ?? 0));
        },
      ),
    );
  });
});
