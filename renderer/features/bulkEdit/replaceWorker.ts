import type { FromReplaceWorker, ToReplaceWorker } from './replaceMessages.ts';
import { replaceInValues } from './replaceInValues.ts';

// Runs the user's expressions where a bad one holds up nothing, and can be ended.
let values: readonly string[] = [];

addEventListener('message', ({ data }: MessageEvent<ToReplaceWorker>) => {
  if (data.kind === 'values') {
    values = data.values;
    return;
  }
  const answer: FromReplaceWorker = replaceInValues(values, data.choice);
  postMessage(answer);
});
