import { posix } from 'node:path';
import type { SourceContainer } from '#shared/domain/uploadSource.ts';
import { openWorkbook, type Workbook } from '../excel/openWorkbook.ts';
import { readHead } from '../fileHead.ts';
import type { SourceFile, SourceText } from '../recordSource.ts';
import { SourceBreak } from '../sourceBreak.ts';
import { fileKind } from './fileKind.ts';
import { gunzipped } from './gunzipped.ts';
import type { UnpackLimits } from './limits.ts';
import { openZip, type OpenZip } from './openZip.ts';

/** A file, opened by its content: where its text or its rows are. */
export type OpenSource =
  | {
      readonly kind: 'text';
      readonly text: SourceText;
      readonly container: SourceContainer | null;
      /** The chosen file in an archive; null if there is no choice. */
      readonly part: string | null;
      /** Bytes of the file that were read. @param textDone those of the text */
      readonly bytesDone: (textDone: number) => number;
    }
  | {
      readonly kind: 'workbook';
      readonly workbook: Workbook;
      readonly container: SourceContainer;
      /** The chosen sheet. */
      readonly part: string;
    };

const mostFiles = 1_000;

/**
 * @param part null: the likely one
 * @throws SourceBreak if it cannot be unpacked
 */
export async function openSource(
  file: SourceFile,
  part: string | null,
  limits?: UnpackLimits,
): Promise<OpenSource> {
  const head = await readHead(file);
  switch (fileKind(head.bytes)) {
    case 'plain':
      return { kind: 'text', text: file, container: null, part: null, bytesDone: (done) => done };
    case 'gzip': {
      const { open, bytesDone } = gunzipped(file, limits);
      const text = { name: file.name.replace(/\.gz$/i, ''), open };
      return plainText({ kind: 'text', text, container: { kind: 'gzip', parts: [] }, part: null, bytesDone });
    }
    case 'zip': {
      const zip = await openZip(file);
      return zip.container === 'workbook' ? sheetOf(zip, part) : fileOf(zip, file, part, limits);
    }
    case 'old-office': {
      // A workbook with a password is packed in the old format.
      const isEncrypted = head.bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));
      throw new SourceBreak({ kind: 'unsupported', what: isEncrypted ? 'encrypted-office' : 'old-excel' });
    }
    case 'other-archive':
      throw new SourceBreak({ kind: 'unsupported', what: 'other-archive' });
  }
}

async function sheetOf(zip: OpenZip, part: string | null): Promise<OpenSource> {
  const workbook = await openWorkbook(zip);
  const { sheets } = workbook;
  const sheet =
    sheets.find(({ name }) => name === part) ?? sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const parts = sheets.map(({ name, isHidden }) => ({ name, isHidden }));
  return { kind: 'workbook', workbook, container: { kind: 'workbook', parts }, part: sheet?.name ?? '' };
}

async function fileOf(
  zip: OpenZip,
  file: SourceFile,
  part: string | null,
  limits: UnpackLimits | undefined,
): Promise<OpenSource> {
  if (zip.names.includes('mimetype') && zip.names.includes('content.xml'))
    throw new SourceBreak({ kind: 'unsupported', what: 'open-document' });
  const names = zip.names.filter(isDataFile);
  const likely = names.find((name) => !/\.txt$/i.test(name)) ?? names[0];
  if (likely === undefined) throw new SourceBreak({ kind: 'no-parts', container: 'zip' });
  if (names.length > mostFiles) throw new SourceBreak({ kind: 'too-many-parts', container: 'zip' });
  const name = part !== null && names.includes(part) ? part : likely;
  const packed = zip.open(name, limits);
  return plainText({
    kind: 'text',
    text: { name: posix.basename(name), open: packed.pieces },
    container: { kind: 'zip', parts: names.map((one) => ({ name: one, isHidden: false })) },
    part: name,
    bytesDone: () => Math.max(1, Math.round(packed.share() * file.bytes)),
  });
}

/** Neither settings of a system nor folders. */
function isDataFile(name: string): boolean {
  return (
    /\.(csv|tsv|tab|txt|json|jsonl|ndjson)$/i.test(name) &&
    !name.split('/').some((folder) => folder.startsWith('.') || folder === '__MACOSX')
  );
}

/** What is packed twice is not unpacked twice. */
async function plainText(
  source: Extract<OpenSource, { readonly kind: 'text' }>,
): Promise<Extract<OpenSource, { readonly kind: 'text' }>> {
  const kind = fileKind((await readHead(source.text)).bytes);
  if (kind === 'plain') return source;
  throw new SourceBreak({ kind: 'unsupported', what: 'nested-archive' });
}
