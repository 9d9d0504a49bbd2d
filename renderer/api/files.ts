import { unwrap } from './unwrap.ts';

/** Asks the user where to save. Answers where it was saved; null where they cancelled. @throws AppFailure */
export async function saveTextFile(suggestedName: string, content: string): Promise<string | null> {
  return (await unwrap(window.atomExplorer.saveFile({ suggestedName, content }))).path;
}

/** Asks the user for a file and reads it as UTF-8; null where they cancelled. @throws AppFailure */
export async function openTextFile(title: string, extensions: string[]): Promise<string | null> {
  const opened = await unwrap(window.atomExplorer.openFile({ title, extensions }));
  return opened === null ? null : new TextDecoder().decode(opened.bytes);
}
