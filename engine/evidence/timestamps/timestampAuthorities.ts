import { createHash } from 'node:crypto';
import { z } from 'zod';
import { longestKeyName } from '#shared/domain/installationKey.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import {
  longestCertificatePem,
  longestTimestampAddress,
  mostTimestampAuthorities,
  type TimestampAuthority,
  type TimestampSettings,
} from '#shared/domain/timestampAuthority.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { readCertificate } from '#shared/timestamp/certificate.ts';
import type { TimestampAnchor } from '#shared/timestamp/timestampCheck.ts';
import { readCertificatePem, subjectOf } from '../../connections/identity/certificates.ts';
import { untilItSucceeds } from '#shared/async/untilItSucceeds.ts';
import { openJsonStore, type JsonStore } from '../../storage/jsonStore.ts';

/** Whose timestamps the user trusts, and who was last asked for one. @throws NewerFileError, the file system's error */
export interface TimestampAuthorities {
  readonly settings: () => Promise<TimestampSettings>;
  readonly anchors: () => Promise<readonly TimestampAnchor[]>;
  /** @param pem one certificate */
  readonly add: (name: string, pem: string) => Promise<Result<TimestampSettings>>;
  readonly remove: (fingerprint: string) => Promise<TimestampSettings>;
  /** Addresses that the user confirmed in an earlier session, once they are read from the disk. */
  readonly confirmed: () => readonly string[];
  /** Remembers the address of an authority that issued a timestamp. */
  readonly asked: (address: string) => Promise<void>;
}

const saved = z.object({
  version: z.literal(1),
  address: z.string().max(longestTimestampAddress),
  authorities: z
    .array(
      z.object({
        /** In DER, as base64. */
        certificate: z
          .base64()
          .max(longestCertificatePem)
          .refine((text) => readCertificate(Buffer.from(text, 'base64')) !== null),
        name: z.string().min(1).max(longestKeyName),
        addedAt: z.number(),
      }),
    )
    .max(mostTimestampAuthorities)
    .readonly(),
});
type Saved = z.infer<typeof saved>;

export function createTimestampAuthorities(effects: {
  readonly file: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}): TimestampAuthorities {
  let read: JsonStore<Saved> | null = null;
  const opened = untilItSucceeds(async () => {
    const fresh: Saved = { version: 1, address: '', authorities: [] };
    const store = await openJsonStore({ ...effects, format: { version: 1, schema: saved }, fresh });
    if (store.setAside !== null)
      effects.log('The list of timestamp authorities was damaged. It was moved.', store.setAside);
    read = store;
    return store;
  });
  return {
    settings: async () => described((await opened()).value()),
    anchors: async () =>
      (await opened()).value().authorities.map(({ name, certificate }) => ({
        name,
        certificate: new Uint8Array(Buffer.from(certificate, 'base64')),
      })),
    add: async (name, pem) => {
      const [bytes, ...others] = readCertificatePem(pem);
      if (bytes === undefined || others.length > 0) return notACertificate;
      const certificate = Buffer.from(bytes).toString('base64');
      return (await opened()).change<Result<TimestampSettings>>((before) => {
        const known = before.authorities.find((one) => one.certificate === certificate);
        const refusal =
          known !== undefined
            ? `This certificate is already trusted as ${quoteText(known.name)}.`
            : before.authorities.length >= mostTimestampAuthorities
              ? `You already have ${String(mostTimestampAuthorities)} timestamp authorities. Remove one first.`
              : null;
        if (refusal !== null) return { value: before, result: refuseInput('pem', refusal) };
        const added = { certificate, name, addedAt: effects.now() };
        const value = { ...before, authorities: [added, ...before.authorities] };
        return { value, result: succeed(described(value)) };
      });
    },
    remove: async (fingerprint) =>
      (await opened()).change((before) => {
        const authorities = before.authorities.filter((one) => authorityOf(one).fingerprint !== fingerprint);
        const value = { ...before, authorities };
        return { value, result: described(value) };
      }),
    confirmed: () => {
      const address = read?.value().address ?? '';
      return address === '' ? [] : [address];
    },
    asked: async (address) =>
      (await opened()).change((before) => ({ value: { ...before, address }, result: undefined })),
  };
}

function described({ address, authorities }: Saved): TimestampSettings {
  return { address, authorities: authorities.map(authorityOf) };
}

function authorityOf({ certificate, name, addedAt }: Saved['authorities'][number]): TimestampAuthority {
  const bytes = Buffer.from(certificate, 'base64');
  return {
    fingerprint: createHash('sha256').update(bytes).digest('hex'),
    name,
    subject: subjectOf(bytes),
    validUntil: readCertificate(bytes)?.notAfter ?? 0,
    addedAt,
  };
}

const notACertificate = refuseInput(
  'pem',
  'This is not an X.509 certificate. Use a PEM file that begins with “-----BEGIN CERTIFICATE-----”.',
);
