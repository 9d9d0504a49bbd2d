import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { putInPlaceNow } from '../../storage/putInPlace.ts';
import { SealedFileError, createSealedFile, openSealedFile, type SealedFile } from './sealedFile.ts';
import { readColumnsFile, writeColumnsFile, type StagedAbout, type StagedColumns } from './columnsFile.ts';
import type { StagedRows } from './stageRows.ts';

/** The open files of staged rows. */
export interface KeptRows {
  readonly texts: SealedFile;
  readonly changes: SealedFile;
}

/**
 * Files of staged rows in the folder of an upload: `rows-<n>` with their text, `changes-<n>`, and
 * `columns-<n>` with everything else, which is written last and completes the staging. At most one number has
 * all three.
 */
export interface KeptRowsFolder {
  /** What was staged last; null if nothing was, or not completely. @throws SealedFileError */
  readonly load: () => (KeptRows & StagedColumns) | null;
  /** A file for the text of new rows. The earlier ones remain until the new ones are complete. */
  readonly begin: () => SealedFile;
  /** Writes the rest of the new files. `complete` puts them in place of the earlier ones, whose files must be closed by then. */
  readonly finish: (
    texts: SealedFile,
    staged: StagedRows,
    about: StagedAbout,
  ) => { readonly files: KeptRows; readonly complete: () => void };
  /** Deletes the new files, which must be closed. */
  readonly abandon: () => void;
}

const fileName = /^(?:rows|changes|columns)-([0-9]+)(?:\.part)?$/;

export function keptRowsFolder(folder: string, dataKey: Uint8Array): KeptRowsFolder {
  const path = (kind: string, number: number): string => join(folder, `${kind}-${String(number)}`);
  let number = 0;
  const clear = (except: number | null): void => {
    const names = readdirSync(folder).filter((name) => fileName.test(name));
    // The file that completes the others is deleted first.
    const order = (name: string): number => (name.startsWith('columns') ? 0 : 1);
    for (const name of names.sort((one, other) => order(one) - order(other))) {
      const isKept = !name.endsWith('.part') && Number(fileName.exec(name)?.[1]) === except;
      if (!isKept) rmSync(join(folder, name), { force: true });
    }
  };
  return {
    load: () => {
      const numbers = readdirSync(folder)
        .filter((name) => name.startsWith('columns-') && !name.endsWith('.part'))
        .map((name) => Number(fileName.exec(name)?.[1] ?? 0));
      const latest = Math.max(0, ...numbers);
      if (latest === 0) {
        clear(null);
        return null;
      }
      number = latest;
      const staged = readColumnsFile(path('columns', latest), dataKey);
      const texts = openWhereThere(path('rows', latest), 'rows', dataKey);
      try {
        const changes = openWhereThere(path('changes', latest), 'changes', dataKey);
        clear(latest);
        return { ...staged, texts, changes };
      } catch (error) {
        texts.close();
        throw error;
      }
    },
    begin: () => {
      number += 1;
      return createSealedFile(path('rows', number), 'rows', dataKey, '');
    },
    finish: (texts, staged, about) => {
      const changes = createSealedFile(path('changes', number), 'changes', dataKey, '');
      try {
        const part = `${path('columns', number)}.part`;
        writeColumnsFile(part, dataKey, {
          about,
          columns: staged.table.columns,
          pages: staged.pages,
        });
        return {
          files: { texts, changes },
          complete: () => {
            texts.sync();
            changes.sync();
            putInPlaceNow(part, path('columns', number));
            clear(number);
          },
        };
      } catch (error) {
        changes.close();
        throw error;
      }
    },
    abandon: () => {
      number -= 1;
      clear(number);
    },
  };
}

function openWhereThere(path: string, kind: string, dataKey: Uint8Array): SealedFile {
  if (!existsSync(path)) throw new SealedFileError(`The saved upload (${kind}) is missing.`);
  return openSealedFile(path, kind, dataKey);
}
