import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AppError } from '#shared/domain/appError.ts';
import { longestKeyName } from '#shared/domain/installationKey.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
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
import { readCertificatePem, subjectOf } from '../identity/certificates.ts';
import { createInTurn } from '#shared/async/inTurn.ts';
import { loadJsonFile, saveJsonFile } from '../storage/jsonFile.ts';

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
  const inTurn = createInTurn();
  let loaded: Saved | null = null;
  const load = async (): Promise<Saved> => {
    if (loaded !== null) return loaded;
    const { value, setAside } = await loadJsonFile<Saved>({
      file: effects.file,
      format: { version: 1, schema: saved },
      fresh: { version: 1, address: '', authorities: [] },
      now: effects.now,
    });
    if (setAside !== null)
      effects.log('The list of timestamp authorities was damaged. It was moved.', setAside);
    loaded = value;
    return value;
  };
  const save = async (next: Saved): Promise<TimestampSettings> => {
    await saveJsonFile(effects.file, next);
    loaded = next;
    return described(next);
  };
  return {
    settings: () => inTurn(async () => described(await load())),
    anchors: () =>
      inTurn(async () =>
        (await load()).authorities.map(({ name, certificate }) => ({
          name,
          certificate: new Uint8Array(Buffer.from(certificate, 'base64')),
        })),
      ),
    add: (name, pem) =>
      inTurn(async () => {
        const [bytes, ...others] = readCertificatePem(pem);
        if (bytes === undefined || others.length > 0) return fail(notACertificate);
        const certificate = Buffer.from(bytes).toString('base64');
        const before = await load();
        const known = before.authorities.find((one) => one.certificate === certificate);
        if (known !== undefined)
          return fail(refusal(`This certificate is already trusted as ${quoteText(known.name)}.`));
        if (before.authorities.length >= mostTimestampAuthorities)
          return fail(
            refusal(
              `You already have ${String(mostTimestampAuthorities)} timestamp authorities. Remove one first.`,
            ),
          );
        const added = { certificate, name, addedAt: effects.now() };
        return succeed(await save({ ...before, authorities: [added, ...before.authorities] }));
      }),
    remove: (fingerprint) =>
      inTurn(async () => {
        const before = await load();
        const authorities = before.authorities.filter((one) => authorityOf(one).fingerprint !== fingerprint);
        return save({ ...before, authorities });
      }),
    confirmed: () => (loaded === null || loaded.address === '' ? [] : [loaded.address]),
    asked: (address) =>
      inTurn(async () => {
        const before = await load();
        if (before.address !== address) await save({ ...before, address });
      }),
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

function refusal(message: string): AppError {
  return { code: 'invalid_input', field: 'pem', message, requestId: null };
}

const notACertificate = refusal(
  'This is not an X.509 certificate. Use a PEM file that begins with “-----BEGIN CERTIFICATE-----”.',
);
