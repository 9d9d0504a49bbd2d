import { z } from 'zod';
import { verdictStatuses } from '../merkle/verdict.ts';
import { mostBatchAtoms } from '../domain/store.ts';

const key = z.string().min(1).max(1_000_000);

const preconditionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('absent') }),
  z.strictObject({ kind: z.literal('as-read'), version: z.number().int().nullable(), value: z.string() }),
  z.strictObject({ kind: z.literal('anything') }),
]);

/** Of a write to a production service. */
export const writeConfirmation = z.strictObject({
  address: z.string().min(1).max(2_000),
  typedName: z.string().max(200).nullable(),
});

const atom = { key, value: z.string(), precondition: preconditionSchema };
/** `allowSensitive`: the user lets pass what looks like a credential. Main checks by itself, and refuses where it is false. */
export const atomToStore = {
  ...atom,
  allowSensitive: z.boolean(),
  confirmation: writeConfirmation.optional(),
};
export const atomsToStore = {
  /** What the batch is for, as the log of writes names it. */
  title: z.string().min(1).max(200),
  atoms: z
    .array(z.strictObject(atom))
    .min(1)
    .max(mostBatchAtoms)
    .readonly()
    .refine((atoms) => new Set(atoms.map((one) => one.key)).size === atoms.length, 'a key appears twice'),
  allowSensitive: z.boolean(),
  confirmation: writeConfirmation.optional(),
};

export const draftToKeep = {
  id: z.string().min(1).max(100),
  key: z.string().max(1_000_000),
  value: z.string().max(100_000_000),
  base: z
    .strictObject({
      version: z.number().int().nullable(),
      value: z.string(),
      verdict: z.enum(verdictStatuses).nullable(),
    })
    .nullable(),
};
