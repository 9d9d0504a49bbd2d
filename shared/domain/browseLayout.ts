import { z } from 'zod';
import { atomColumn, keyFilter, mostFields, sortColumns } from './catalogueQuery.ts';

const narrowestColumn = 30;
const widestColumn = 2_000;
export const mostSavedFilters = 200;

const shownColumn = z.strictObject({
  name: atomColumn,
  /** In pixels. Absent: as wide as it needs to be. */
  width: z.int().min(narrowestColumn).max(widestColumn).exactOptional(),
});
/** A column that the table of atoms shows. */
export type ShownColumn = z.infer<typeof shownColumn>;

const savedFilterName = z.string().trim().min(1).max(100);
const savedFilter = z.strictObject({ name: savedFilterName, filter: keyFilter });
/** A filter that the user gave a name. */
export type SavedFilter = z.infer<typeof savedFilter>;

export const browseLayout = z.strictObject({
  /** In their order; null until the user chooses some. */
  columns: z
    .array(shownColumn)
    .max(sortColumns.length + mostFields)
    .readonly()
    .nullable(),
  /** Names differ. */
  filters: z.array(savedFilter).max(mostSavedFilters).readonly(),
});
/** What the user set up in Browse for one connection. */
export type BrowseLayout = z.infer<typeof browseLayout>;

export const noLayout: BrowseLayout = { columns: null, filters: [] };
