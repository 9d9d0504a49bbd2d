import { unwrap } from '../api/unwrap.ts';
import { notifyDone, notifyFailure } from './notify.ts';

/** Asks where to save a text, saves it, and says how that went; nothing where the user thought better of it. */
export async function saveText(suggestedName: string, content: string): Promise<void> {
  try {
    const { path } = await unwrap(window.atomExplorer.saveFile({ suggestedName, content }));
    if (path !== null) notifyDone(`Saved to ${path}`);
  } catch (error) {
    notifyFailure(error);
  }
}
