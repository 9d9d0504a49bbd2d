import type { UploadRowFilter } from '#shared/domain/upload.ts';
import type { RowMapping, SourceChoice } from '#shared/domain/uploadSource.ts';
import { createKeyedStore } from './keyedStore.ts';

/** Which rows are selected: some, or all that the filter finds. */
export type RowsChosen =
  { readonly kind: 'some'; readonly rows: ReadonlySet<number> } | { readonly kind: 'all' };

export const noRowsChosen: RowsChosen = { kind: 'some', rows: new Set() };

/** Key and value of a row as they are being typed. */
export interface AtomText {
  readonly key: string;
  readonly value: string;
}

/** Where the user is in preparing one upload. */
export interface UploadView {
  /** What of the reading the user chose; the rest was detected. */
  readonly chosenReading: ReadonlySet<keyof SourceChoice>;
  /** As it stands on the screen; null: as suggested, or as applied before. */
  readonly mapping: RowMapping | null;
  readonly filter: UploadRowFilter;
  readonly chosen: RowsChosen;
  /** The row that is shown in full, and that the arrow keys go on from; null: none. */
  readonly openRow: number | null;
  /** Where a stretch of rows selected with Shift begins; null: at the open row. */
  readonly anchor: number | null;
  /** What was typed into rows and is not saved, by row. */
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

/** The rows are made anew, or are no more: what was typed and chosen belongs to none of them. */
export function leaveUploadRows(uploadId: string): void {
  const { filter, chosen, openRow, anchor, typed } = firstView;
  changeUploadView(uploadId, () => ({ filter, chosen, openRow, anchor, typed }));
}

/** Keeps what is typed into a row; null: nothing is any more. */
export function typeIntoRow(uploadId: string, row: number, text: AtomText | null): void {
  changeUploadView(uploadId, ({ typed }) => {
    const next = new Map(typed);
    if (text === null) next.delete(row);
    else next.set(row, text);
    return { typed: next };
  });
}
