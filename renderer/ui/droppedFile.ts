import { countOf, quoteText } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';

/** A file or folder that was dropped on the window. */
export interface DroppedItem<Content> {
  readonly name: string;
  readonly bytes: number;
  readonly isFolder: boolean;
  readonly content: Content;
}

/** The dropped file, or the reason why it cannot be used. */
export type DropResult<Content> =
  | { readonly ok: true; readonly file: Content }
  | { readonly ok: false; readonly reason: string };

/** Accepts exactly one file that is not empty and not larger than `maxBytes`. */
export function acceptDropped<Content>(
  items: readonly DroppedItem<Content>[],
  maxBytes: number,
): DropResult<Content> {
  const [first] = items;
  if (first === undefined) {
    return { ok: false, reason: 'Not a file. Drop a file from your desktop or a folder.' };
  }
  if (items.length > 1) {
    return { ok: false, reason: `You dropped ${countOf(items.length, 'file')}. Drop one file at a time.` };
  }
  const name = quoteText(first.name);
  if (first.isFolder) return { ok: false, reason: `${name} is a folder. Drop a file from it instead.` };
  if (first.bytes === 0) return { ok: false, reason: `${name} is empty.` };
  if (first.bytes > maxBytes) return { ok: false, reason: tooLargeWords(first.name, maxBytes) };
  return { ok: true, file: first.content };
}

/** All files that are not empty and not too large, and why the others are refused. */
export function acceptAllDropped<Content>(
  items: readonly DroppedItem<Content>[],
  maxBytes: number,
): { readonly files: readonly Content[]; readonly reasons: readonly string[] } {
  const results = items.map((item) => acceptDropped([item], maxBytes));
  if (results.length === 0) results.push(acceptDropped<Content>([], maxBytes));
  return {
    files: results.flatMap((result) => (result.ok ? [result.file] : [])),
    reasons: results.flatMap((result) => (result.ok ? [] : [result.reason])),
  };
}

/** Why a file of this name is refused: it has more than `maxBytes`. */
export function tooLargeWords(name: string, maxBytes: number): string {
  return `${quoteText(name)} is larger than ${sizeWords(maxBytes)}, the most that can be opened here.`;
}

/** The files and folders of a drop. Readable only while the event is handled. */
export function droppedItems(transfer: DataTransfer): readonly DroppedItem<File>[] {
  return [...transfer.items].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    if (file === null) return [];
    const isFolder = item.webkitGetAsEntry()?.isDirectory === true;
    return [{ name: file.name, bytes: file.size, isFolder, content: file }];
  });
}
