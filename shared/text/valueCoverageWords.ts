import type { ValueCoverage } from '../domain/catalogueQuery.ts';
import { countOf } from './phrases.ts';
import { countWords } from './sizes.ts';

/** `Searched the values of 120 of 345 known keys.`, and why others are missing that cannot simply be read. */
export function valueCoverageWords(coverage: ValueCoverage): string {
  const { keys, searched, tooLarge, dropped, history } = coverage;
  if (searched === keys) return `Searched the values of all ${countOf(keys, 'known key')}.`;
  const some = `Searched the values of ${countWords(searched)} of ${countOf(keys, 'known key')}.`;
  return [
    some,
    ...(tooLarge > 0
      ? [`${countOf(tooLarge, 'value')} ${tooLarge === 1 ? 'is' : 'are'} too large to search.`]
      : []),
    ...(dropped > 0 ? [`${countOf(dropped, 'value')} did not fit into memory.`] : []),
    ...historyWords(history),
  ].join(' ');
}

function historyWords(history: ValueCoverage['history']): readonly string[] {
  switch (history) {
    case 'none':
    case 'loaded':
      return [];
    case 'loading':
      return ['Loading values from the history…'];
    case 'key-missing':
      return ['The history was not searched: its key is not in the keychain.'];
    case 'locked':
      return ['The history was not searched: the computer is locked.'];
    case 'unreadable':
      return ['The history was not searched: it could not be opened.'];
  }
}
