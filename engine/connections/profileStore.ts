import { z } from 'zod';
import { parseJson } from '#shared/domain/json.ts';
import { connectionColours, environments, type ConnectionId } from '#shared/domain/connection.ts';
import { dialects, type ServiceFacts } from '#shared/domain/serviceFacts.ts';
import { authorityCertificates, connectionLimits } from '#shared/ipc/connectionLimitsInput.ts';
import { leafScheme, pathScheme, schemeOrigin } from '#shared/ipc/schemeInput.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { SchemeSearch } from '#shared/merkle/scheme.ts';
import { readFormat } from '../storage/fileFormat.ts';
import { openJsonStore } from '../storage/jsonStore.ts';
import { profileMigrations } from './profileMigrations.ts';
import { readOwnText } from '../storage/ownFile.ts';

const schemeSearch: z.ZodType<SchemeSearch> = z.object({
  registry: z.string(),
  spent: z.number(),
  path: z.object({ tried: z.number().int(), lastRoot: z.string(), isComplete: z.boolean() }).nullable(),
  leaf: z
    .object({
      tried: z.number().int(),
      isComplete: z.boolean(),
      leaves: z.array(z.string()),
      shortest: z.number(),
      versions: z.array(z.number()),
    })
    .nullable(),
});

const schemePin: z.ZodType<SchemePin> = z.object({
  path: z.array(pathScheme),
  leaf: z.array(leafScheme),
  origin: schemeOrigin,
  samples: z.number().int(),
  pinnedAt: z.number(),
  confirmations: z.number().int().exactOptional(),
  search: schemeSearch.exactOptional(),
});

const serviceFacts: z.ZodType<ServiceFacts> = z.object({
  dialect: z.enum(dialects),
  evidence: z.object({ request: z.string(), status: z.number().int(), response: z.string() }),
  learnedAt: z.number(),
});

const profileId = z
  .string()
  // Used in folder names and keychain entries.
  .regex(/^[a-z0-9-]{1,64}$/)
  .transform((id) => id as ConnectionId);

const profile = z.object({
  id: profileId,
  kind: z.enum(['demo', 'service', 'snapshot']),
  name: z.string(),
  /** Normal form of `parseBaseAddress`; empty for the demo, whose address changes at each start, and for a snapshot. */
  baseUrl: z.string(),
  colour: z.enum(connectionColours),
  /** Absent: none. */
  environment: z.enum(environments).exactOptional(),
  readOnly: z.boolean(),
  scheme: schemePin.nullable(),
  /**
   * The origin for which the keychain holds this connection's key; null if it holds none. The key is used for
   * this origin only, so that editing an address can never send it elsewhere.
   */
  keyOrigin: z.string().nullable(),
  /** It was imported, and the user has not connected to its address yet. Absent: they have. */
  isUnconfirmed: z.boolean().exactOptional(),
  /**
   * Whether the keychain ever accepted a key of this connection, so that one may still be there even if
   * `keyOrigin` is null.
   */
  wasSaved: z.boolean().exactOptional(),
  /** Only of a snapshot: the file, and the SHA-256 of its content in lowercase hex. */
  snapshot: z.object({ path: z.string(), sha256: z.string() }).exactOptional(),
  /** What the service showed to be; absent until it was asked. */
  service: serviceFacts.exactOptional(),
  /** Absent: the default limits. */
  limits: connectionLimits.exactOptional(),
  /** Authorities that this connection trusts in addition to those of the system, in PEM. */
  authorities: authorityCertificates.exactOptional(),
  /** Whether values that are read are kept on this computer. */
  keepsHistory: z.boolean().default(false),
});

/** A connection as saved on disk, without its key. */
export type Profile = z.infer<typeof profile>;

const fileSchema = z.object({
  version: z.literal(3),
  profiles: z.array(profile).readonly(),
  /** Connections that were removed, and of which files may be left. Absent: none. */
  removed: z.array(profileId).readonly().exactOptional(),
});

/**
 * The profiles in a file that stays as it is; null if it is damaged.
 *
 * @throws NewerFileError, the file system's error
 */
export async function readProfiles(file: string): Promise<readonly Profile[] | null> {
  const format = { version: 3, schema: fileSchema, migrations: profileMigrations };
  return readFormat(format, parseJson(await readOwnText(file)), file)?.profiles ?? null;
}

/** The addresses that the user has allowed. */
export function confirmedAddresses(profiles: readonly Profile[]): readonly string[] {
  return profiles.flatMap(({ baseUrl, isUnconfirmed }) => (isUnconfirmed === true ? [] : [baseUrl]));
}

export interface ProfileStore {
  readonly all: () => readonly Profile[];
  readonly find: (id: ConnectionId) => Profile | null;
  /**
   * Adds a profile unless its id exists. Resolves to the saved profile when it is on disk.
   *
   * @param inForce called at the moment from which `find` returns the new profile
   */
  readonly add: (profile: Profile, inForce?: InForce) => Promise<Profile>;
  /**
   * Changes only the profile saved under `id`. `change` gets the result of earlier calls, so no call can undo
   * another. Never adds a profile: resolves to null if there is none. A failed save changes nothing.
   *
   * @param inForce called at the moment from which `find` returns the changed profile
   */
  readonly update: (
    id: ConnectionId,
    change: (current: Profile) => Profile,
    inForce?: InForce,
  ) => Promise<Profile | null>;
  /** From then on its files are left, until `filesRemoved`, also after a crash. */
  readonly remove: (id: ConnectionId, inForce?: () => void) => Promise<void>;
  /** Removed connections of which files may be left. */
  readonly filesLeft: () => readonly ConnectionId[];
  readonly filesRemoved: (id: ConnectionId) => Promise<void>;
  /** The listener is awaited before a profile is added or changed. If it rejects, nothing changes. */
  readonly beforeChange: (listener: BeforeChange) => void;
  /** Where a damaged file was moved when it was opened, if that happened. */
  readonly setAside: string | null;
}

type BeforeChange = (next: Profile, before: Profile | null) => Promise<void>;
type InForce = (profile: Profile, before: Profile | null) => void;

/** Opens the file of profiles. @throws if it exists but cannot be read or moved */
export async function openProfileStore(file: string, now: () => number): Promise<ProfileStore> {
  const store = await openJsonStore<z.infer<typeof fileSchema>>({
    file,
    format: { version: 3, schema: fileSchema, migrations: profileMigrations },
    fresh: { version: 3, profiles: [] },
    now,
  });
  const all = (): readonly Profile[] => store.value().profiles;
  const filesLeft = (): readonly ConnectionId[] => store.value().removed ?? [];
  let beforeChange: BeforeChange | null = null;
  const find = (id: ConnectionId): Profile | null => all().find((each) => each.id === id) ?? null;
  return {
    all,
    find,
    add: (added, inForce) =>
      store.change((value) => {
        const known = find(added.id);
        if (known !== null) return { value, result: known };
        const profiles = [...value.profiles, added];
        return {
          value: { ...value, profiles },
          result: added,
          before: async () => beforeChange?.(added, null),
          inForce: () => inForce?.(added, null),
        };
      }),
    update: (id, change, inForce) =>
      store.change((value) => {
        const before = find(id);
        const changed = before === null ? null : change(before);
        if (changed === before || changed === null) return { value, result: before };
        const profiles = value.profiles.map((each) => (each === before ? changed : each));
        return {
          value: { ...value, profiles },
          result: changed,
          before: async () => beforeChange?.(changed, before),
          inForce: () => inForce?.(changed, before),
        };
      }),
    remove: (id, inForce) =>
      store.change((value) => {
        const profiles = value.profiles.filter((each) => each.id !== id);
        const removed = [...filesLeft().filter((each) => each !== id), id];
        return { value: { ...value, profiles, removed }, result: undefined, inForce };
      }),
    filesLeft,
    filesRemoved: (id) =>
      store.change(({ removed: _, ...value }) => {
        const removed = filesLeft().filter((each) => each !== id);
        return { value: removed.length === 0 ? value : { ...value, removed }, result: undefined };
      }),
    beforeChange: (listener) => {
      beforeChange = listener;
    },
    setAside: store.setAside,
  };
}
