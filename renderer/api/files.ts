import type { OpenedFile, SavedFile } from '#shared/ipc/appTypes.ts';
import { ipc } from './ipc.ts';

/** The bytes of a file of at most 64 MB that the user chooses; null if they cancel. `title` names the kind of file. */
export function openFile(title: string, extensions: readonly string[]): Promise<OpenedFile | null> {
  return ipc.openFile({ title, extensions });
}

/** Writes a file where the user chooses; `path` is null if they cancel. */
export function writeFile(
  suggestedName: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<SavedFile> {
  return ipc.saveFile({ suggestedName, content });
}

/** Main alone may use the clipboard. */
export function copyText(text: string): Promise<null> {
  return ipc.copyText(text);
}
