import { z } from 'zod';

/** The order of day, month, and year in a written date; or Unix time in a unit. */
export const dateForms = ['day-first', 'month-first', 'year-first', 'seconds', 'milliseconds'] as const;
export type DateForm = (typeof dateForms)[number];

export const cellTypes = ['text', 'number', 'point-number', 'comma-number', 'boolean', 'json'] as const;
/**
 * `number`: as in JSON. `point-number`, `comma-number`: with a decimal point or comma, and possibly groups of digits. `json`: any JSON
 * value, written as text in the file.
 */
export type CellType = (typeof cellTypes)[number];

const ownText = z.string().max(10_000);

export const cellStep = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('trim') }),
  z.strictObject({ kind: z.literal('case'), to: z.enum(['lower', 'upper']) }),
  /** Every occurrence of a text, not a pattern. */
  z.strictObject({ kind: z.literal('replace'), find: ownText.min(1), by: ownText }),
  /** One of the parts between separators, from 1; from -1 backwards, counted from the end. A part that is not there is missing. */
  z.strictObject({
    kind: z.literal('part'),
    separator: ownText.min(1),
    number: z
      .int()
      .min(-1_000)
      .max(1_000)
      .refine((number) => number !== 0),
  }),
  /** All parts, as a JSON list of texts. */
  z.strictObject({ kind: z.literal('list'), separator: ownText.min(1) }),
  /** An empty text counts as missing. */
  z.strictObject({ kind: z.literal('empty') }),
  /** The text in place of a missing or empty cell. */
  z.strictObject({ kind: z.literal('default'), text: ownText }),
  /** To ISO 8601. */
  z.strictObject({ kind: z.literal('date'), from: z.enum(dateForms) }),
  /** A text that is not of this type blocks the row. An empty one is missing. */
  z.strictObject({ kind: z.literal('type'), to: z.enum(cellTypes) }),
]);
/** A change of a cell. All but the last three concern texts only, and leave other JSON values as they are. */
export type CellStep = z.infer<typeof cellStep>;

export const mostColumnChanges = 200;
export const mostCellSteps = 20;
const columnName = z.string().min(1).max(10_000);

export const columnChange = z.strictObject({
  /** A column of the file, or a property of the JSON in it, such as `name.common`. */
  from: columnName,
  /** The name of the resulting column. */
  name: columnName,
  /** Whether the column of the file remains as it is. A property of its JSON never takes its place. */
  keeps: z.boolean(),
  steps: z.array(cellStep).max(mostCellSteps).readonly(),
});
/** A column that is made of one of the file. */
export type ColumnChange = z.infer<typeof columnChange>;

export const rowMapping = z.strictObject({
  /**
   * Text with names of columns in braces, such as `v1.{team}.{name}`, or of properties of their JSON, such as `{name.common}`. `{{` and `}}`
   * stand for braces.
   */
  key: z.string().max(100_000),
  value: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('template'), template: z.string().max(1_000_000) }),
    /** A JSON object of these columns, in this order. */
    z.strictObject({
      kind: z.literal('object'),
      columns: z.array(z.string().max(10_000)).min(1).max(10_000).readonly(),
      /** Missing cells and JSON null are left out. Otherwise, they are null. */
      omitsMissing: z.literal(true).exactOptional(),
    }),
  ]),
  /** Whether blanks around the cells that make the key are omitted. */
  trimKeys: z.boolean(),
  /** Columns that are changed before the key and the value are made of them. */
  changes: z.array(columnChange).max(mostColumnChanges).readonly().exactOptional(),
});
/** How the key and the value of an atom are made of a record. */
export type RowMapping = z.infer<typeof rowMapping>;
export type ValueMapping = RowMapping['value'];
