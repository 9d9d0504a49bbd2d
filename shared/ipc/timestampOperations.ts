import { z } from 'zod';
import { longestKeyName } from '../domain/installationKey.ts';
import { longestCertificatePem, type TimestampSettings } from '../domain/timestampAuthority.ts';
import { fingerprint } from './fields.ts';
import { operation } from './operation.ts';

/** Who issues timestamps for evidence, and whose timestamps are trusted. */
export const timestampOperations = {
  timestampSettings: operation<TimestampSettings>()(z.undefined()),
  /** `pem`: one certificate. */
  addTimestampAuthority: operation<TimestampSettings>()(
    z.strictObject({
      name: z.string().trim().min(1).max(longestKeyName),
      pem: z.string().max(longestCertificatePem),
    }),
  ),
  removeTimestampAuthority: operation<TimestampSettings>()(z.strictObject({ fingerprint })),
};
