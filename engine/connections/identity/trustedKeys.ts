import { z } from 'zod';
import { longestKeyName, mostTrustedKeys, type TrustedKey } from '#shared/domain/installationKey.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { publicKeyOfText } from '#shared/transparency/publicKeyText.ts';
import type { NoteKey } from '#shared/transparency/signedNote.ts';
import { untilItSucceeds } from '#shared/async/untilItSucceeds.ts';
import { openJsonStore } from '../../storage/jsonStore.ts';
import { fingerprintOf, publicKeyText, savedPublicKey } from './ed25519.ts';

/** The public keys of other installations that the user trusts. @throws NewerFileError, the file system's error */
export interface TrustedKeys {
  /** The latest first. */
  readonly list: () => Promise<readonly TrustedKey[]>;
  /** With the names that the user gave them. */
  readonly named: () => Promise<readonly NoteKey[]>;
  readonly find: (fingerprint: string) => Promise<FoundKey | null>;
  /** @param pem one Ed25519 public key, `-----BEGIN PUBLIC KEY-----`, or a verifier key, `name+id+key` */
  readonly add: (name: string, pem: string) => Promise<Result<readonly TrustedKey[]>>;
  readonly remove: (fingerprint: string) => Promise<readonly TrustedKey[]>;
}

interface FoundKey extends TrustedKey {
  /** Raw, 32 bytes. */
  readonly publicKey: Uint8Array;
}

const savedKeys = z.object({
  version: z.literal(1),
  keys: z
    .array(
      z.object({
        publicKey: savedPublicKey,
        name: z.string().min(1).max(longestKeyName),
        addedAt: z.number(),
      }),
    )
    .max(mostTrustedKeys)
    .readonly(),
});
type SavedKey = z.infer<typeof savedKeys>['keys'][number];

export function createTrustedKeys(effects: {
  readonly file: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}): TrustedKeys {
  const opened = untilItSucceeds(async () => {
    const fresh = { version: 1 as const, keys: [] };
    const store = await openJsonStore({ ...effects, format: { version: 1, schema: savedKeys }, fresh });
    if (store.setAside !== null)
      effects.log('The list of trusted keys was damaged. It was moved.', store.setAside);
    return store;
  });
  const all = async (): Promise<readonly FoundKey[]> => (await opened()).value().keys.map(described);
  return {
    list: all,
    named: async () => (await all()).map(({ name, publicKey }) => ({ name, publicKey })),
    find: async (fingerprint) => (await all()).find((one) => one.fingerprint === fingerprint) ?? null,
    add: async (name, pem) => {
      const publicKey = publicKeyOfText(pem);
      if (publicKey === null) return notAKey;
      const saved = publicKeyText(publicKey);
      return (await opened()).change((value) => {
        const known = value.keys.find((one) => one.publicKey === saved);
        const refusal =
          known !== undefined
            ? `This key is already trusted as ${quoteText(known.name)}.`
            : value.keys.length >= mostTrustedKeys
              ? `You already have ${String(mostTrustedKeys)} trusted keys. Remove one first.`
              : null;
        if (refusal !== null) return { value, result: refuseInput('pem', refusal) };
        const keys = [{ publicKey: saved, name, addedAt: effects.now() }, ...value.keys];
        return { value: { ...value, keys }, result: succeed(keys.map(described)) };
      });
    },
    remove: async (fingerprint) =>
      (await opened()).change((value) => {
        const keys = value.keys.filter((one) => described(one).fingerprint !== fingerprint);
        return { value: { ...value, keys }, result: keys.map(described) };
      }),
  };
}

function described({ publicKey, name, addedAt }: SavedKey): FoundKey {
  const bytes = Buffer.from(publicKey, 'base64');
  return { fingerprint: fingerprintOf(bytes), name, addedAt, publicKey: bytes };
}

const notAKey = refuseInput(
  'pem',
  'This is not an Ed25519 public key. Use a PEM file that begins with “-----BEGIN PUBLIC KEY-----”, or a verifier key (name+0a1b2c3d+AbCd…).',
);
