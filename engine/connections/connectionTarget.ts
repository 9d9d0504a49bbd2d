import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { EmbeddedService } from './embeddedService.ts';
import { parseBaseAddress, type BaseAddress } from '../client/baseAddress.ts';
import type { Target } from '../client/gateway.ts';
import { keyMissing, keyUnreadable } from './connectionRefusals.ts';
import type { KeyAsker, KeyVault } from './keyVault.ts';
import type { Profile, ProfileStore } from './profileStore.ts';

/**
 * Where a call goes, with which key and rules: address, key, read-only lock, and pinned scheme at one moment.
 * The sender uses only this value, whatever the connection was before or becomes later.
 */
export interface ConnectionTarget extends Target {
  readonly profile: Profile;
}

/** Resolves targets: reads keys from the keychain, and starts the embedded service. */
export function createTargets(effects: {
  readonly profiles: Pick<ProfileStore, 'find'>;
  readonly vault: Pick<KeyVault, 'held' | 'read'>;
  readonly embedded: Pick<EmbeddedService, 'ensureRunning'>;
  /** The address of a saved connection, parsed, if calls are allowed to go there. May ask the user. */
  readonly mayCall: (baseUrl: string) => Promise<Result<BaseAddress>>;
  readonly find: (id: ConnectionId) => Result<Profile>;
}): (id: ConnectionId, asker?: KeyAsker) => Promise<Result<ConnectionTarget>> {
  const { profiles, vault, embedded, find } = effects;
  const target = async (id: ConnectionId, asker: KeyAsker = 'user'): Promise<Result<ConnectionTarget>> => {
    // Reads the profile again in each round, because anything may have changed during an await.
    for (;;) {
      const found = find(id);
      if (!found.ok) return found;
      const profile = found.value;
      if (profile.kind === 'demo') return demoTarget(id);
      if (profile.kind === 'snapshot')
        return succeed({ address: noAddress, apiKey: '', snapshot: id, profile });
      const address = await effects.mayCall(profile.baseUrl);
      if (profiles.find(id) !== profile) continue;
      if (!address.ok) return address;
      const { origin } = address.value;
      const held = vault.held(id, origin);
      const service = { id, dialect: profile.service?.dialect ?? null };
      if (held !== null) return succeed({ address: address.value, apiKey: held.apiKey, service, profile });
      if (profile.keyOrigin !== origin) return keyMissing;
      const read = await vault.read(id, origin, asker);
      if (profiles.find(id) !== profile) continue;
      if (read.kind === 'missing') return keyMissing;
      if (read.kind === 'unreadable') return keyUnreadable(read.reason);
    }
  };
  const demoTarget = async (id: ConnectionId): Promise<Result<ConnectionTarget>> => {
    const running = await embedded.ensureRunning();
    if (!running.ok) return running;
    const address = parseBaseAddress(running.value.address);
    if (!address.ok) return address;
    const found = find(id);
    if (!found.ok) return found;
    const service = { id, dialect: 'documented' } as const;
    return succeed({ address: address.value, apiKey: running.value.apiKey, service, profile: found.value });
  };
  return target;
}

/** Calls for a snapshot go to its file, and never to an address. */
const noAddress: BaseAddress = {
  protocol: 'https:',
  hostname: 'snapshot.invalid',
  port: '',
  pathPrefix: '',
  origin: 'https://snapshot.invalid',
  text: 'https://snapshot.invalid',
};
