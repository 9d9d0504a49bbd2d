import { copyText } from '../api/files.ts';
import { notifyDone, notifyFailure } from './notify.ts';

/** Copies text, and says so in a notice: for commands without a button that could show it. */
export function copyAndSay(text: string): void {
  copyText(text).then(() => notifyDone('Copied.'), notifyFailure);
}
