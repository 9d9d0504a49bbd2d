import { z } from 'zod';
import { parseJson } from '../domain/json.ts';
import { connectionColours, environments } from '../domain/connection.ts';
import { authorityCertificates, connectionLimits } from '../ipc/connectionLimitsInput.ts';

/** More than anyone has; a file with more is not ours. */
export const mostImportedConnections = 500;
/** In bytes of UTF-8. */
export const largestConnectionFile = 8 * 1024 * 1024;

/** The settings of a connection, without its key and without anything that was learned from its service. */
export const importedConnection = z.object({
  name: z.string().trim().min(1).max(100),
  address: z.string().trim().min(1).max(2_000),
  color: z.enum(connectionColours).default('blue').catch('blue'),
  // What cannot be read gets the careful setting.
  environment: z.enum(environments).default('none').catch('production'),
  readOnly: z.boolean().default(false).catch(true),
  limits: connectionLimits.exactOptional(),
  /** In PEM. */
  authorities: authorityCertificates.exactOptional(),
});
export type ImportedConnection = z.infer<typeof importedConnection>;

const format = 'atom-explorer-connections';
const version = 1;

const head = z.object({ format: z.literal(format), version: z.number().int() });
const content = z.object({ connections: z.array(z.unknown()).max(mostImportedConnections) });

export type ReadConnectionFile =
  | {
      readonly kind: 'read';
      readonly connections: readonly ImportedConnection[];
      /** Entries that could not be read. */
      readonly unreadable: number;
    }
  | { readonly kind: 'refused'; readonly why: 'not-ours' | 'newer' | 'too-large' | 'too-many' };

/** The file with these connections. It never contains a key. */
export function connectionFileOf(connections: readonly ImportedConnection[], exportedAt: number): string {
  const file = { format, version, exportedAt: new Date(exportedAt).toISOString(), connections };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads a file of connections. Unknown properties, such as a key, are dropped. */
export function readConnectionFile(text: string): ReadConnectionFile {
  const json = parseJson(text);
  const begun = head.safeParse(json);
  if (!begun.success) return { kind: 'refused', why: 'not-ours' };
  if (begun.data.version > version) return { kind: 'refused', why: 'newer' };
  const read = content.safeParse(json);
  if (!read.success) {
    const isTooMany = read.error.issues.some(({ code }) => code === 'too_big');
    return { kind: 'refused', why: isTooMany ? 'too-many' : 'not-ours' };
  }
  const entries = read.data.connections.map((entry) => importedConnection.safeParse(entry));
  const connections = entries.flatMap((entry) => (entry.success ? [entry.data] : []));
  return { kind: 'read', connections, unreadable: entries.length - connections.length };
}
