import { z } from 'zod';
import { longestKeyName } from '#shared/domain/installationKey.ts';
import { longestPinNote, mostPins, type RootPin } from '#shared/domain/pin.ts';
import { openJsonStore, type JsonStore } from '../storage/jsonStore.ts';

const signer = z.strictObject({
  name: z.string().max(1_000),
  keyId: z.string().regex(/^[0-9a-f]{8}$/),
  isVerified: z.boolean(),
  trustedAs: z.string().max(longestKeyName).optional(),
});

const pin: z.ZodType<RootPin> = z.strictObject({
  id: z.string().min(1).max(100),
  rootHash: z.string().regex(/^([0-9a-f]{2}){16,128}$/),
  treeSize: z
    .string()
    .regex(/^[1-9]\d{0,77}$/)
    .nullable(),
  isExact: z.boolean(),
  source: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(['response', 'ledger', 'person', 'snapshot', 'print']) }),
    z.strictObject({
      kind: z.literal('checkpoint'),
      origin: z.string().max(1_000),
      signer,
    }),
  ]),
  note: z.string().max(longestPinNote),
  pinnedAt: z.number(),
});

const schema = z.strictObject({
  version: z.literal(1),
  /** Newest first. */
  pins: z.array(pin).max(mostPins).readonly(),
});

/** The pins of one connection, on disk. @throws NewerFileError, the file system's error */
export function openPinStore(file: string, now: () => number): Promise<JsonStore<z.infer<typeof schema>>> {
  const fresh = { version: 1 as const, pins: [] };
  return openJsonStore({ file, format: { version: 1, schema }, fresh, now });
}
