import { largestUploadFile } from '#shared/domain/uploadSource.ts';
import { countOf, quoteText } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';

/** One thing that was dropped on the window. */
export interface DroppedThing<Content> {
  readonly name: string;
  readonly bytes: number;
  readonly isFolder: boolean;
  readonly content: Content;
}

/** The one file of what was dropped, or why there is none to take, in words. */
export type DropResult<Content> =
  { readonly ok: true; readonly file: Content } | { readonly ok: false; readonly why: string };

/** What can be taken of what was dropped: exactly one file with something in it. */
export function takeDropped<Content>(things: readonly DroppedThing<Content>[]): DropResult<Content> {
  const [first] = things;
  if (first === undefined) {
    return { ok: false, why: 'That was no file. Drop a file from your desktop or a folder.' };
  }
  if (things.length > 1) {
    return {
      ok: false,
      why: `Those were ${countOf(things.length, 'file')}. One file is uploaded at a time: drop them one after the other.`,
    };
  }
  const name = quoteText(first.name);
  if (first.isFolder) return { ok: false, why: `${name} is a folder. Drop one of the files in it.` };
  if (first.bytes === 0) return { ok: false, why: `${name} is empty: there is nothing to upload.` };
  if (first.bytes > largestUploadFile) {
    return {
      ok: false,
      why: `${name} is larger than ${sizeWords(largestUploadFile)}. Cut it into parts and upload those.`,
    };
  }
  return { ok: true, file: first.content };
}

/** The files and folders of a drop. Only readable while the event lasts. */
export function thingsOf(transfer: DataTransfer): readonly DroppedThing<File>[] {
  return [...transfer.items].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    if (file === null) return [];
    const isFolder = item.webkitGetAsEntry()?.isDirectory === true;
    return [{ name: file.name, bytes: file.size, isFolder, content: file }];
  });
}
