import { z } from 'zod';

/** Calls from the main process to the keychain process. `id` is returned with the result. */
export const toKeychain = z.discriminatedUnion('call', [
  z.strictObject({ call: z.literal('get'), id: z.number().int(), account: z.string() }),
  z.strictObject({ call: z.literal('set'), id: z.number().int(), account: z.string(), secret: z.string() }),
  z.strictObject({ call: z.literal('remove'), id: z.number().int(), account: z.string() }),
]);
export type ToKeychain = z.infer<typeof toKeychain>;

export const fromKeychain = z.discriminatedUnion('ok', [
  /** `secret` is null for an entry that does not exist, and for calls that read nothing. */
  z.strictObject({ ok: z.literal(true), id: z.number().int(), secret: z.string().nullable() }),
  /** The library's message. It stays in the main process: `keychainReason` turns it into plain English. */
  z.strictObject({ ok: z.literal(false), id: z.number().int(), message: z.string() }),
]);
export type FromKeychain = z.infer<typeof fromKeychain>;
