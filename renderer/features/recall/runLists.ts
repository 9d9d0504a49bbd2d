import type { RunSummary } from '#shared/domain/recallRun.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';

const mostPastQueries = 20;

/** The distinct queries of runs (newest first). */
export function distinctQueries(runs: readonly RunSummary[]): readonly string[] {
  return [...new Set(runs.map(({ query }) => query))].slice(0, mostPastQueries);
}

/** The previous run of the same query; null if there is none, or if this run is not saved. */
export function runBefore(runs: readonly RunSummary[], id: string): string | null {
  const run = runs.find((each) => each.id === id);
  if (run === undefined) return null;
  const earlier = runs.find(
    ({ id: other, query, at }) => other !== id && query === run.query && at <= run.at,
  );
  return earlier?.id ?? null;
}

/** The runs whose name or query contains all words, ignoring case. */
export function searchRuns(runs: readonly RunSummary[], typed: string): readonly RunSummary[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return runs.filter(({ name, query }) => {
    const text = `${name ?? ''}\n${query}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Pinned runs first, each part newest first. */
export function pinnedFirst(runs: readonly RunSummary[]): readonly RunSummary[] {
  return [...runs.filter(({ pinned }) => pinned), ...runs.filter(({ pinned }) => !pinned)];
}

/** A run on one line, for menus: its name or query, and its time. */
export function runLine({ name, query, at }: Pick<RunSummary, 'name' | 'query' | 'at'>): string {
  return `${visibleLine((name ?? query).slice(0, 80))} · ${momentWords(at)}`;
}
