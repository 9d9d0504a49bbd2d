import type { SavedFile } from '#shared/ipc/appTypes.ts';
import { savedWords } from '#shared/text/savedWords.ts';
import * as files from '../api/files.ts';
import { notifyDone, notifyFailure } from './notify.ts';

type Content = string | Uint8Array<ArrayBuffer>;

/** Saves a file where the user chooses, and shows a notice of the outcome; none if the user cancels. Never rejects. */
export async function saveFile(suggestedName: string, content: Content | Promise<Content>): Promise<void> {
  await notifySaved(
    Promise.resolve(content).then((ready) => files.saveFile({ suggestedName, content: ready })),
  );
}

/** The same for a file that main writes by itself. @returns whether it was saved */
export async function notifySaved(saving: Promise<SavedFile>): Promise<boolean> {
  try {
    const { path, replacedLink } = await saving;
    if (path !== null) notifyDone(savedWords(path, replacedLink));
    return path !== null;
  } catch (error) {
    notifyFailure(error);
    return false;
  }
}
