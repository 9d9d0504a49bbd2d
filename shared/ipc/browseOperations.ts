import { z } from 'zod';
import { browseLayout, type BrowseLayout } from '../domain/browseLayout.ts';
import type { SeenField, ValueCoverage } from '../domain/catalogueQuery.ts';
import { connectionId } from './fields.ts';
import { operation } from './operation.ts';

/** Values in Browse, and how it is set up. */
export const browseOperations = {
  /** How many values a search reaches. The first call loads those of the history, in the background. */
  valueCoverage: operation<ValueCoverage>()(z.strictObject({ connectionId })),
  /** The fields that values in memory have, the most common first. */
  seenFields: operation<readonly SeenField[]>()(z.strictObject({ connectionId })),
  browseLayout: operation<BrowseLayout>()(z.strictObject({ connectionId })),
  saveBrowseLayout: operation<null>()(z.strictObject({ connectionId, layout: browseLayout })),
};
