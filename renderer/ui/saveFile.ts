import { savedWords } from '#shared/text/savedWords.ts';
import { unwrap } from '../api/unwrap.ts';
import { notifyDone, notifyFailure } from './notify.ts';

type Content = string | Uint8Array<ArrayBuffer>;

/** Asks where to save a file, saves it, and says how that went; nothing where the user thought better of it. */
export async function saveFile(suggestedName: string, content: Content | Promise<Content>): Promise<void> {
  try {
    const { path, replacedLink } = await unwrap(
      window.atomExplorer.saveFile({ suggestedName, content: await content }),
    );
    if (path !== null) notifyDone(savedWords(path, replacedLink));
  } catch (error) {
    notifyFailure(error);
  }
}
