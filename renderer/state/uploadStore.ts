import type { UploadRowFilter } from '#shared/domain/upload.ts';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import type { SourceChoice } from '#shared/domain/uploadSource.ts';
import { createKeyedStore } from './keyedStore.ts';

/** The selected rows: some, or all that match the filter. */
export type RowsChosen =
  | { readonly kind: 'some'; readonly rows: ReadonlySet<number> }
  | { readonly kind: 'all' };

export const noRowsChosen: RowsChosen = { kind: 'some', rows: new Set() };

/** The key and value of a row as typed. */
export interface AtomText {
  readonly key: string;
  readonly value: string;
}

/** The state of the screen while one upload is prepared. */
export interface UploadView {
  /** The settings that the user chose; the others were detected. */
  readonly chosenReading: ReadonlySet<keyof SourceChoice>;
  /** As edited; null for the suggestion, or the one applied before. */
  readonly mapping: RowMapping | null;
  readonly filter: UploadRowFilter;
  readonly chosen: RowsChosen;
  /** The row that is shown in full, where the arrow keys continue; null: none. */
  readonly openRow: number | null;
  /** Where a range that is selected with Shift starts; null: at the open row. */
  readonly anchor: number | null;
  /** Unsaved edits, by row. */
  readonly typed: ReadonlyMap<number, AtomText>;
}

const firstView: UploadView = {
  chosenReading: new Set(),
  mapping: null,
  filter: {},
  chosen: noRowsChosen,
  openRow: null,
  anchor: null,
  typed: new Map(),
};

const views = createKeyedStore<string, UploadView>(firstView);

export const { useView: useUploadView, remove: forgetUploadView } = views;

export function changeUploadView(uploadId: string, step: (before: UploadView) => Partial<UploadView>): void {
  views.change(uploadId, (view) => ({ ...view, ...step(view) }));
}

/** Clears edits and selection, which belong to rows that no longer exist. */
export function leaveUploadRows(uploadId: string): void {
  const { filter, chosen, openRow, anchor, typed } = firstView;
  changeUploadView(uploadId, () => ({ filter, chosen, openRow, anchor, typed }));
}

/** Keeps the unsaved edit of a row; null removes it. */
export function typeIntoRow(uploadId: string, row: number, text: AtomText | null): void {
  changeUploadView(uploadId, ({ typed }) => {
    const next = new Map(typed);
    if (text === null) next.delete(row);
    else next.set(row, text);
    return { typed: next };
  });
}
