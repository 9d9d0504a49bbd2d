import { z } from 'zod';
import { longestPinNote, type PinList, type RootPin } from '../domain/pin.ts';
import { fromHashText } from '../merkle/hashText.ts';
import { toHex } from '../merkle/hex.ts';
import { connectionId } from './connectionIdInput.ts';
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

/** A root that the user pins. */
export const pinInput = z.strictObject({
  rootHash,
  treeSize: treeSize.nullable(),
  isExact: z.boolean(),
  source: z.strictObject({ kind: z.enum(['response', 'ledger', 'person', 'snapshot', 'print']) }),
  note,
});

/** The roots that the user trusts. */
export const pinOperations = {
  listPins: operation<PinList>()(z.strictObject({ connectionId })),
  addPin: operation<RootPin>()(z.strictObject({ connectionId, pin: pinInput })),
  editPin: operation<RootPin>()(z.strictObject({ connectionId, id: pinId, note, isExact: z.boolean() })),
  removePin: operation<null>()(z.strictObject({ connectionId, id: pinId })),
};
