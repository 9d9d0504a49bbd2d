import { z } from 'zod';
import type { ConnectionId } from '../domain/connection.ts';

/** Fields that several operations have in common. */

export const connectionId = z
  .string()
  .min(1)
  .max(100)
  .transform((id) => id as ConnectionId);
/** Made by the window for each request to a service, so that it can cancel the request. */
export const requestId = z.string().min(1).max(100);
export const atomKey = z.string().min(1).max(1_000_000);
/** Any text that may be as long as the longest key. */
export const keyText = z.string().max(1_000_000);
/** `app` for requests that the app sends by itself. Left out: `user`. */
export const askedBy = z.enum(['user', 'app']).optional();
export const uploadId = z.string().min(1).max(100);

/** SHA-256 in lowercase hex. */
export const fingerprint = z.string().regex(/^[0-9a-f]{64}$/);
