import { errorWords } from '#shared/text/errorWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import type { ViewportReading } from '../../api/viewportReader.ts';
import classes from './BrowseScreen.module.css';

/** What the reading of visible rows is at; nothing while there is nothing to say. */
export function ViewportReadState({ reading }: { readonly reading: ViewportReading }) {
  if (reading.kind === 'resting') return null;
  return (
    <p className={classes.readState} role="status">
      {wordsOf(reading)}
    </p>
  );
}

function wordsOf(reading: Exclude<ViewportReading, { kind: 'resting' }>): string {
  switch (reading.kind) {
    case 'reading':
      return `Reading ${countOf(reading.count, 'unread atom')} in sight…`;
    case 'waiting':
      return `${errorWords(reading.error).title}. Atoms in sight are read again after a pause.`;
    case 'stopped':
      return `${errorWords(reading.error).title}. Atoms in sight are not read by themselves.`;
  }
}
