import { errorWords } from '#shared/text/errorWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import type { SightReading } from '../../api/sightReader.ts';
import classes from './BrowseScreen.module.css';

/** What the reading of rows in sight is at; nothing while there is nothing to say. */
export function SightLine({ reading }: { readonly reading: SightReading }) {
  if (reading.kind === 'resting') return null;
  return (
    <p className={classes.sight} role="status">
      {wordsOf(reading)}
    </p>
  );
}

function wordsOf(reading: Exclude<SightReading, { kind: 'resting' }>): string {
  switch (reading.kind) {
    case 'reading':
      return `Reading ${countOf(reading.count, 'unread atom')} in sight…`;
    case 'waiting':
      return `${errorWords(reading.error).title}. Atoms in sight are read again after a pause.`;
    case 'stopped':
      return `${errorWords(reading.error).title}. Atoms in sight are not read by themselves.`;
  }
}
