import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import { originOf } from '../client/baseAddress.ts';
import { createTurns } from '#shared/async/inTurn.ts';
import { gone } from './connectionRefusals.ts';
import type { HeldKey, KeyVault } from './keyVault.ts';
import type { Profile, ProfileStore } from './profileStore.ts';

/** Changes of API keys, in memory and in the keychain. */
export function createKeyChanges({
  profiles,
  vault,
}: {
  readonly profiles: Pick<ProfileStore, 'update'>;
  readonly vault: Pick<KeyVault, 'hold' | 'isCurrent' | 'save'>;
}) {
  /** Saves and removes keys one call at a time, so that the last decision wins in the keychain. */
  const { inTurn } = createTurns();

  /**
   * Changes a profile and its key at one moment. Until the keychain has the key, the profile says that it
   * does not (`keyOrigin: null`). If the app ends before that, the user is asked for the key again, and it is
   * never used for another address.
   */
  const changeWithKey = async (
    id: ConnectionId,
    key: { readonly apiKey: string; readonly origin: string },
    change: (current: Profile) => Profile,
  ): Promise<Result<null>> => {
    let held: HeldKey | null = null;
    const stored = await profiles.update(
      id,
      (current) => {
        const next = change(current);
        return originOf(next.baseUrl) === key.origin ? { ...next, keyOrigin: null } : current;
      },
      () => {
        held = vault.hold(id, key.origin, key.apiKey);
      },
    );
    if (stored === null) return gone;
    if (held === null)
      return refuseInput('apiKey', 'The address of this connection changed. Enter its API key again.');
    await saveHeld(id, held);
    return succeed(null);
  };
  /** Writes a key in memory to the keychain, unless it was replaced or removed meanwhile. */
  const saveHeld = (id: ConnectionId, held: HeldKey): Promise<void> =>
    inTurn(id, async () => {
      if (!vault.isCurrent(id, held)) return;
      const reason = await vault.save(id, held);
      if (reason !== null) {
        held.notSaved = reason;
        return;
      }
      const bound = await profiles.update(id, (current) => {
        const isBound = vault.isCurrent(id, held) && originOf(current.baseUrl) === held.origin;
        return { ...current, wasSaved: true, keyOrigin: isBound ? held.origin : current.keyOrigin };
      });
      if (bound?.keyOrigin === held.origin) held.notSaved = null;
    });

  return { changeWithKey, saveHeld, inTurn };
}
