import { z } from 'zod';
import { connectionLimitBounds, type ConnectionLimits } from '../domain/connectionLimits.ts';

const within = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.number().int().min(min).max(max);

/** Limits of a connection, within their bounds. */
export const connectionLimits: z.ZodType<ConnectionLimits, ConnectionLimits> = z
  .strictObject({
    idleSeconds: within(connectionLimitBounds.idleSeconds),
    totalSeconds: within(connectionLimitBounds.totalSeconds),
    requestsAtOnce: within(connectionLimitBounds.requestsAtOnce),
  })
  .refine(({ idleSeconds, totalSeconds }) => idleSeconds <= totalSeconds, {
    path: ['totalSeconds'],
    message: 'The total time is shorter than the time without data.',
  });

const mostCertificates = 50;
const mostCharacters = 256 * 1024;
const certificate = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/**
 * Certificates of authorities in PEM, as in a CA file: 1 to 50, with anything else around them removed. Whether each one
 * can be read shows only when a connection is made with it.
 */
export const authorityCertificates: z.ZodType<string, string> = z
  .string()
  .max(mostCharacters)
  .transform((text) => text.match(certificate) ?? [])
  .refine((found) => found.length > 0, { message: 'There is no certificate in PEM format.' })
  .refine((found) => found.length <= mostCertificates, { message: 'There are more than 50 certificates.' })
  .transform((found) => `${found.join('\n')}\n`)
  // The line ends that were added: what is accepted here must be accepted again when it is saved, and when it is read.
  .refine((text) => text.length <= mostCharacters, { message: 'The certificates are too long.' });
