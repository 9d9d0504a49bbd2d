import {
  demoConnectionId,
  type Connection,
  type ConnectionColour,
  type ConnectionId,
  type KeyState,
} from '#shared/domain/connection.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { EmbeddedService } from '../embedded/embeddedService.ts';
import { parseBaseAddress } from '../gateway/baseAddress.ts';
import type { Target } from '../gateway/gateway.ts';
import { cleanApiKey } from './apiKey.ts';
import type { FoundKey, KeyVault } from './keyVault.ts';
import type { Profile, ProfileStore } from './profileStore.ts';

export interface ConnectionInput {
  readonly name: string;
  readonly baseUrl: string;
  readonly colour: ConnectionColour;
  readonly readOnly: boolean;
}

/** The connections of this person, and where each one's calls go. */
export interface Connections {
  readonly list: () => Promise<readonly Connection[]>;
  readonly add: (input: ConnectionInput & { readonly apiKey: string }) => Promise<Result<Connection>>;
  readonly edit: (
    input: ConnectionInput & { readonly id: ConnectionId; readonly apiKey?: string | undefined },
  ) => Promise<Result<Connection>>;
  readonly setKey: (id: ConnectionId, apiKey: string) => Promise<Result<Connection>>;
  readonly saveKey: (id: ConnectionId) => Promise<Result<Connection>>;
  readonly remove: (id: ConnectionId) => Promise<Result<null>>;
  /** Starts the embedded service, and lists its connection from then on. */
  readonly openDemo: () => Promise<Result<Connection>>;
  /** Address and key for a call; starts the embedded service if it is meant and does not run. */
  readonly target: (id: ConnectionId) => Promise<Result<Target>>;
  readonly profile: (id: ConnectionId) => Result<Profile>;
  /**
   * Keeps what an answer made of the pin `from`. Does nothing if the pin is another one by now: an answer that
   * was on its way while the user chose must not undo the choice.
   */
  readonly saveScheme: (id: ConnectionId, scheme: SchemePin, from: SchemePin | null) => Promise<void>;
  /**
   * Pins what the user chose. null forgets the pin: the next proofs pin anew, and the embedded service gets
   * back the rules that it specifies.
   */
  readonly setScheme: (id: ConnectionId, chosen: ChosenScheme | null) => Promise<Result<Connection>>;
  /** Notes whether values that are read are to be kept; keeping them is up to the histories. */
  readonly setKeepsHistory: (id: ConnectionId, keepsHistory: boolean) => Promise<Result<Connection>>;
}

export interface ConnectionsEffects {
  readonly profiles: ProfileStore;
  readonly vault: KeyVault;
  readonly embedded: EmbeddedService;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Removes what else is kept of a connection. */
  readonly forget: (id: ConnectionId) => Promise<void>;
}

export function createConnections(effects: ConnectionsEffects): Connections {
  const { profiles, vault, embedded } = effects;

  const shown = async (profile: Profile): Promise<Connection> => ({
    id: profile.id,
    kind: profile.kind,
    name: profile.name,
    baseUrl: profile.kind === 'demo' ? embedded.address() : profile.baseUrl,
    colour: profile.colour,
    readOnly: profile.readOnly,
    keyState: await keyState(profile),
    scheme: profile.scheme,
    keepsHistory: profile.keepsHistory,
  });
  const keyState = async (profile: Profile): Promise<KeyState> => {
    if (profile.kind === 'demo') return { kind: 'built-in' };
    const held = vault.heldInSession(profile.id);
    if (held !== null) return { kind: 'session', reason: held.reason };
    const found = await savedKey(profile);
    return found.kind === 'key' ? { kind: 'saved' } : found;
  };
  const savedKey = async (profile: Profile): Promise<FoundKey> =>
    isKeyForAddress(profile) ? vault.inKeychain(profile.id) : { kind: 'missing' };
  const find = (id: ConnectionId): Result<Profile> => {
    const profile = profiles.find(id);
    return profile === null ? refuse('id', 'This connection does not exist any more.') : succeed(profile);
  };
  const findService = (id: ConnectionId): Result<Profile> => {
    const found = find(id);
    return found.ok && found.value.kind === 'demo'
      ? refuse('id', 'The demo memory has its own address and key; they cannot be changed.')
      : found;
  };
  /** The old binding goes first: should anything fail after it, the key is asked for again, never misused. */
  const storeKey = async (profile: Profile, apiKey: string): Promise<Profile> => {
    const unbound = { ...profile, keyOrigin: null };
    await profiles.put(unbound);
    if ((await vault.set(profile.id, apiKey)) === 'session') return unbound;
    return bindKey(unbound);
  };
  const bindKey = async (profile: Profile): Promise<Profile> => {
    const bound = { ...profile, keyOrigin: originOf(profile.baseUrl) };
    await profiles.put(bound);
    return bound;
  };

  return {
    list: () => Promise.all(profiles.all().map(shown)),
    add: async (input) => {
      const address = parseBaseAddress(input.baseUrl);
      if (!address.ok) return address;
      const apiKey = cleanApiKey(input.apiKey);
      if (!apiKey.ok) return apiKey;
      const profile: Profile = {
        id: effects.newId() as ConnectionId,
        kind: 'service',
        name: input.name,
        baseUrl: address.value.text,
        colour: input.colour,
        readOnly: input.readOnly,
        scheme: null,
        keyOrigin: null,
        keepsHistory: false,
      };
      return succeed(await shown(await storeKey(profile, apiKey.value)));
    },
    edit: async (input) => {
      const found = findService(input.id);
      if (!found.ok) return found;
      const address = parseBaseAddress(input.baseUrl);
      if (!address.ok) return address;
      const apiKey = input.apiKey === undefined ? null : cleanApiKey(input.apiKey);
      if (apiKey?.ok === false) return apiKey;
      const isMoved = originOf(found.value.baseUrl) !== address.value.origin;
      const edited: Profile = {
        ...found.value,
        name: input.name,
        baseUrl: address.value.text,
        colour: input.colour,
        readOnly: input.readOnly,
        keyOrigin: isMoved ? null : found.value.keyOrigin,
      };
      if (apiKey !== null) return succeed(await shown(await storeKey(edited, apiKey.value)));
      // Out of memory before the new address is in effect; the keychain's copy is unbound by `keyOrigin`.
      if (isMoved) await vault.remove(edited.id);
      await profiles.put(edited);
      return succeed(await shown(edited));
    },
    setKey: async (id, pasted) => {
      const found = findService(id);
      if (!found.ok) return found;
      const apiKey = cleanApiKey(pasted);
      if (!apiKey.ok) return apiKey;
      return succeed(await shown(await storeKey(found.value, apiKey.value)));
    },
    saveKey: async (id) => {
      const found = findService(id);
      if (!found.ok) return found;
      const saved = (await vault.save(id)) === 'saved';
      return succeed(await shown(saved ? await bindKey(found.value) : found.value));
    },
    remove: async (id) => {
      const found = find(id);
      if (!found.ok) return found;
      if (found.value.kind === 'service') {
        const stillThere = await vault.remove(id);
        // Without a keychain at all there is nothing to remove, and no reason to keep the connection.
        if (stillThere !== null && found.value.keyOrigin !== null) {
          return fail({
            code: 'keychain_unavailable',
            message: `The connection was kept, because its API key could not be removed: ${stillThere}.`,
            requestId: null,
          });
        }
      }
      await profiles.remove(id);
      await effects.forget(id);
      return succeed(null);
    },
    openDemo: async () => {
      const running = await embedded.ensureRunning();
      if (!running.ok) return running;
      const known = profiles.find(demoConnectionId);
      if (known !== null) return succeed(await shown(known));
      const profile: Profile = {
        id: demoConnectionId,
        kind: 'demo',
        name: 'Demo memory',
        baseUrl: '',
        colour: 'teal',
        readOnly: false,
        scheme: specifiedPin(effects.now()),
        keyOrigin: null,
        keepsHistory: false,
      };
      await profiles.put(profile);
      return succeed(await shown(profile));
    },
    target: async (id) => {
      const found = find(id);
      if (!found.ok) return found;
      if (found.value.kind === 'demo') {
        const running = await embedded.ensureRunning();
        if (!running.ok) return running;
        const address = parseBaseAddress(running.value.address);
        return address.ok ? succeed({ address: address.value, apiKey: running.value.apiKey }) : address;
      }
      const address = parseBaseAddress(found.value.baseUrl);
      if (!address.ok) return address;
      const held = vault.heldInSession(id);
      if (held !== null) return succeed({ address: address.value, apiKey: held.apiKey });
      const key = await savedKey(found.value);
      switch (key.kind) {
        case 'key':
          return succeed({ address: address.value, apiKey: key.apiKey });
        case 'missing':
          return fail({
            code: 'key_missing',
            message: 'This connection has no API key. Enter it again.',
            requestId: null,
          });
        case 'unreadable':
          return fail({
            code: 'keychain_unavailable',
            message: `The API key could not be read: ${key.reason}.`,
            requestId: null,
          });
      }
    },
    profile: find,
    saveScheme: async (id, scheme, from) => {
      const profile = profiles.find(id);
      if (profile !== null && profile.scheme === from) await profiles.put({ ...profile, scheme });
    },
    setScheme: async (id, chosen) => {
      const found = find(id);
      if (!found.ok) return found;
      const unchosen = found.value.kind === 'demo' ? specifiedPin(effects.now()) : null;
      const scheme = chosen === null ? unchosen : chosenPin(chosen, effects.now());
      const changed = { ...found.value, scheme };
      await profiles.put(changed);
      return succeed(await shown(changed));
    },
    setKeepsHistory: async (id, keepsHistory) => {
      const found = find(id);
      if (!found.ok) return found;
      const changed = { ...found.value, keepsHistory };
      await profiles.put(changed);
      return succeed(await shown(changed));
    },
  };
}

function specifiedPin(pinnedAt: number): SchemePin {
  const { path, leaf } = embeddedServiceScheme;
  return { path: [path], leaf: [leaf], origin: 'specified', samples: 0, pinnedAt };
}

function chosenPin({ path, leaf }: ChosenScheme, pinnedAt: number): SchemePin {
  return { path: [path], leaf: leaf === null ? [] : [leaf], origin: 'chosen', samples: 0, pinnedAt };
}

function isKeyForAddress(profile: Profile): boolean {
  return profile.keyOrigin !== null && profile.keyOrigin === originOf(profile.baseUrl);
}

function originOf(baseUrl: string): string | null {
  const address = parseBaseAddress(baseUrl);
  return address.ok ? address.value.origin : null;
}

function refuse(field: string, message: string): Result<never> {
  return fail({ code: 'invalid_input', field, message, requestId: null });
}
