import { replaceInValues } from './replaceInValues.ts';
import type { ToReplaceWorker } from './replaceQueue.ts';

// Runs the user's expressions where a bad one blocks nothing and can be stopped.
let values: readonly string[] = [];

addEventListener('message', ({ data }: MessageEvent<ToReplaceWorker>) => {
  if (data.kind === 'values') {
    values = data.values;
    return;
  }
  postMessage(replaceInValues(values, data.choice));
});
