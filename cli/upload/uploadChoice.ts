import type { RowMapping } from '#shared/domain/rowMapping.ts';
import type { DuplicateRule } from '#shared/domain/upload.ts';

/** How an upload is to be done. */
export interface UploadChoice {
  /** From what the file suggests to the mapping to use. */
  readonly mapping: (suggested: RowMapping) => RowMapping;
  readonly duplicateRule: DuplicateRule;
  readonly onRefusal: 'stop' | 'skip';
  readonly skipsBlocked: boolean;
  readonly skipsSame: boolean;
  readonly isDryRun: boolean;
  /** null: as many as the service accepted so far. */
  readonly batchAtoms: number | null;
  /** The name of the connection, typed again. */
  readonly confirm: string | undefined;
  readonly outcome: { readonly file: string; readonly format: 'csv' | 'json' } | null;
  readonly asJson: boolean;
}
