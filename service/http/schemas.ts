import { z } from '@hono/zod-openapi';
import type { ServiceLimits } from '../limits/serviceLimits.ts';

/** Longest key, in bytes of UTF-8. */
const maxKeyBytes = 512;
const maxQueryCharacters = 10_000;
const defaultRecallLimit = 10;
const maxRecallLimit = 100;

const loneSurrogate = /\p{Surrogate}/u;
const control = /\p{Control}/u;
const wellFormed = 'must not contain half of a surrogate pair, which cannot be encoded as UTF-8';

export const keySchema = z
  .string('must be a string')
  .min(1, 'must not be empty')
  .refine((key) => Buffer.byteLength(key) <= maxKeyBytes, `must have at most ${maxKeyBytes} bytes of UTF-8`)
  .refine((key) => !control.test(key), 'must not contain control characters')
  .refine((key) => !loneSurrogate.test(key), wellFormed)
  .openapi('Key', {
    description: `1 to ${maxKeyBytes} bytes of UTF-8, without control characters. Not normalized.`,
    maxLength: maxKeyBytes,
    example: 'v1.user.Glen.preference.theme',
  });

const valueSchema = z
  .string('must be a string')
  .refine((value) => !loneSurrogate.test(value), wellFormed)
  .openapi('Value', {
    description: 'Text that can be encoded as UTF-8. The tier of the API key limits its size.',
    example: 'dark',
  });

const hashSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .openapi('Hash', { description: 'SHA-256, lowercase hexadecimal.' });

const versionSchema = z.int().min(1);

/** The request schemas depend on the configured limits. */
export function requestSchemas({ maxBatch }: Pick<ServiceLimits, 'maxBatch'>) {
  const newAtom = z
    .object({ key: keySchema, value: valueSchema }, 'must be an object with key and value')
    .openapi('NewAtom');
  const batchOf = <T extends z.ZodType>(item: T) =>
    z
      .array(item, 'must be an array')
      .min(1, 'must not be empty')
      .max(maxBatch, `must have at most ${maxBatch} items`);
  return {
    newAtom,
    newAtoms: z.object({ atoms: batchOf(newAtom) }, 'must be an object with atoms').openapi('NewAtoms'),
    keys: z.object({ keys: batchOf(keySchema) }, 'must be an object with keys').openapi('Keys'),
    query: z
      .object(
        {
          query: z
            .string('must be a string')
            .max(maxQueryCharacters, `must have at most ${maxQueryCharacters} characters`),
          limit: z
            .int('must be an integer')
            .min(1, 'must be at least 1')
            .max(maxRecallLimit, `must be at most ${maxRecallLimit}`)
            .default(defaultRecallLimit),
        },
        'must be an object with query',
      )
      .openapi('Query'),
  };
}

const proof = z
  .object({
    leafHash: hashSchema,
    siblings: z.array(hashSchema).readonly().openapi({ description: 'From the leaf to the root.' }),
    rootHash: hashSchema,
    leafIndex: z.int().min(0),
    treeSize: z.int().min(1),
  })
  .openapi('Proof', { description: 'RFC 6962 inclusion proof.' });

const provenAtom = z
  .object({ key: keySchema, value: valueSchema, version: versionSchema, hash: hashSchema, proof })
  .openapi('Atom');

const storedAtom = z
  .object({
    key: keySchema,
    version: versionSchema,
    hash: hashSchema,
    rootHash: hashSchema,
    createdAt: z.int().openapi({ description: 'Milliseconds since the Unix epoch.' }),
  })
  .openapi('StoredAtom');

const recalledAtom = provenAtom
  .omit({ hash: true })
  .extend({ score: z.number().min(0).max(1) })
  .openapi('RecalledAtom');

export const responseSchemas = {
  provenAtom,
  storedAtom,
  storedAtoms: z
    .object({ atoms: z.array(storedAtom).readonly(), rootHash: hashSchema })
    .openapi('StoredAtoms'),
  batch: z
    .object({ atoms: z.array(provenAtom).readonly(), missing: z.array(keySchema).readonly() })
    .openapi('Batch'),
  recollection: z
    .object({ atoms: z.array(recalledAtom).readonly(), predictions: z.array(keySchema).readonly() })
    .openapi('RecallResult'),
  error: z
    .object({
      error: z.object({
        code: z.string(),
        message: z.string(),
        field: z.string().optional(),
        failedIndex: z.int().optional(),
        reason: z.string().optional(),
        pattern: z.string().nullable().optional(),
        limit: z.int().optional(),
      }),
    })
    .openapi('Error'),
};
