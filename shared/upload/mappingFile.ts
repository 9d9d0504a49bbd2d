import { z } from 'zod';
import { rowMapping } from '../domain/rowMapping.ts';

/** A mapping that the user saved under a name, as a file. */
export const mappingFile = z.strictObject({
  format: z.literal('atom-explorer-mapping'),
  version: z.literal(1),
  name: z.string().trim().min(1).max(200),
  mapping: rowMapping,
});
export type NamedMapping = Pick<z.infer<typeof mappingFile>, 'name' | 'mapping'>;
