import {
  demoConnectionId,
  type Connection,
  type ConnectionColour,
  type ConnectionId,
  type Environment,
  type RemovedConnection,
} from '#shared/domain/connection.ts';
import type { ConnectionLimits } from '#shared/domain/connectionLimits.ts';
import { fail, refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { ImportedConnection } from '#shared/connectionFile/connectionFile.ts';
import type { ServiceFacts } from '#shared/domain/serviceFacts.ts';
import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { EmbeddedService } from './embeddedService.ts';
import { originOf, parseBaseAddress, type BaseAddress } from '../client/baseAddress.ts';
import { cleanApiKey } from './apiKey.ts';
import { gone } from './connectionRefusals.ts';
import { createTargets, type ConnectionTarget } from './connectionTarget.ts';
import { createKeyChanges } from './keyChanges.ts';
import type { HeldKey, KeyAsker, KeyVault } from './keyVault.ts';
import type { Profile, ProfileStore } from './profileStore.ts';
import { shownConnection } from './shownConnection.ts';
import { knownRules } from './knownRules.ts';

export interface ConnectionInput {
  readonly name: string;
  readonly baseUrl: string;
  readonly colour: ConnectionColour;
  /** Absent: `none` for a new connection, unchanged for another. */
  readonly environment?: Environment | undefined;
  readonly readOnly: boolean;
  /** Absent: as before, or the defaults; null: the defaults. */
  readonly limits?: ConnectionLimits | null | undefined;
  /** In PEM. Absent: as before, or none; null: none. */
  readonly authorities?: string | null | undefined;
}

/** The user's connections, and where calls for each of them go. */
export interface Connections {
  /** Does not access the keychain: if the state of a key is unknown, the profile's information is used. */
  readonly list: () => readonly Connection[];
  /** `id`: of a connection that is lost, whose parts are still there; null: a new one. */
  readonly add: (
    input: ConnectionInput & { readonly apiKey: string },
    id?: ConnectionId | null,
  ) => Promise<Result<Connection>>;
  /** Address and key change together. */
  readonly edit: (
    input: ConnectionInput & { readonly id: ConnectionId; readonly apiKey?: string | undefined },
  ) => Promise<Result<Connection>>;
  /** Adds connections without keys, whose addresses the user still has to allow. Invalid addresses are left out. */
  readonly addImported: (imported: readonly ImportedConnection[]) => Promise<readonly Connection[]>;
  /** Replaces the key for this address. Refused if the connection has an address of another origin by now. */
  readonly setKey: (id: ConnectionId, apiKey: string, baseUrl?: string) => Promise<Result<Connection>>;
  readonly saveKey: (id: ConnectionId) => Promise<Result<Connection>>;
  /**
   * Reads the key from the keychain at once, even right after a failure. The returned connection shows the
   * outcome.
   */
  readonly readKey: (id: ConnectionId) => Promise<Result<Connection>>;
  readonly remove: (id: ConnectionId) => Promise<Result<RemovedConnection>>;
  /** Deletes what could not be deleted when connections were removed. Never rejects. */
  readonly finishRemovals: () => Promise<void>;
  /** Starts the embedded service, and lists its connection from then on. */
  readonly openDemo: () => Promise<Result<Connection>>;
  /** Lists a snapshot file as a connection. It is read-only for good. */
  readonly addSnapshot: (input: {
    readonly id: ConnectionId;
    readonly name: string;
    readonly snapshot: { readonly path: string; readonly sha256: string };
  }) => Promise<Connection>;
  /**
   * The target for one call. Reads the key from the keychain if it is not in memory, and starts the embedded
   * service if needed.
   */
  readonly target: (id: ConnectionId, asker?: KeyAsker) => Promise<Result<ConnectionTarget>>;
  readonly profile: (id: ConnectionId) => Result<Profile>;
  /**
   * Saves a pin inferred from a response that was checked with the pin `from`. Does nothing if the pin has
   * changed since, so that a late response does not undo the user's choice.
   */
  readonly saveScheme: (id: ConnectionId, scheme: SchemePin, from: SchemePin | null) => Promise<void>;
  /**
   * Saves what the service at this base address showed to be. Does nothing if the connection has another address by
   * now. The rules that are built in for its dialect are pinned, unless others are.
   */
  readonly saveService: (id: ConnectionId, baseUrl: string, facts: ServiceFacts) => Promise<void>;
  /**
   * Pins the scheme that the user chose. null clears the pin: the next proofs create a new one, and the
   * embedded service gets its specified rules back.
   */
  readonly setScheme: (id: ConnectionId, chosen: ChosenScheme | null) => Promise<Result<Connection>>;
  /** Saves whether values that are read are kept. Keeping them is up to the histories. */
  readonly setKeepsHistory: (id: ConnectionId, keepsHistory: boolean) => Promise<Result<Connection>>;
}

export interface ConnectionsEffects {
  readonly profiles: ProfileStore;
  readonly vault: KeyVault;
  readonly embedded: EmbeddedService;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  /** The address of a saved connection, parsed, if calls are allowed to go there. May ask the user. */
  readonly mayCall: (baseUrl: string) => Promise<Result<BaseAddress>>;
  /** Removes everything else that is saved for a connection. Rejects if something is left. */
  readonly forget: (id: ConnectionId) => Promise<void>;
}

export function createConnections(effects: ConnectionsEffects): Connections {
  const { profiles, vault, embedded } = effects;

  const shown = (profile: Profile): Connection => shownConnection(profile, effects);
  const find = (id: ConnectionId): Result<Profile> => {
    const profile = profiles.find(id);
    return profile === null ? gone : succeed(profile);
  };
  const findService = (id: ConnectionId): Result<Profile> => {
    const found = find(id);
    if (!found.ok || found.value.kind === 'service') return found;
    return found.value.kind === 'demo'
      ? refuseInput('id', 'The address and API key of the demo memory cannot be changed.')
      : refuseInput('id', 'A snapshot has no address and no API key.');
  };
  const shownNow = (id: ConnectionId): Result<Connection> => {
    const found = find(id);
    return found.ok ? succeed(shown(found.value)) : found;
  };
  const changed = async (
    id: ConnectionId,
    change: (current: Profile) => Profile,
  ): Promise<Result<Connection>> => {
    const profile = await profiles.update(id, change);
    return profile === null ? gone : succeed(shown(profile));
  };

  const { changeWithKey, saveHeld, inTurn } = createKeyChanges(effects);
  const target = createTargets({ ...effects, find });
  const heldFor = (profile: Profile): HeldKey | null => {
    const origin = originOf(profile.baseUrl);
    return origin === null ? null : vault.held(profile.id, origin);
  };

  /** Whether everything that was saved for a removed connection is deleted. If not, it is tried again at the next start. */
  const forgetRemoved = async (id: ConnectionId): Promise<boolean> => {
    // Meanwhile, it may have been added again.
    if (profiles.find(id) !== null) return true;
    try {
      await effects.forget(id);
      await profiles.filesRemoved(id);
      return true;
    } catch {
      return false;
    }
  };

  return {
    list: () => profiles.all().map(shown),
    add: async (input, knownId = null) => {
      const address = parseBaseAddress(input.baseUrl);
      if (!address.ok) return address;
      const apiKey = cleanApiKey(input.apiKey);
      if (!apiKey.ok) return apiKey;
      const profile: Profile = {
        ...freshService(knownId ?? (effects.newId() as ConnectionId), address.value),
        name: input.name,
        colour: input.colour,
        ...environmentOf(input),
        readOnly: input.readOnly,
        ...reachingOf({}, input),
      };
      let held: HeldKey | null = null;
      await profiles.add(profile, ({ id }) => {
        held = vault.hold(id, address.value.origin, apiKey.value);
      });
      if (held !== null) await saveHeld(profile.id, held);
      return shownNow(profile.id);
    },
    addImported: async (imported) => {
      const added: Connection[] = [];
      for (const { name, address, color, environment, readOnly, limits, authorities } of imported) {
        const parsed = parseBaseAddress(address);
        if (!parsed.ok) continue;
        const profile = await profiles.add({
          ...freshService(effects.newId() as ConnectionId, parsed.value),
          name,
          colour: color,
          environment,
          readOnly,
          isUnconfirmed: true,
          ...(limits !== undefined && { limits }),
          ...(authorities !== undefined && { authorities }),
        });
        added.push(shown(profile));
      }
      return added;
    },
    edit: async (input) => {
      const found = findService(input.id);
      if (!found.ok) return found;
      const address = parseBaseAddress(input.baseUrl);
      if (!address.ok) return address;
      const apiKey = input.apiKey === undefined ? null : cleanApiKey(input.apiKey);
      if (apiKey?.ok === false) return apiKey;
      const { id, name, colour, readOnly } = input;
      const { origin, text: baseUrl } = address.value;
      const edited = (current: Profile): Profile => {
        const kept = confirmed(current.baseUrl === baseUrl ? current : withoutService(current));
        const { limits: _limits, authorities: _authorities, ...rest } = kept;
        const reaching = reachingOf(kept, input);
        return { ...rest, name, baseUrl, colour, ...environmentOf(input), readOnly, ...reaching };
      };
      if (apiKey !== null) {
        const changedKey = await changeWithKey(id, { apiKey: apiKey.value, origin }, edited);
        return changedKey.ok ? shownNow(id) : changedKey;
      }

      const changesOrigin = (current: Profile): boolean => originOf(current.baseUrl) !== origin;
      let isKeyDropped = false;
      await profiles.update(
        id,
        (current) => ({ ...edited(current), keyOrigin: changesOrigin(current) ? null : current.keyOrigin }),
        (_profile, before) => {
          if (before === null || !changesOrigin(before)) return;
          isKeyDropped = true;
          vault.drop(id);
        },
      );
      if (isKeyDropped) await inTurn(id, () => vault.removeSaved(id));
      return shownNow(id);
    },
    setKey: async (id, pasted, baseUrl) => {
      const found = findService(id);
      if (!found.ok) return found;
      const apiKey = cleanApiKey(pasted);
      if (!apiKey.ok) return apiKey;
      const origin = originOf(baseUrl ?? found.value.baseUrl);
      if (origin === null)
        return refuseInput('baseUrl', 'The address of this connection is not valid. Edit the connection.');
      const changedKey = await changeWithKey(id, { apiKey: apiKey.value, origin }, confirmed);
      return changedKey.ok ? shownNow(id) : changedKey;
    },
    saveKey: async (id) => {
      const found = findService(id);
      if (!found.ok) return found;
      const held = heldFor(found.value);
      if (held !== null && held.notSaved !== null) await saveHeld(id, held);
      return shownNow(id);
    },
    readKey: async (id) => {
      await target(id, 'retry');
      return shownNow(id);
    },
    remove: (id) =>
      inTurn(id, async () => {
        const found = find(id);
        if (!found.ok) return found;
        if (found.value.kind === 'service') {
          const stillThere = await vault.removeSaved(id);
          // If the keychain never had a key there is nothing to remove, and no reason to keep the connection.
          const profile = profiles.find(id);
          const wasSaved = profile?.wasSaved ?? (profile !== null && profile.keyOrigin !== null);
          if (stillThere !== null && wasSaved) {
            return fail({
              code: 'keychain_unavailable',
              message: `The connection was not removed because its API key could not be deleted: ${stillThere}.`,
              requestId: null,
            });
          }
        }
        await profiles.remove(id, () => {
          vault.drop(id);
        });
        return succeed({ filesLeft: !(await forgetRemoved(id)) });
      }),
    finishRemovals: async () => {
      await Promise.all(profiles.filesLeft().map((id) => inTurn(id, () => forgetRemoved(id))));
    },
    openDemo: async () => {
      const running = await embedded.ensureRunning();
      if (!running.ok) return running;
      // A new one must not be taken for the one that was removed.
      if (profiles.filesLeft().includes(demoConnectionId))
        await inTurn(demoConnectionId, () => forgetRemoved(demoConnectionId));
      const profile = await profiles.add({
        id: demoConnectionId,
        kind: 'demo',
        name: 'Demo memory',
        baseUrl: '',
        colour: 'teal',
        readOnly: false,
        scheme: knownRules({ kind: 'demo' }, effects.now()),
        keyOrigin: null,
        keepsHistory: false,
      });
      return succeed(shown(profile));
    },
    addSnapshot: async ({ id, name, snapshot }) => {
      const profile = await profiles.add({
        id,
        kind: 'snapshot',
        name,
        baseUrl: '',
        colour: 'gray',
        readOnly: true,
        scheme: knownRules({ kind: 'snapshot' }, effects.now()),
        keyOrigin: null,
        snapshot,
        keepsHistory: false,
      });
      return shown(profile);
    },
    target,
    profile: find,
    saveScheme: async (id, scheme, from) => {
      await profiles.update(id, (current) => (current.scheme === from ? { ...current, scheme } : current));
    },
    saveService: async (id, baseUrl, facts) => {
      await profiles.update(id, (current) => {
        if (current.kind !== 'service' || current.baseUrl !== baseUrl) return current;
        const scheme = current.scheme ?? knownRules({ kind: 'service', service: facts }, effects.now());
        return { ...current, service: facts, scheme };
      });
    },
    setScheme: (id, chosen) =>
      changed(id, (current) => {
        const unchosen = knownRules(current, effects.now());
        return { ...current, scheme: chosen === null ? unchosen : chosenPin(chosen, effects.now()) };
      }),
    setKeepsHistory: (id, keepsHistory) => changed(id, (current) => ({ ...current, keepsHistory })),
  };
}

function environmentOf({ environment }: ConnectionInput): Pick<Profile, 'environment'> {
  return environment === undefined ? {} : { environment };
}

function freshService(
  id: ConnectionId,
  { text }: BaseAddress,
): Pick<Profile, 'id' | 'kind' | 'baseUrl' | 'scheme' | 'keyOrigin' | 'keepsHistory'> {
  return { id, kind: 'service', baseUrl: text, scheme: null, keyOrigin: null, keepsHistory: false };
}

/** The user has allowed its address. */
function confirmed({ isUnconfirmed: _, ...profile }: Profile): Profile {
  return profile;
}

type Reaching = Pick<Profile, 'limits' | 'authorities'>;

/** How the service is reached, after an input. */
export function reachingOf(
  before: Reaching,
  { limits, authorities }: Pick<ConnectionInput, 'limits' | 'authorities'>,
): Reaching {
  const next = {
    limits: limits === undefined ? before.limits : limits,
    authorities: authorities === undefined ? before.authorities : authorities,
  };
  return {
    ...(next.limits !== undefined && next.limits !== null && { limits: next.limits }),
    ...(next.authorities !== undefined && next.authorities !== null && { authorities: next.authorities }),
  };
}

/** For another address: neither what its service showed to be holds there, nor the rules that follow from that. */
function withoutService({ service, ...rest }: Profile): Profile {
  const isOfDialect = service?.dialect === 'open-server' && rest.scheme?.origin === 'built-in';
  return isOfDialect ? { ...rest, scheme: null } : rest;
}

function chosenPin({ path, leaf }: ChosenScheme, pinnedAt: number): SchemePin {
  return { path: [path], leaf: leaf === null ? [] : [leaf], origin: 'chosen', samples: 0, pinnedAt };
}
