import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Length of the key in the keychain, in bytes. */
export const dataKeyLength = 32;

/** What a record is about. Its cipher text can only be opened at this place. */
export type Place = readonly (string | number | null)[];

/** Seals records with keys that are derived from one data key. */
export interface RecordCipher {
  /** Identifies the data key without revealing anything about it. */
  readonly keyId: string;
  /**
   * A name in hex that reveals nothing without the data key. `kind` separates the names of different things.
   */
  readonly hiddenName: (kind: string, text: string) => string;
  /** AES-256-GCM: `format (1 byte) | nonce (12) | cipher text | tag (16)`; the place is authenticated too. */
  readonly seal: (plain: string, place: Place) => Uint8Array;
  /** null if it was changed, cut, moved from another place, or sealed with another key. */
  readonly open: (sealed: Uint8Array, place: Place) => string | null;
}

const format = 1;
const nonceLength = 12;
const tagLength = 16;

/** What is sealed: the key of one use opens nothing of another. */
export type SealedUse = 'history' | 'drafts' | 'uploads' | 'previous-values';

/** @param dataKey `dataKeyLength` random bytes */
export function createRecordCipher(use: SealedUse, dataKey: Uint8Array): RecordCipher {
  const derive = (part: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', dataKey, '', `atom-explorer/${use}/1/${part}`, 32));
  const recordKey = derive('records');
  const nameKey = derive('names');
  const authenticated = (place: Place): Buffer => Buffer.from(JSON.stringify([format, ...place]), 'utf8');
  return {
    keyId: Buffer.from(derive('id')).toString('hex'),
    // As JSON, so that the boundary between the two parts cannot be shifted.
    hiddenName: (kind, text) =>
      createHmac('sha256', nameKey)
        .update(JSON.stringify([kind, text]))
        .digest('hex'),
    seal: (plain, place) => {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', recordKey, nonce, { authTagLength: tagLength });
      cipher.setAAD(authenticated(place));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(format), nonce, text, cipher.getAuthTag()]);
    },
    open: (sealed, place) => {
      const textStart = 1 + nonceLength;
      const textEnd = sealed.length - tagLength;
      if (sealed[0] !== format || textEnd < textStart) return null;
      const decipher = createDecipheriv('aes-256-gcm', recordKey, sealed.subarray(1, textStart), {
        authTagLength: tagLength,
      });
      decipher.setAAD(authenticated(place));
      decipher.setAuthTag(sealed.subarray(textEnd));
      try {
        return Buffer.concat([
          decipher.update(sealed.subarray(textStart, textEnd)),
          decipher.final(),
        ]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
