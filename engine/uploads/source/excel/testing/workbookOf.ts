import { zipOf, type ZippedFile } from '../../packed/testing/zipOf.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';

export interface SheetXml {
  readonly name: string;
  /** The `row` elements. */
  readonly rows: string;
  readonly state?: 'hidden' | 'veryHidden';
}

export interface WorkbookXml {
  readonly sheets: readonly SheetXml[];
  /** The `si` elements. */
  readonly strings?: string;
  /** Formats of numbers, in the order of the styles of cells; 0 is the first style, `General`. */
  readonly formats?: readonly string[];
  readonly is1904?: boolean;
  /** Replaces parts, or adds them; null omits one. */
  readonly parts?: Readonly<Record<string, string | null>>;
}

/** For tests: an Excel workbook as Excel writes it. */
export function workbookOf(workbook: WorkbookXml): Buffer {
  return zipOf(workbookFiles(workbook));
}

/** The parts of it. */
export function workbookFiles(workbook: WorkbookXml): readonly ZippedFile[] {
  const parts = { ...partsOf(workbook), ...workbook.parts };
  return Object.entries(parts).flatMap(([name, content]) => (content === null ? [] : [{ name, content }]));
}

function partsOf({
  sheets,
  strings = '',
  formats = [],
  is1904 = false,
}: WorkbookXml): Record<string, string> {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const listed = sheets.map(({ name, state }, at) => {
    const hidden = state === undefined ? '' : ` state="${state}"`;
    return `<sheet name="${name}" sheetId="${at + 1}"${hidden} r:id="rId${at + 1}"/>`;
  });
  const codes = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`);
  const styles = formats.map((_, at) => `<xf numFmtId="${164 + at}" xfId="0" applyNumberFormat="1"/>`);
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packageRelations}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packageRelations}">${sheets
      .map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
      .join(
        '',
      )}${relation('rIdS', 'styles', 'styles.xml')}${relation('rIdT', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${strings}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${head}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  };
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

/** A row of inline texts, with their references. */
export function textRow(place: number, texts: readonly string[]): string {
  const cells = texts.map(
    (text, at) =>
      `<c r="${String.fromCharCode(65 + at)}${place}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`,
  );
  return `<row r="${place}">${cells.join('')}</row>`;
}
