import type { AppError } from '#shared/domain/appError.ts';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Denial } from '#shared/domain/keyMemory.ts';
import { exportedAtom } from '#shared/text/exportedAtom.ts';
import { denialWords } from '#shared/text/memoryWords.ts';
import { applying } from '#shared/text/phrases.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { lookOf } from '../colors.ts';
import { exitCodes, type Look } from '../command.ts';
import { errorText } from '../session/orUnusable.ts';

/** What came of the request for one key. */
export type AtomResult =
  | { readonly kind: 'read'; readonly key: string; readonly reading: AtomReading }
  | { readonly kind: 'missing'; readonly key: string; readonly denial: Denial | null }
  | { readonly kind: 'failed'; readonly key: string; readonly error: AppError };

/** For programs. */
export function atomJson(result: AtomResult) {
  const { key } = result;
  switch (result.kind) {
    case 'read':
      return { ...exportedAtom(result.reading), why: verdictWords(result.reading.verdict).summary };
    case 'missing':
      return { key, outcome: 'missing', contradicts: contradicts(result), why: missingWords(result) };
    case 'failed':
      return { key, outcome: 'failed', error: result.error.code, why: errorText(result.error) };
  }
}

/** For people. The value is set in further than everything that this program says. */
export function atomText(result: AtomResult): { readonly text: string; readonly look: Look } {
  const name = visibleLine(result.key);
  switch (result.kind) {
    case 'read': {
      const { version, value, verdict } = result.reading;
      const { title, summary, grounds } = verdictWords(verdict);
      const versionText = version === null ? 'no version' : `version ${String(version)}`;
      return {
        look: lookOf(verdict.status),
        text: [
          `${name}, ${versionText}: ${title}`,
          ...(verdict.status === 'green' ? [] : [`  ${summary}`, ...grounds.map((words) => `  ${words}`)]),
          ...value.split('\n').map((line) => `    ${line}`),
        ].join('\n'),
      };
    }
    case 'missing':
      return {
        look: contradicts(result) ? 'bad' : 'open',
        text: [
          `${name}: ${contradicts(result) ? 'Contradiction' : 'Not found'}`,
          `  ${missingWords(result)}`,
        ].join('\n'),
      };
    case 'failed':
      return { look: 'open', text: [`${name}: Not read`, `  ${errorText(result.error)}`].join('\n') };
  }
}

function contradicts({ denial }: Extract<AtomResult, { readonly kind: 'missing' }>): boolean {
  return denial?.kind === 'contradiction';
}

function missingWords({ denial }: Extract<AtomResult, { readonly kind: 'missing' }>): string {
  return applying([
    'The service says that there is no such atom, which nothing proves.',
    denial === null ? null : denialWords(denial).what,
  ]).join(' ');
}

/** The worst decides: 1 for one that failed, 2 if nothing could be read, 3 for what is open. */
export function exitCodeOf(results: readonly AtomResult[]): number {
  const isBad = (result: AtomResult): boolean =>
    result.kind === 'read'
      ? result.reading.verdict.status === 'red'
      : result.kind === 'missing' && contradicts(result);
  if (results.some(isBad)) return exitCodes.bad;
  if (results.every(({ kind }) => kind === 'failed')) return exitCodes.unusable;
  const isGood = (result: AtomResult): boolean =>
    result.kind === 'read' && result.reading.verdict.status === 'green';
  return results.every(isGood) ? exitCodes.good : exitCodes.unclear;
}
