import { z } from 'zod';
import { groundLosses, type GroundsOf } from '../grounds/grounds.ts';

const groundSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('given') }),
  z.strictObject({ kind: z.literal('none'), because: z.literal('first').exactOptional() }),
  z.strictObject({
    kind: z.literal('unavailable'),
    why: z.enum(groundLosses),
    detail: z.string().max(1_000).exactOptional(),
  }),
]);

/** As the program that ran the audit recorded them. */
export const auditGroundsSchema: z.ZodType<GroundsOf<'audit'>> = z.strictObject({
  rules: groundSchema,
  keyList: groundSchema,
  run: groundSchema,
  pins: groundSchema,
  ledger: groundSchema,
  knownKeys: groundSchema,
});
