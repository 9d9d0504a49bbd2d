import { z } from 'zod';
import { filterModes, sortColumns } from '../domain/catalogueQuery.ts';
import type { ConnectionId } from '../domain/connection.ts';

const key = z.string().min(1).max(1_000_000);

const keyFilter = z.strictObject({
  text: z.string().max(100_000),
  mode: z.enum(filterModes),
  states: z.array(z.enum(['green', 'amber', 'red', 'unread', 'gone'])).exactOptional(),
  bookmarked: z.literal(true).exactOptional(),
  tag: z.string().max(1_000).exactOptional(),
});

const atomsQuery = z.strictObject({
  connectionId: z
    .string()
    .min(1)
    .max(100)
    .transform((id) => id as ConnectionId),
  filter: keyFilter,
  delimiter: z.string().min(1).max(100),
  path: z.string().max(1_000_000),
  sort: z.strictObject({ column: z.enum(sortColumns), direction: z.enum(['ascending', 'descending']) }),
});

/** A `KeySelection`, as it crosses IPC. */
export const keySelection = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keys'), keys: z.array(key).min(1) }),
  z.strictObject({ kind: z.literal('query'), query: atomsQuery, except: z.array(key) }),
]);
