import { z } from 'zod';
import type { AppError } from '#shared/domain/appError.ts';
import { longestKeyName, mostTrustedKeys, type TrustedKey } from '#shared/domain/installationKey.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { publicKeyOfText } from '#shared/transparency/publicKeyText.ts';
import type { NoteKey } from '#shared/transparency/signedNote.ts';
import { createInTurn } from '#shared/async/inTurn.ts';
import { loadJsonFile, saveJsonFile } from '../storage/jsonFile.ts';
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
type SavedKeys = z.infer<typeof savedKeys>['keys'];

export function createTrustedKeys(effects: {
  readonly file: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}): TrustedKeys {
  const inTurn = createInTurn();
  let loaded: SavedKeys | null = null;
  const load = async (): Promise<SavedKeys> => {
    if (loaded !== null) return loaded;
    const { value, setAside } = await loadJsonFile<z.infer<typeof savedKeys>>({
      file: effects.file,
      format: { version: 1, schema: savedKeys },
      fresh: { version: 1, keys: [] },
      now: effects.now,
    });
    if (setAside !== null) effects.log('The list of trusted keys was damaged. It was moved.', setAside);
    loaded = value.keys;
    return loaded;
  };
  const save = async (keys: SavedKeys): Promise<readonly TrustedKey[]> => {
    await saveJsonFile(effects.file, { version: 1, keys });
    loaded = keys;
    return keys.map(described);
  };
  return {
    list: () => inTurn(async () => (await load()).map(described)),
    named: () =>
      inTurn(async () => (await load()).map(described).map(({ name, publicKey }) => ({ name, publicKey }))),
    find: (fingerprint) =>
      inTurn(
        async () => (await load()).map(described).find((one) => one.fingerprint === fingerprint) ?? null,
      ),
    add: (name, pem) =>
      inTurn(async () => {
        const publicKey = publicKeyOfText(pem);
        if (publicKey === null) return fail(notAKey);
        const keys = await load();
        const saved = publicKeyText(publicKey);
        const known = keys.find((one) => one.publicKey === saved);
        if (known !== undefined)
          return fail(refusal(`This key is already trusted as ${quoteText(known.name)}.`));
        if (keys.length >= mostTrustedKeys)
          return fail(refusal(`You already have ${String(mostTrustedKeys)} trusted keys. Remove one first.`));
        return succeed(await save([{ publicKey: saved, name, addedAt: effects.now() }, ...keys]));
      }),
    remove: (fingerprint) =>
      inTurn(async () => save((await load()).filter((one) => described(one).fingerprint !== fingerprint))),
  };
}

function described({ publicKey, name, addedAt }: SavedKeys[number]): FoundKey {
  const bytes = Buffer.from(publicKey, 'base64');
  return { fingerprint: fingerprintOf(bytes), name, addedAt, publicKey: bytes };
}

function refusal(message: string): AppError {
  return { code: 'invalid_input', field: 'pem', message, requestId: null };
}

const notAKey = refusal(
  'This is not an Ed25519 public key. Use a PEM file that begins with “-----BEGIN PUBLIC KEY-----”, or a verifier key (name+0a1b2c3d+AbCd…).',
);
