import type { AtomsQuery } from '#shared/domain/catalogueQuery.ts';
import { createCatalogueIndex } from '#shared/keyIndex/catalogueIndex.ts';
import { median, timed } from '../measure.ts';
import { keystrokes, sampleKeys } from './sampleKeys.ts';

/*
 * Searching values of 1 KB: each letter typed is searched in all of them, and the first rows are made with the part of the value around
 * the match, as the thread of the known keys does.
 */

const count = 100_000;
const valueLength = 1_024;
const rowsShown = 200;
const rounds = 3;
const texts = ['pressure', 'sensor 4711', 'zz', 'PUMP', 'no such text', 'é'] as const;

const words = ['pump', 'Valve', 'inlet', 'pressure', 'reading', 'checked', 'été', 'harbor', 'limit'] as const;

function valueOf(number: number): string {
  const start = `{"unit":"${number % 3 === 0 ? 'kPa' : 'bar'}","size":${String(number * 7919)},"note":"sensor ${String(number)}`;
  let text = start;
  for (let at = number; text.length < valueLength - 2; at += 7) text += ` ${words[at % words.length] ?? ''}`;
  return `${text.slice(0, valueLength - 2)}"}`;
}

export function valueFigures() {
  const index = createCatalogueIndex();
  for (const key of sampleKeys(count)) {
    index.put({
      key,
      version: 1,
      hash: null,
      leafIndex: null,
      verdict: 'green',
      source: 'recall',
      firstSeenAt: 0,
      readAt: 0,
      changedAt: null,
      gone: false,
      conflicting: false,
      placed: null,
      bookmarked: false,
      note: '',
      tags: [],
    });
  }
  const putMs = timed(() => {
    for (const [number, key] of sampleKeys(count).entries()) {
      // As they arrive from another thread: one flat string each.
      index.putValue(key, JSON.parse(JSON.stringify(valueOf(number))) as string, 'latest');
    }
  });
  const first = { from: 0, to: rowsShown };
  const ask = (text: string, sort: AtomsQuery['sort']): number => {
    const filter = { text, mode: 'contains', where: 'values' } as const;
    const show = { preview: true, fields: [] };
    return index.atoms({ filter, delimiter: '.', path: '', sort, show }, first).total;
  };
  const inOrder = { column: 'key', direction: 'ascending' } as const;
  // The minimum of several rounds excludes interruptions by other programs. Only the last few searches are kept, so each is done again.
  const measured = Array.from({ length: rounds }, () =>
    keystrokes(texts).map((text) => timed(() => ask(text, inOrder))),
  );
  const search = keystrokes(texts).map((_, at) =>
    Math.min(...measured.map((times) => times[at] ?? Number.NaN)),
  );
  const sortMs = timed(() => ask('pump', { column: '$.size', direction: 'ascending' }));
  return { values: count, putMs, search: { medianMs: median(search), worstMs: Math.max(...search) }, sortMs };
}
