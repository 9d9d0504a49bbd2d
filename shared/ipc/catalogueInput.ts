import { z } from 'zod';
import { maxNoteLength, maxTagLength, maxTags, normalTag } from '../domain/catalogue.ts';
import { filterModes, keyStates, sortColumns } from '../domain/catalogueQuery.ts';
import { connectionId } from './connectionIdInput.ts';

// The words of catalogue queries as they cross the IPC. A key or path may be as long as the longest key.
const text = z.string().max(1_000_000);

const keyFilter = z.strictObject({
  text: z.string().max(10_000),
  mode: z.enum(filterModes),
  states: z.array(z.enum(keyStates)).min(1).readonly().exactOptional(),
  bookmarked: z.literal(true).exactOptional(),
  tag: z.string().max(maxTagLength).exactOptional(),
});

const delimiter = z.string().min(1).max(100);

export const treeQuery = z.strictObject({
  connectionId,
  filter: keyFilter,
  delimiter,
  open: z.strictObject({ others: z.boolean(), except: z.array(text).max(1_000_000).readonly() }),
});

export const treeTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('path'), path: text }),
  z.strictObject({
    kind: z.literal('typed'),
    text: z.string().min(1).max(1_000),
    after: z.number().int().min(-1),
  }),
]);

export const atomsQuery = z.strictObject({
  connectionId,
  filter: keyFilter,
  delimiter,
  path: text,
  sort: z.strictObject({ column: z.enum(sortColumns), direction: z.enum(['ascending', 'descending']) }),
});

export function rowWindow(mostRows: number) {
  return z
    .strictObject({ from: z.number().int().min(0), to: z.number().int().min(0) })
    .refine(({ from, to }) => to - from <= mostRows, `at most ${String(mostRows)} rows at once`);
}

export const keySelection = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keys'), keys: z.array(text).max(1_000_000).readonly() }),
  z.strictObject({
    kind: z.literal('query'),
    query: atomsQuery,
    except: z.array(text).max(1_000_000).readonly(),
  }),
]);

const tag = z.string().transform(normalTag).pipe(z.string().min(1).max(maxTagLength));

export const annotationChange = z.strictObject({
  bookmarked: z.boolean().exactOptional(),
  note: z.string().max(maxNoteLength).exactOptional(),
  addTags: z.array(tag).max(maxTags).readonly().exactOptional(),
  removeTags: z.array(tag).max(1_000).readonly().exactOptional(),
});
