import {
  largestUploadFile,
  mostUploadRows,
  type SourceContainer,
  type SourceRefusal,
  type UnsupportedFile,
} from '../domain/uploadSource.ts';
import { countWords, sizeWords } from './sizes.ts';
import { encodingNames } from './uploadWords.ts';
import { visibleLine } from './visibleText.ts';

/** Why a file cannot be read, and what to do about it. */
export function sourceRefusalWords(
  refusal: SourceRefusal,
  container: SourceContainer | null = null,
): {
  readonly title: string;
  readonly what: string;
  readonly todo: string;
} {
  switch (refusal.kind) {
    case 'wrong-encoding':
      return {
        title: `Not ${encodingNames[refusal.encoding]}`,
        what: `The byte at offset ${countWords(refusal.offset)} is not valid ${encodingNames[refusal.encoding]}. No characters were guessed.`,
        todo: 'Choose another encoding, or save the file as UTF-8 and choose it again.',
      };
    case 'not-text':
      return {
        title: 'Not a text file',
        what: 'The file contains bytes that do not occur in text.',
        todo: 'Choose a table, JSON, or an Excel workbook (.xlsx), also compressed as .gz or .zip.',
      };
    case 'broken':
      return {
        title: 'The file is damaged',
        what: `It cannot be read from line or item ${countWords(refusal.place)} onward: ${visibleLine(refusal.why)}`,
        todo: 'Fix the file there, or choose another format. Nothing was sent.',
      };
    case 'no-records':
      return {
        title: 'No records in this JSON',
        what: 'It is neither a list of objects nor an object that maps keys to values.',
        todo: 'Use [{"key": …, "value": …}], {"atoms": [{…}]}, [["key", "value"]] or {"key": "value"}.',
      };
    case 'empty':
      if (container?.kind === 'workbook')
        return {
          title: 'The sheet is empty',
          what: 'It contains no rows, or only column names.',
          todo: 'Choose another sheet. If its only row is a record, select that it has no column names.',
        };
      return {
        title: 'The file is empty',
        what: 'It contains no records.',
        todo: 'Choose another file. If its only line is a record, select that it has no header.',
      };
    case 'too-large':
      return {
        title: 'The file is too large',
        what: `Files of up to ${sizeWords(largestUploadFile)} can be uploaded.`,
        todo: 'Split it into several files and upload them one after the other.',
      };
    case 'too-many-rows':
      return {
        title: 'Too many rows',
        what: `Files of up to ${countWords(mostUploadRows)} rows can be uploaded.`,
        todo: 'Split it into several files and upload them one after the other.',
      };
    case 'too-many-columns':
      return {
        title: 'Too many columns',
        what: `The file has ${countWords(refusal.columns)} columns or more.`,
        todo: 'Check the delimiter and the format, or remove columns that you do not need.',
      };
    case 'unsupported':
      return unsupportedWords[refusal.what];
    case 'damaged-container':
      return {
        title: `The ${containerNames[refusal.container]} is damaged`,
        what: visibleLine(refusal.why),
        todo: damagedTodo[refusal.container],
      };
    case 'unpacks-too-large':
      return {
        title: `The ${containerNames[refusal.container]} is too large`,
        what: `Unpacked, it is larger than ${sizeWords(largestUploadFile)}, or more than 250 times as large as packed.`,
        todo:
          refusal.container === 'workbook'
            ? 'Save the sheet as CSV and choose that file.'
            : 'Unpack it, and choose the unpacked file. If that is too large too, split it into several files.',
      };
    case 'no-parts':
      return refusal.container === 'workbook'
        ? {
            title: 'No sheet with cells',
            what: 'The workbook has no sheet with rows and columns.',
            todo: 'Choose another workbook.',
          }
        : {
            title: 'No data in this archive',
            what: 'It has no CSV, TSV, text, or JSON file.',
            todo: 'Unpack it, and choose the file that you want to upload.',
          };
    case 'too-many-parts':
      return refusal.container === 'workbook'
        ? {
            title: 'Too many sheets',
            what: 'Workbooks of up to 1,000 sheets can be uploaded.',
            todo: 'Save the sheet as a workbook of its own or as CSV.',
          }
        : {
            title: 'Too many files in this archive',
            what: 'Archives of up to 1,000 data files can be uploaded.',
            todo: 'Unpack it, and choose the file that you want to upload.',
          };
  }
}

const containerNames: Readonly<Record<SourceContainer['kind'], string>> = {
  gzip: 'compressed file',
  zip: 'archive',
  workbook: 'workbook',
};

const damagedTodo: Readonly<Record<SourceContainer['kind'], string>> = {
  gzip: 'Copy or download the file again. If that does not help, compress it again.',
  zip: 'Copy or download the archive again, or unpack it and choose the file that you want to upload.',
  workbook: 'Open the workbook in Excel, save it as .xlsx or CSV, and choose the new file.',
};

const unsupportedWords: Readonly<
  Record<UnsupportedFile, { readonly title: string; readonly what: string; readonly todo: string }>
> = {
  'old-excel': {
    title: 'Old Office format',
    what: 'Files of Excel 97–2003 (.xls) and other old Office files are not supported.',
    todo: 'Open the workbook in Excel or LibreOffice, save it as .xlsx or CSV, and choose the new file.',
  },
  'binary-excel': {
    title: 'Binary Excel workbook',
    what: 'Binary workbooks (.xlsb) are not supported.',
    todo: 'Save the workbook as .xlsx or CSV, and choose the new file.',
  },
  'open-document': {
    title: 'OpenDocument file',
    what: 'OpenDocument spreadsheets (.ods) are not supported.',
    todo: 'Save the spreadsheet as .xlsx or CSV, and choose the new file.',
  },
  'encrypted-office': {
    title: 'The workbook has a password',
    what: 'It is encrypted, so its rows cannot be read.',
    todo: 'Open the workbook in Excel, remove the password, save it, and choose it again.',
  },
  'other-office': {
    title: 'Not a workbook',
    what: 'This is an Office file, but not an Excel workbook.',
    todo: 'Save the table as an Excel workbook (.xlsx) or as CSV, and choose that file.',
  },
  'encrypted-archive': {
    title: 'The archive has a password',
    what: 'Its file is encrypted, so it cannot be read.',
    todo: 'Unpack the archive with its password, and choose the file that you want to upload.',
  },
  'nested-archive': {
    title: 'Packed twice',
    what: 'The compressed file contains another compressed file or a workbook.',
    todo: 'Unpack it once, and choose what was in it.',
  },
  'other-archive': {
    title: 'Unknown compression',
    what: 'Compressed files can be read if they are .gz or .zip files.',
    todo: 'Unpack the file, and choose the file that you want to upload.',
  },
};
