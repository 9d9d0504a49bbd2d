import {
  isTableFormat,
  previewRecords,
  type SourceChoice,
  type SourceRecord,
  type SourceRefusal,
  type SourceSample,
  type SourceWish,
  type TextEncoding,
  type UploadFormat,
} from '#shared/domain/uploadSource.ts';
import { cutText } from '#shared/text/cutText.ts';
import { isAppExport } from '#shared/text/exportColumns.ts';
import { suggestMapping } from '#shared/upload/suggestMapping.ts';
import { detectEncoding, markedEncoding } from './detectEncoding.ts';
import { firstRecords, likelyDelimiter, likelyHeader, likelySkipped, mostFrequent } from './detectTable.ts';
import { decodeHead, readHead, type FileHead } from './fileHead.ts';
import { jsonShape, listsIn } from './jsonShape.ts';
import { openSource, type OpenSource } from './packed/openSource.ts';
import type { SourceFile } from './recordSource.ts';
import { withoutSeparatorLine } from './separatorLine.ts';
import { SourceBreak } from './sourceBreak.ts';
import type { FoundRecord, SheetRow } from './foundRecords.ts';
import { inColumns, recordsOf } from './sourceRecords.ts';

export type ReadSampleResult =
  | { readonly ok: true; readonly sample: SourceSample }
  | { readonly ok: false; readonly refusal: SourceRefusal; readonly sample: SourceSample | null };

const mostColumns = 1_000;
const longestCell = 2_000;
/** If records are large, fewer are enough. */
const enoughBytes = 4 * 1024 * 1024;
/** The suggestion looks at more records than are shown, because duplicates may come later. */
const mostExamined = 1_000;
const examinedBytes = 1024 * 1024;

/**
 * Parses the beginning of a file. `wish` null: the likely settings. If the encoding is invalid, the sample
 * shows the file as windows-1252, so that the user can judge.
 */
export async function readSample(file: SourceFile, wish: SourceWish | null): Promise<ReadSampleResult> {
  if (file.bytes === 0) return { ok: false, refusal: { kind: 'empty' }, sample: null };
  const part = wish?.part ?? null;
  const choice = wish !== null && 'format' in wish ? wish : null;
  try {
    const source = await openSource(file, part);
    return source.kind === 'workbook'
      ? await sampleOfWorkbook(file, source, part, choice)
      : await sampleOfText(file, source, choice);
  } catch (error) {
    if (error instanceof SourceBreak) return { ok: false, refusal: error.refusal, sample: null };
    throw error;
  }
}

async function sampleOfText(
  file: SourceFile,
  source: TextSource,
  choice: SourceChoice | null,
): Promise<ReadSampleResult> {
  const head = await readHead(source.text);
  const part = source.part === null ? {} : { part: source.part };
  if (head.bytes.length === 0) return refused({ kind: 'empty' }, source, likelyChoice(source, head, 'utf-8'));
  const detected = detectEncoding(head);
  // Content that is not text has no valid encoding.
  if (!detected.ok && detected.refusal.kind === 'not-text')
    return refused(detected.refusal, source, likelyChoice(source, head, 'utf-8'));
  // The settings of a workbook say nothing about a text.
  if (choice !== null && choice.format !== 'xlsx')
    return orInWindows1252(await sampleOf(file, source, head, { ...choice, ...part }), file, source, head);
  if (!detected.ok)
    return orInWindows1252({ ok: false, refusal: detected.refusal, sample: null }, file, source, head);
  return sampleOf(file, source, head, likelyChoice(source, head, detected.encoding));
}

type TextSource = Extract<OpenSource, { readonly kind: 'text' }>;

function likelyChoice(
  { text: file, part }: TextSource,
  head: FileHead,
  encoding: TextEncoding,
): SourceChoice {
  const text = decodeHead(head, encoding);
  const { table, delimiter: said } = withoutSeparatorLine(text);
  const delimiter =
    said ?? likelyDelimiter(table, head.isWhole, /\.(tsv|tab)$/i.test(file.name) ? '\t' : null);
  const records = firstRecords(table, head.isWhole, delimiter);
  const skipped = likelySkipped(records);
  return {
    format: likelyFormat(text, head.isWhole, file.name),
    encoding,
    delimiter,
    hasHeader: likelyHeader(records.slice(skipped)),
    ...(skipped > 0 && { skipped }),
    ...(part === null ? {} : { part }),
  };
}

/** How many sheets to look at for rows, if the first ones are empty. */
const mostEmptySheets = 20;

async function sampleOfWorkbook(
  file: SourceFile,
  first: WorkbookSource,
  chosen: string | null,
  choice: SourceChoice | null,
): Promise<ReadSampleResult> {
  if (choice?.format === 'xlsx') return sampleOf(file, first, null, { ...choice, part: first.part });
  const { sheets } = first.workbook;
  const others = chosen === null ? sheets.filter(({ isHidden }) => !isHidden).slice(0, mostEmptySheets) : [];
  let answer: ReadSampleResult | null = null;
  for (const part of new Set([first.part, ...others.map(({ name }) => name)])) {
    const source = { ...first, part };
    const { found: all } = await firstOf(file, source, { ...sheetChoice, part });
    const skipped = likelySkipped(cellsOf(all));
    const found = all.slice(skipped);
    const hasHeader = likelyHeader(cellsOf(found)) || isAboveNumbers(found);
    const likely = { ...sheetChoice, part, hasHeader, ...(skipped > 0 && { skipped }) };
    const sampled = await sampleOf(file, source, null, likely);
    answer ??= sampled;
    if (sampled.ok || sampled.refusal.kind !== 'empty') return sampled;
  }
  return answer ?? { ok: false, refusal: { kind: 'no-parts', container: 'workbook' }, sample: null };
}

/** Whether the first row has only texts, and numbers are below one of them. */
function isAboveNumbers(found: readonly FoundRecord[]): boolean {
  const [first, ...body] = found.flatMap((record) =>
    record.kind === 'row'
      ? [record.cells.filter(({ column }) => !record.wrong.some((one) => one.column === column))]
      : [],
  );
  return (
    first !== undefined &&
    first.every(({ isText }) => isText) &&
    first.some(({ column }) => {
      const below = body.flatMap((cells) => cells.find((cell) => cell.column === column) ?? []);
      return below.length > 0 && below.every(({ isText }) => !isText);
    })
  );
}

type WorkbookSource = Extract<OpenSource, { readonly kind: 'workbook' }>;

/** Of these, only the header and what is above it concern a sheet. */
const sheetChoice: SourceChoice = { format: 'xlsx', encoding: 'utf-8', delimiter: ',', hasHeader: true };

/** Nothing could be read, but another file of the archive or another sheet may be chosen. */
function refused(refusal: SourceRefusal, source: OpenSource, choice: SourceChoice): ReadSampleResult {
  const { container } = source;
  if (container === null || container.parts.length < 2) return { ok: false, refusal, sample: null };
  const sample: SourceSample = {
    choice,
    evidence: { bom: false, appExport: false, formulas: false },
    container,
    lists: [],
    columns: [],
    renamedColumns: [],
    records: [],
    isWhole: false,
    suggested: suggestMapping([], []),
  };
  return { ok: false, refusal, sample };
}

async function orInWindows1252(
  answer: ReadSampleResult,
  file: SourceFile,
  source: TextSource,
  head: FileHead,
): Promise<ReadSampleResult> {
  if (answer.ok || answer.refusal.kind !== 'wrong-encoding' || answer.refusal.encoding !== 'utf-8')
    return answer;
  const other = await sampleOf(file, source, head, likelyChoice(source, head, 'windows-1252'));
  return { ...answer, sample: other.sample };
}

/** @param head null of a workbook */
async function sampleOf(
  file: SourceFile,
  source: OpenSource,
  head: FileHead | null,
  wanted: SourceChoice,
): Promise<ReadSampleResult> {
  const text = head === null || wanted.format !== 'json' ? '' : decodeHead(head, wanted.encoding);
  const choice = wanted.format === 'json' ? withList(wanted, text) : wanted;
  const { found: examined, isWhole, refusal } = await firstOf(file, source, choice);
  const found = examined.slice(0, previewRecords + 2);
  const isTable = isTableFormat(choice.format);
  const [first] = found;
  // Without its column names, a table cannot be mapped.
  const why = first === undefined ? null : wrongInHeader(first);
  if (isTable && choice.hasHeader && first !== undefined && why !== null)
    return refused({ kind: 'broken', place: first.place, why }, source, choice);
  const width = isTable ? widthOfTable(found, choice.hasHeader) : namesInJson(found).size;
  // Checked before they get names, because there may be more than a set can hold.
  if (width > mostColumns) return refused({ kind: 'too-many-columns', columns: width }, source, choice);
  const { columns, renamed } = isTable
    ? columnsOfTable(found, choice.hasHeader, width)
    : { columns: [...namesInJson(found)], renamed: [] };
  const body = isTable && choice.hasHeader ? examined.slice(1) : examined;
  const examinedRecords = body.slice(0, mostExamined).map(inColumns(columns));
  const records = examinedRecords.slice(0, previewRecords);
  const sample: SourceSample = {
    choice,
    evidence: {
      bom: head !== null && markedEncoding(head.bytes) === choice.encoding,
      appExport: isAppExport(columns),
      formulas: found.some((record) => record.kind === 'row' && record.hasFormula),
    },
    container: source.container,
    lists: listsIn(text),
    columns,
    renamedColumns: renamed,
    records: records.map(shortened),
    isWhole: isWhole && body.length <= previewRecords,
    suggested: suggestMapping(columns, examinedRecords),
  };
  if (refusal !== null)
    return records.length > 0 ? { ok: false, refusal, sample } : refused(refusal, source, choice);
  if (records.length === 0) return { ok: false, refusal: { kind: 'empty' }, sample };
  if (columns.length === 0) return { ok: false, refusal: noneReadable(records, isTable), sample };
  return { ok: true, sample };
}

/** With the list that the records are in, if the text is an object. */
function withList(choice: SourceChoice, text: string): SourceChoice {
  const shape = jsonShape(text, choice.list);
  if (shape === null || shape.kind === 'list') return choice;
  return { ...choice, list: shape.kind === 'member' ? shape.name : null };
}

/** What is wrong with a record that is to have the names of the columns; null if nothing is. */
function wrongInHeader(record: FoundRecord): string | null {
  if (record.kind === 'unreadable') return record.why;
  return record.kind === 'row' ? (record.wrong[0]?.why ?? null) : null;
}

/** Not a single record could be read. */
function noneReadable(records: readonly SourceRecord[], isTable: boolean): SourceRefusal {
  const [first] = records;
  return isTable && first?.kind === 'unreadable'
    ? { kind: 'broken', place: first.place, why: first.why }
    : { kind: 'no-records' };
}

async function firstOf(
  file: SourceFile,
  source: OpenSource,
  choice: SourceChoice,
): Promise<{
  readonly found: readonly FoundRecord[];
  readonly isWhole: boolean;
  readonly refusal: SourceRefusal | null;
}> {
  const found: FoundRecord[] = [];
  try {
    for await (const { records, bytesDone } of recordsOf(source, file.bytes, choice)) {
      found.push(...records.slice(0, mostExamined + 2));
      const isEnough =
        found.length >= mostExamined + 2 ||
        // One more than is shown, plus a header, to know whether there are more.
        (found.length >= previewRecords + 2 && bytesDone > examinedBytes) ||
        (found.length > 2 && bytesDone > enoughBytes);
      if (isEnough) return { found, isWhole: false, refusal: null };
    }
    return { found, isWhole: true, refusal: null };
  } catch (error) {
    if (error instanceof SourceBreak) {
      // What follows the shown records is read, and refused, when all rows are checked.
      const isShown = found.length >= previewRecords + 2;
      return { found, isWhole: false, refusal: isShown ? null : error.refusal };
    }
    throw error;
  }
}

/** Without a header there are as many columns as most of the first records have cells. */
function widthOfTable(found: readonly FoundRecord[], hasHeader: boolean): number {
  const rows = cellsOf(found);
  return hasHeader ? (rows[0]?.length ?? 0) : mostFrequent(rows.map(({ length }) => length));
}

function columnsOfTable(found: readonly FoundRecord[], hasHeader: boolean, width: number): TableColumns {
  return tableColumns(hasHeader ? (cellsOf(found)[0] ?? []) : null, width);
}

function cellsOf(found: readonly FoundRecord[]): readonly (readonly string[])[] {
  return found.flatMap((record) => {
    if (record.kind === 'cells') return [record.cells];
    return record.kind === 'row' ? [textsOfRow(record)] : [];
  });
}

function textsOfRow({ cells }: SheetRow): readonly string[] {
  const texts: string[] = Array.from({ length: (cells.at(-1)?.column ?? -1) + 1 }, () => '');
  for (const { column, text } of cells) texts[column] = text;
  return texts;
}

/** All columns of the first records, in order of appearance. */
function namesInJson(found: readonly FoundRecord[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const record of found)
    if (record.kind === 'fields') for (const name of record.fields.keys()) names.add(name);
  return names;
}

function shortened(record: SourceRecord): SourceRecord {
  if (record.kind === 'unreadable') return record;
  return {
    ...record,
    cells: record.cells.map((cell) =>
      cell === null || cell.text.length <= longestCell
        ? cell
        : { ...cell, text: cutText(cell.text, longestCell) },
    ),
  };
}

/** Names of the columns of a table, without repeats. */
interface TableColumns {
  readonly columns: readonly string[];
  /** The renamed ones. */
  readonly renamed: readonly string[];
}

/** `header` null: the columns are only numbered. */
function tableColumns(header: readonly string[] | null, width: number): TableColumns {
  const numbered = (at: number): string => `Column ${String(at + 1)}`;
  if (header === null)
    return { columns: Array.from({ length: width }, (_, at) => numbered(at)), renamed: [] };
  const names = header.map((cell, at) => (cell.trim() === '' ? numbered(at) : cell.trim()));
  const taken = new Set<string>();
  const wanted = new Set(names);
  const renamed: string[] = [];
  const columns = names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free) || (free !== name && wanted.has(free)); count += 1)
      free = `${name} (${String(count)})`;
    taken.add(free);
    if (free !== name) renamed.push(free);
    return free;
  });
  return { columns, renamed };
}

/** How much of the beginning to check. */
const mostLines = 100;

/** The format of the content; if several fit, the one that the file name suggests. */
function likelyFormat(head: string, isWhole: boolean, name: string): UploadFormat {
  const said = formatOfName(name);
  const text = head.trimStart();
  // No table starts like this: a bracket followed by the start of a JSON value or of a name in quotes, or by
  // its end.
  if (!/^(?:\{\s*["}]|\[\s*["{[\]\dtfn-])/.test(text)) return said ?? 'csv';
  const lines = text.split(/\r?\n/, mostLines).filter((line) => line.trim() !== '');
  // The last one may be cut off.
  const whole = isWhole || lines.length < 2 ? lines : lines.slice(0, -1);
  const [first = ''] = whole;
  if (whole.length === 1) {
    const isLine = isJson(first) || (!isWhole && first.startsWith('{'));
    return said === 'jsonl' && isLine ? 'jsonl' : 'json';
  }
  // A value that is complete on its line is followed by others only in JSON Lines.
  if (isJson(first) || whole.filter(isJson).length > whole.length / 2) return 'jsonl';
  return /^\[[^\]]*\]\s*[,;\t|]/.test(first) && said === 'csv' ? 'csv' : 'json';
}

function formatOfName(name: string): UploadFormat | null {
  if (/\.(csv|tsv|tab)$/i.test(name)) return 'csv';
  if (/\.(jsonl|ndjson)$/i.test(name)) return 'jsonl';
  return /\.json$/i.test(name) ? 'json' : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
