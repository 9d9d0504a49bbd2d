import { z } from 'zod';
import type { AppError } from '#shared/domain/appError.ts';
import type { InstallationKeys, KnownInstallationKey } from '#shared/domain/installationKey.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { fileFailed } from '../../storage/userFiles/userFiles.ts';
import { keychainReason } from '../../storage/keychain/keychainReason.ts';
import type { KeyStorage } from '../../storage/keychain/keyStorage.ts';
import { createInTurn } from '#shared/async/inTurn.ts';
import { untilItSucceeds } from '#shared/async/untilItSucceeds.ts';
import { openJsonStore } from '../../storage/jsonStore.ts';
import {
  fingerprintOf,
  newPrivateKey,
  privateKeyText,
  publicKeyText,
  readPrivateKey,
  savedPublicKey,
  signerOf,
  type Signer,
} from './ed25519.ts';

/**
 * The Ed25519 key with which this installation signs what it saw. The private key is in the OS keychain only; the
 * file has the public keys, so that signatures of replaced keys can still be attributed. Calls run one at a time.
 */
export interface InstallationKey {
  /**
   * The key to sign with, created on first use. Fails if the keychain is locked, silent, or missing
   * (`keychain_unavailable`), or no longer has the key (`installation_key_missing`): then nothing is signed. A key
   * is never replaced without `rotate`, because others may know it by its fingerprint. Never rejects.
   */
  readonly current: () => Promise<Result<Signer>>;
  /** Does not access the keychain. @throws NewerFileError, the file system's error */
  readonly known: () => Promise<InstallationKeys>;
  /** The public key with this fingerprint, current or earlier, raw; null if this installation never had it. */
  readonly publicKey: (fingerprint: string) => Promise<Uint8Array | null>;
  /**
   * Replaces the current key. The old private key is removed from the keychain, its public key stays listed. Never
   * rejects.
   */
  readonly rotate: () => Promise<Result<InstallationKeys>>;
  /** The current key if it is in memory, for work that must not wait for the keychain; null if not. */
  readonly held: () => Signer | null;
  /** Every public key that this installation has or had, raw, 32 bytes each. Does not access the keychain. */
  readonly publicKeys: () => Promise<readonly Uint8Array[]>;
  /** Removes the private key from memory. It is read from the keychain when it is next used. */
  readonly drop: () => void;
}

export interface InstallationKeyEffects {
  readonly file: string;
  readonly storage: KeyStorage;
  /** The keys that are listed changed. */
  readonly changed: () => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}

const savedKeys = z.object({
  version: z.literal(1),
  /** Raw public keys as base64. */
  current: z.object({ publicKey: savedPublicKey, createdAt: z.number() }).nullable(),
  earlier: z
    .array(z.object({ publicKey: savedPublicKey, createdAt: z.number(), retiredAt: z.number() }))
    .max(10_000)
    .readonly(),
});
type SavedKeys = z.infer<typeof savedKeys>;

export function createInstallationKey(effects: InstallationKeyEffects): InstallationKey {
  const { storage, now } = effects;
  const inTurn = createInTurn();
  /** The same for work with the file whose errors are results. */
  const asResult = <T>(work: () => Promise<Result<T>>): Promise<Result<T>> =>
    inTurn(work).catch((error: unknown) => {
      effects.log('The list of installation keys could not be read or saved.', error);
      return fileFailed(error, effects.file);
    });
  let held: Signer | null = null;
  /** So that a key read before a `drop` is not held after it. */
  let drops = 0;

  const opened = untilItSucceeds(async () => {
    const fresh: SavedKeys = { version: 1, current: null, earlier: [] };
    const store = await openJsonStore({ ...effects, format: { version: 1, schema: savedKeys }, fresh });
    if (store.setAside !== null)
      effects.log(
        'The list of installation keys was damaged. It was moved, and a new one begins.',
        store.setAside,
      );
    return store;
  });
  const load = async (): Promise<SavedKeys> => (await opened()).value();
  const save = async (value: SavedKeys): Promise<void> => {
    await (await opened()).change(() => ({ value, result: null, inForce: effects.changed }));
  };
  /** Every key that this installation has or had, the current one first. */
  const publicKeys = async (): Promise<readonly Uint8Array[]> => {
    const { current, earlier } = await load();
    return [...(current === null ? [] : [current]), ...earlier].map((one) => bytesOf(one.publicKey));
  };
  /** The private key that the keychain has for this public key. */
  const read = async (fingerprint: string): Promise<Result<Signer>> => {
    try {
      const text = await storage.get(accountOf(fingerprint));
      if (text === null) return fail(keyMissing);
      const privateKey = readPrivateKey(text);
      const signer = privateKey === null ? null : signerOf(privateKey);
      return signer?.fingerprint === fingerprint ? succeed(signer) : fail(keyMissing);
    } catch (error) {
      return fail(unavailable(error));
    }
  };
  /**
   * A new key that the keychain has saved, read back from there. Each key has an entry of its own, so that the
   * current one stays in force until the file names the new one.
   */
  const make = async (): Promise<Result<Signer>> => {
    const privateKey = newPrivateKey();
    const { fingerprint } = signerOf(privateKey);
    try {
      await storage.set(accountOf(fingerprint), privateKeyText(privateKey));
    } catch (error) {
      return fail(unavailable(error));
    }
    return read(fingerprint);
  };

  return {
    current: () =>
      asResult(async () => {
        if (held !== null) return succeed(held);
        const dropsBefore = drops;
        const keys = await load();
        const signer =
          keys.current === null ? await make() : await read(fingerprintOf(bytesOf(keys.current.publicKey)));
        if (!signer.ok) return signer;
        if (keys.current === null) await save({ ...keys, current: recordOf(signer.value, now()) });
        if (drops === dropsBefore) held = signer.value;
        return signer;
      }),
    known: () => inTurn(async () => described(await load())),
    publicKey: (fingerprint) =>
      inTurn(async () => (await publicKeys()).find((one) => fingerprintOf(one) === fingerprint) ?? null),
    rotate: () =>
      asResult(async () => {
        const keys = await load();
        const made = await make();
        if (!made.ok) return made;
        const at = now();
        const retired = keys.current === null ? [] : [{ ...keys.current, retiredAt: at }];
        await save({
          ...keys,
          current: recordOf(made.value, at),
          earlier: [...retired, ...keys.earlier],
        });
        held = null;
        for (const { publicKey: old } of retired) {
          await storage.remove(accountOf(fingerprintOf(bytesOf(old)))).catch((error: unknown) => {
            effects.log('A replaced installation key is still in the keychain.', keychainReason(error));
          });
        }
        return succeed(described(await load()));
      }),
    held: () => held,
    publicKeys: () => inTurn(publicKeys),
    drop: () => {
      drops += 1;
      held = null;
    },
  };
}

/** The name of a private key's keychain entry. */
function accountOf(fingerprint: string): string {
  return `installation key ${fingerprint}`;
}

function recordOf(signer: Signer, createdAt: number) {
  return { publicKey: publicKeyText(signer.publicKey), createdAt };
}

function bytesOf(base64: string): Uint8Array {
  return Buffer.from(base64, 'base64');
}

function described({ current, earlier }: SavedKeys): InstallationKeys {
  const known = (one: {
    readonly publicKey: string;
    readonly createdAt: number;
    readonly retiredAt?: number;
  }): KnownInstallationKey => ({
    fingerprint: fingerprintOf(bytesOf(one.publicKey)),
    createdAt: one.createdAt,
    retiredAt: one.retiredAt ?? null,
  });
  return { current: current === null ? null : known(current), earlier: earlier.map(known) };
}

function unavailable(error: unknown): AppError {
  const message = `Nothing was signed because the installation key could not be used: ${keychainReason(error)}.`;
  return { code: 'keychain_unavailable', message, requestId: null };
}

const keyMissing: AppError = {
  code: 'installation_key_missing',
  message: 'Nothing was signed because the keychain no longer has the installation key.',
  requestId: null,
};
