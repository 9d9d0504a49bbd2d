import { z } from 'zod';
import { longestKeyName } from '#shared/domain/installationKey.ts';
import { longestPinNote, mostPins, type RootPin } from '#shared/domain/pin.ts';
import { loadJsonFile, saveJsonFile } from '../storage/jsonFile.ts';
import { createInTurn } from '#shared/async/inTurn.ts';

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

const fileSchema = z.strictObject({ version: z.literal(1), pins: z.array(pin).max(mostPins) });

/** The pins of one connection, on disk. */
export interface PinStore {
  /** Newest first. */
  readonly all: () => readonly RootPin[];
  /** Changes the list. Resolves when it is on disk; a failed save changes nothing. */
  readonly change: <T>(
    to: (pins: readonly RootPin[]) => { readonly pins: readonly RootPin[]; readonly result: T },
  ) => Promise<T>;
  /** Where a damaged file was moved when it was opened, if that happened. */
  readonly setAside: string | null;
  readonly close: () => Promise<void>;
}

/** @throws NewerFileError, the file system's error */
export async function openPinStore(file: string, now: () => number): Promise<PinStore> {
  const loaded = await loadJsonFile({
    file,
    format: { version: 1, schema: fileSchema },
    fresh: { version: 1 as const, pins: [] },
    now,
  });
  let { pins } = loaded.value as { readonly pins: readonly RootPin[] };
  const inTurn = createInTurn();
  return {
    all: () => pins,
    change: (to) =>
      inTurn(async () => {
        const changed = to(pins);
        if (changed.pins !== pins) await saveJsonFile(file, { version: 1, pins: changed.pins });
        ({ pins } = changed);
        return changed.result;
      }),
    setAside: loaded.setAside,
    close: inTurn.ended,
  };
}
