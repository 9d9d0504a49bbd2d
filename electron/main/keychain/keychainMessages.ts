import { z } from 'zod';

/** What main asks of the keychain process. `id` is the call's own and comes back with the answer. */
export const toKeychain = z.discriminatedUnion('call', [
  z.strictObject({ call: z.literal('get'), id: z.number().int(), account: z.string() }),
  z.strictObject({ call: z.literal('set'), id: z.number().int(), account: z.string(), secret: z.string() }),
  z.strictObject({ call: z.literal('remove'), id: z.number().int(), account: z.string() }),
]);
export type ToKeychain = z.infer<typeof toKeychain>;

export const fromKeychain = z.discriminatedUnion('ok', [
  /** `secret` is null for an entry that does not exist, and for calls that read nothing. */
  z.strictObject({ ok: z.literal(true), id: z.number().int(), secret: z.string().nullable() }),
  /** The library's words. They stay in main: `keychainReason` makes plain words of them. */
  z.strictObject({ ok: z.literal(false), id: z.number().int(), message: z.string() }),
]);
export type FromKeychain = z.infer<typeof fromKeychain>;
