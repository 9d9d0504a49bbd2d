import { parseAs } from '../../storage/fileFormat.ts';
import { z } from 'zod';
import { mostKeptVersions, type KeptVersion } from '#shared/domain/history.ts';
import { noVerdicts, verdictStatuses, type VerdictStatus } from '#shared/merkle/verdict.ts';
import { storedVerdictCounts } from '../../storage/verdictCounts.ts';

const verdict = z.enum(verdictStatuses);

const recordSchema = z.object({
  versions: z.array(
    z.object({
      id: z.string(),
      version: z.number().nullable(),
      hash: z.string().nullable(),
      bytes: z.number(),
      hasValue: z.boolean(),
      firstSeenAt: z.number(),
      lastSeenAt: z.number(),
      sightings: storedVerdictCounts,
      verdict,
      /** Of the value, to recognize one that was seen before. */
      fingerprint: z.string(),
    }),
  ),
  dropped: z.number(),
  setAsideAt: z.number().nullable(),
});

/** The saved versions of one atom, as they are sealed: the one read last is first. */
export type VersionRecord = z.infer<typeof recordSchema>;
export type RecordedVersion = VersionRecord['versions'][number];

export const emptyRecord: VersionRecord = { versions: [], dropped: 0, setAsideAt: null };

/** null if it is not such a record. */
export function parseVersionRecord(text: string): VersionRecord | null {
  return parseAs(recordSchema, text);
}

/** The part of a reading that the history uses. */
export interface Sighting {
  readonly version: number | null;
  readonly hash: string | null;
  readonly fingerprint: string;
  readonly bytes: number;
  readonly hasValue: boolean;
  readonly verdict: VerdictStatus;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface AddedSighting {
  readonly record: VersionRecord;
  /** Set for a version that is not saved yet: its value is saved under this id. */
  readonly newId: string | null;
  /** Ids of values to delete. */
  readonly droppedIds: readonly string[];
}

/**
 * Adds a sighting to the record: the same version with the same value was seen again; anything else is new.
 */
export function addSighting(record: VersionRecord, sighting: Sighting, makeId: () => string): AddedSighting {
  const known = record.versions.find(
    ({ version, fingerprint }) => version === sighting.version && fingerprint === sighting.fingerprint,
  );
  const entry = known === undefined ? firstSeen(sighting, makeId()) : seenAgain(known, sighting);
  const others = record.versions.filter((each) => each !== known);
  const versions = [entry, ...others].sort((one, other) => other.lastSeenAt - one.lastSeenAt);
  const dropped = versions.slice(mostKeptVersions);
  return {
    record: {
      ...record,
      versions: versions.slice(0, mostKeptVersions),
      dropped: record.dropped + dropped.length,
    },
    newId: known === undefined ? entry.id : null,
    droppedIds: dropped.map(({ id }) => id),
  };
}

function firstSeen(sighting: Sighting, id: string): RecordedVersion {
  const { at, ...facts } = sighting;
  return {
    id,
    ...facts,
    firstSeenAt: at,
    lastSeenAt: at,
    sightings: { ...noVerdicts, [sighting.verdict]: 1 },
  };
}

function seenAgain(known: RecordedVersion, { at, hash, verdict: status }: Sighting): RecordedVersion {
  const isLast = at >= known.lastSeenAt;
  return {
    ...known,
    hash: (isLast ? hash : null) ?? known.hash,
    firstSeenAt: Math.min(known.firstSeenAt, at),
    lastSeenAt: Math.max(known.lastSeenAt, at),
    sightings: { ...known.sightings, [status]: known.sightings[status] + 1 },
    verdict: isLast ? status : known.verdict,
  };
}

/** In the form that the window gets. */
export function keptVersion({ fingerprint: _, ...version }: RecordedVersion): KeptVersion {
  return version;
}
