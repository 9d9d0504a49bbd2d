import { posix } from 'node:path';
import type { SourcePart } from '#shared/domain/uploadSource.ts';
import type { UnpackLimits } from '../packed/limits.ts';
import type { OpenZip } from '../packed/openZip.ts';
import { SourceBreak } from '../sourceBreak.ts';
import { builtInMeaning, meaningOfFormat, type NumberMeaning } from './numberFormats.ts';
import { readWholeXml, type XmlTag } from './readXml.ts';

/** An Excel workbook: where its sheets are, and what their cells refer to. */
export interface Workbook {
  readonly zip: OpenZip;
  readonly sheets: readonly (SourcePart & { readonly path: string })[];
  /** null if no cell can refer to a shared text. */
  readonly sharedStrings: string | null;
  /** By the number of the style of a cell. */
  readonly meanings: readonly NumberMeaning[];
  /** Days are counted from 1904, not 1900. */
  readonly is1904: boolean;
}

const mostSheets = 1_000;
const mostStyles = 100_000;
const mebibyte = 1024 * 1024;
/** Parts that are read before any sheet. */
const partLimits: UnpackLimits = { mostBytes: 64 * mebibyte, mostRatio: 250, ratioFrom: 8 * mebibyte };

/** @throws SourceBreak if it is not a workbook that can be read */
export async function openWorkbook(zip: OpenZip): Promise<Workbook> {
  const path = await pathOfWorkbook(zip);
  const targets = await relationsOf(zip, path);
  const { sheets, is1904 } = await readWorkbook(zip, path);
  const found = sheets.flatMap(({ id, ...sheet }) => {
    const target = targets.get(id);
    // Sheets with only a chart, and macros, have no rows.
    return target?.type === 'worksheet' ? [{ ...sheet, path: target.path }] : [];
  });
  if (found.length === 0) throw new SourceBreak({ kind: 'no-parts', container: 'workbook' });
  if (found.length > mostSheets) throw new SourceBreak({ kind: 'too-many-parts', container: 'workbook' });
  const pathOf = (type: string): string | null =>
    [...targets.values()].find((target) => target.type === type)?.path ?? null;
  const styles = pathOf('styles');
  return {
    zip,
    sheets: found,
    sharedStrings: pathOf('sharedStrings'),
    meanings: styles === null ? [] : await readStyles(zip, styles),
    is1904,
  };
}

/** Other office files are packed in the same way. */
async function pathOfWorkbook(zip: OpenZip): Promise<string> {
  const path = [...(await relationsOf(zip, '')).values()].find(({ type }) => type === 'officeDocument')?.path;
  if (path === undefined || /\.bin$/i.test(path)) {
    const isBinary = path !== undefined && /^xl\//i.test(path);
    throw new SourceBreak({ kind: 'unsupported', what: isBinary ? 'binary-excel' : 'other-office' });
  }
  if (!/^\/?xl\//i.test(path) && !/workbook/i.test(path))
    throw new SourceBreak({ kind: 'unsupported', what: 'other-office' });
  return path;
}

interface Relation {
  /** The last part of its type, which is the same in all versions of the format. */
  readonly type: string;
  readonly path: string;
}

/** What a part refers to, by id. @param part empty: the whole file */
async function relationsOf(zip: OpenZip, part: string): Promise<ReadonlyMap<string, Relation>> {
  const folder = posix.dirname(part);
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const found = new Map<string, Relation>();
  await readWholeXml(zip.open(path, partLimits).pieces(), path, {
    open: ({ name, attributes }) => {
      const id = attributes.get('Id');
      const target = attributes.get('Target');
      if (name !== 'Relationship' || id === undefined || target === undefined) return;
      if (attributes.get('TargetMode') === 'External') return;
      found.set(id, {
        type: posix.basename(attributes.get('Type') ?? ''),
        path: posix
          .join('/', folder, target.startsWith('/') ? posix.relative(`/${folder}`, target) : target)
          .slice(1),
      });
    },
  });
  return found;
}

interface SheetEntry extends SourcePart {
  readonly id: string;
}

async function readWorkbook(
  zip: OpenZip,
  path: string,
): Promise<{ readonly sheets: readonly SheetEntry[]; readonly is1904: boolean }> {
  const sheets: SheetEntry[] = [];
  let is1904 = false;
  await readWholeXml(zip.open(path, partLimits).pieces(), path, {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes.get('date1904'));
      if (name !== 'sheet') return;
      const state = attributes.get('state');
      sheets.push({
        name: attributes.get('name') ?? '',
        // Another attribute of it ends in "id" too: `sheetId`.
        id: attributes.get('id') ?? '',
        isHidden: state !== undefined && state !== 'visible',
      });
    },
  });
  return { sheets, is1904 };
}

async function readStyles(zip: OpenZip, path: string): Promise<readonly NumberMeaning[]> {
  const custom = new Map<number, NumberMeaning>();
  const formats: number[] = [];
  let isInFormats = false;
  const take = ({ name, attributes }: XmlTag): void => {
    const id = Number(attributes.get('numFmtId') ?? 0);
    if (name === 'cellXfs') isInFormats = true;
    else if (name === 'numFmt') custom.set(id, meaningOfFormat(attributes.get('formatCode') ?? ''));
    else if (name === 'xf' && isInFormats) formats.push(id);
    if (formats.length > mostStyles || custom.size > mostStyles)
      throw new SourceBreak({ kind: 'unpacks-too-large', container: 'workbook' });
  };
  await readWholeXml(zip.open(path, partLimits).pieces(), path, {
    open: take,
    close: (name) => {
      if (name === 'cellXfs') isInFormats = false;
    },
  });
  return formats.map((id) => custom.get(id) ?? builtInMeaning(id));
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
