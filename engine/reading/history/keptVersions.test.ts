import { describe, expect, it } from 'vitest';
import {
  hasNoValue,
  mostKeptVersions,
  versionsReadDifferently,
  type KeptVersion,
} from '#shared/domain/history.ts';
import type { Dialect } from '#shared/domain/serviceFacts.ts';
import {
  addSighting,
  emptyRecord,
  keptVersion,
  parseVersionRecord,
  type Sighting,
  type VersionRecord,
} from './keptVersions.ts';

function sighting(change: Partial<Sighting>): Sighting {
  return {
    version: 1,
    hash: 'aa',
    fingerprint: 'one',
    bytes: 3,
    hasValue: true,
    verdict: 'green',
    at: 1,
    ...change,
  };
}

function after(...changes: readonly Partial<Sighting>[]): VersionRecord {
  let made = 0;
  return changes.reduce<VersionRecord>(
    (record, change) => addSighting(record, sighting(change), () => String((made += 1))).record,
    emptyRecord,
  );
}

describe('addSighting', () => {
  it('counts a version that is seen again, with the first and last time', () => {
    const { versions } = after({ at: 1 }, { at: 5, verdict: 'red', hash: null }, { at: 3 });
    expect(versions).toMatchObject([
      {
        firstSeenAt: 1,
        lastSeenAt: 5,
        verdict: 'red',
        hash: 'aa',
        sightings: { green: 2, keyOnly: 0, amber: 0, red: 1 },
      },
    ]);
  });

  it('puts the version read last first', () => {
    const record = after({ at: 1 }, { version: 2, fingerprint: 'two', at: 2 }, { at: 3 });
    expect(record.versions.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('keeps another value of the same version next to the first, as a contradiction', () => {
    const record = after({ at: 1 }, { fingerprint: 'other', at: 2 });
    const versions = record.versions.map(keptVersion);
    expect(versions).toHaveLength(2);
    expect(versionsReadDifferently(versions)).toEqual(new Map([[1, 2]]));
  });

  it('treats an equal value with another version as another version, not a contradiction', () => {
    const versions = after({ at: 1 }, { version: 2, at: 2 }).versions.map(keptVersion);
    expect(versions).toHaveLength(2);
    expect(versionsReadDifferently(versions).size).toBe(0);
  });

  it('reports no contradiction if the responses had no version', () => {
    const versions = after({ version: null }, { version: null, fingerprint: 'two' }).versions;
    expect(versionsReadDifferently(versions.map(keptVersion)).size).toBe(0);
  });

  it('tells an empty value from none only by the service: atoms of the open server have neither value nor version', () => {
    const [absent] = after({ version: null, bytes: 0 }).versions.map(keptVersion);
    const [empty] = after({ version: 1, bytes: 0 }).versions.map(keptVersion);
    const [text] = after({ version: null }).versions.map(keptVersion);
    const isAbsent = (version: KeptVersion | undefined, dialect?: Dialect) =>
      version !== undefined && hasNoValue(version, dialect);
    expect(isAbsent(absent, 'open-server')).toBe(true);
    expect(isAbsent(absent, 'documented')).toBe(false);
    expect(isAbsent(absent)).toBe(false);
    expect(isAbsent(empty, 'open-server')).toBe(false);
    expect(isAbsent(text, 'open-server')).toBe(false);
  });

  it('drops the versions seen longest ago, and counts them', () => {
    const many = Array.from({ length: mostKeptVersions }, (_, at) => ({ version: at, at }));
    const record = after(...many);
    const added = addSighting(record, sighting({ version: 999, at: 10_000 }), () => 'new');
    expect(added.droppedIds).toEqual(['1']);
    expect(added.record.versions).toHaveLength(mostKeptVersions);
    expect(added.record.dropped).toBe(1);
  });
});

describe('parseVersionRecord', () => {
  it('accepts only what was written', () => {
    const record = after({});
    expect(parseVersionRecord(JSON.stringify(record))).toEqual(record);
    expect(parseVersionRecord('{"versions":[{}],"dropped":0,"setAsideAt":null}')).toBeNull();
    expect(parseVersionRecord('not json')).toBeNull();
  });

  it('reads a record from before the verdict for a key without its value existed', () => {
    const record = after({});
    const text = JSON.stringify(record);
    const older = text.replace('"keyOnly":0,', '');
    expect(older).not.toBe(text);
    expect(parseVersionRecord(older)).toEqual(record);
  });
});
