import { z } from 'zod';
import {
  longestCheckpoint,
  longestPinNote,
  longestVerifierKey,
  type CheckpointReading,
  type ExportedPin,
  type PinList,
  type RootPin,
} from '../domain/pin.ts';
import { fromHashText } from '../merkle/hashText.ts';
import { toHex } from '../merkle/hex.ts';
import { connectionId } from './fields.ts';
import { operation } from './operation.ts';

const pinId = z.string().min(1).max(100);
const note = z.string().trim().max(longestPinNote);
const treeSize = z.string().regex(/^[1-9]\d{0,77}$/);

/** In any encoding of hashes; lowercase hex after parsing. */
const rootHash = z
  .string()
  .max(1_000)
  .transform((text, context) => {
    const bytes = fromHashText(text);
    if (bytes !== null) return toHex(bytes);
    context.addIssue({ code: 'custom', message: 'Not a hash in hex or base64.' });
    return z.NEVER;
  });

const checkpoint = {
  text: z.string().max(longestCheckpoint),
  /** `name+id+key`; null to read it without checking its signatures. */
  verifierKey: z.string().max(longestVerifierKey).nullable(),
};

const typedPin = z.strictObject({
  rootHash,
  treeSize: treeSize.nullable(),
  isExact: z.boolean(),
  source: z.strictObject({ kind: z.enum(['response', 'ledger', 'person', 'snapshot', 'print']) }),
  note,
});

/** A root that the user pins, or a checkpoint that contains it. */
export const pinInput = z.union([
  typedPin,
  z.strictObject({ checkpoint: z.strictObject(checkpoint), isExact: z.boolean(), note }),
]);
export type PinInput = z.output<typeof pinInput>;

/** The roots that the user trusts. */
export const pinOperations = {
  listPins: operation<PinList>()(z.strictObject({ connectionId })),
  addPin: operation<RootPin>()(z.strictObject({ connectionId, pin: pinInput })),
  editPin: operation<RootPin>()(z.strictObject({ connectionId, id: pinId, note, isExact: z.boolean() })),
  removePin: operation<null>()(z.strictObject({ connectionId, id: pinId })),
  readCheckpoint: operation<CheckpointReading>()(z.strictObject(checkpoint)),
  /** The pin as a checkpoint, signed with the key of this installation. */
  exportPin: operation<ExportedPin>()(z.strictObject({ connectionId, id: pinId })),
};
