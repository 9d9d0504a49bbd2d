import type { SourceCell, SourceRecord, WrongCell } from '#shared/domain/uploadSource.ts';
import type { TableRecord } from './tableRecords.ts';

export type Unreadable = Extract<SourceRecord, { readonly kind: 'unreadable' }>;

/** A row of a sheet, with the cells that have a value, ascending. */
export interface SheetRow {
  readonly kind: 'row';
  readonly place: number;
  readonly cells: readonly (SourceCell & { readonly column: number })[];
  /** Those that could not be read, such as errors; as cells, they are texts. */
  readonly wrong: readonly WrongCell[];
  /** Whether one of them is the result of a formula. */
  readonly hasFormula: boolean;
}

/** A record before the wanted columns are known. */
export type FoundRecord =
  | Extract<TableRecord, { readonly kind: 'cells' }>
  | {
      readonly kind: 'fields';
      readonly place: number;
      readonly fields: ReadonlyMap<string, SourceCell | null>;
    }
  | SheetRow
  | Unreadable;

export interface FoundPiece {
  readonly records: readonly FoundRecord[];
  readonly bytesDone: number;
}
