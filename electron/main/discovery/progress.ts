import type { DiscoveryProgress, DiscoveryRequestKind, DiscoverySettings } from '#shared/domain/job.ts';
import type { DiscoveryOutcome } from './plan.ts';

const mostYields = 60;

function noDiscoveryProgress(settings: DiscoverySettings): DiscoveryProgress {
  return {
    settings,
    requests: 0,
    newKeys: 0,
    newKeysBy: { recall: 0, predicted: 0, guess: 0 },
    limit: settings.limit,
    yields: { requestsEach: 1, newKeys: [] },
    coverage: null,
    wordsLeft: 0,
    latest: null,
    end: null,
  };
}

/** The progress after one more request. */
export function withRequest(
  progress: DiscoveryProgress,
  kind: DiscoveryRequestKind,
  newKeys: number,
): DiscoveryProgress {
  return {
    ...progress,
    newKeys: progress.newKeys + newKeys,
    newKeysBy: { ...progress.newKeysBy, [kind]: progress.newKeysBy[kind] + newKeys },
    yields: withYield(progress.yields, progress.requests, newKeys),
    requests: progress.requests + 1,
  };
}

/** What the lines of an unfinished discovery came to. */
export function progressOf(
  settings: DiscoverySettings,
  outcomes: readonly Pick<DiscoveryOutcome, 'kind' | 'newKeys'>[],
): DiscoveryProgress {
  return outcomes.reduce(
    (progress, { kind, newKeys }) => withRequest(progress, kind, newKeys),
    noDiscoveryProgress(settings),
  );
}

type Yields = DiscoveryProgress['yields'];

/** `requests`: how many were made before this one. When the numbers become too many, each two are put together. */
function withYield(yields: Yields, requests: number, newKeys: number): Yields {
  if (requests % yields.requestsEach !== 0) {
    const last = yields.newKeys.at(-1) ?? 0;
    return { ...yields, newKeys: [...yields.newKeys.slice(0, -1), last + newKeys] };
  }
  if (yields.newKeys.length < mostYields) return { ...yields, newKeys: [...yields.newKeys, newKeys] };
  const halved = yields.newKeys.flatMap((first, index) =>
    index % 2 === 0 ? [first + (yields.newKeys[index + 1] ?? 0)] : [],
  );
  return withYield({ requestsEach: yields.requestsEach * 2, newKeys: halved }, requests, newKeys);
}
