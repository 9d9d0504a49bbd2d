import type { DiscoveryProgress, DiscoveryRequestKind, DiscoverySettings } from '#shared/domain/job.ts';
import type { DiscoveryOutcome } from './plan.ts';

const mostYields = 60;

function noDiscoveryProgress(settings: DiscoverySettings): DiscoveryProgress {
  return {
    settings,
    requests: 0,
    setAside: 0,
    newKeys: 0,
    newKeysBy: { recall: 0, predicted: 0, guess: 0, listed: 0 },
    limit: settings.limit,
    yields: { requestsEach: 1, newKeys: [] },
    coverage: null,
    wordsLeft: 0,
    latest: null,
    end: null,
  };
}

/** The progress after one more request was sent. */
export function withRequest(progress: DiscoveryProgress): DiscoveryProgress {
  const { yields, requests } = progress;
  return { ...progress, yields: withYield(yields, requests, 0), requests: requests + 1 };
}

/** The progress after the latest response added keys. */
export function withNewKeys(
  progress: DiscoveryProgress,
  kind: DiscoveryRequestKind,
  newKeys: number,
): DiscoveryProgress {
  const { requestsEach, newKeys: sums } = progress.yields;
  return {
    ...progress,
    newKeys: progress.newKeys + newKeys,
    newKeysBy: { ...progress.newKeysBy, [kind]: progress.newKeysBy[kind] + newKeys },
    yields: { requestsEach, newKeys: [...sums.slice(0, -1), (sums.at(-1) ?? 0) + newKeys] },
  };
}

/** A response of an earlier session, with the number of requests it took. */
export interface EarlierResponse extends Pick<DiscoveryOutcome, 'kind' | 'newKeys'> {
  readonly requests: number;
}

/** The totals of an unfinished discovery. */
export function progressOf(
  settings: DiscoverySettings,
  answers: readonly EarlierResponse[],
): DiscoveryProgress {
  return answers.reduce((progress, { kind, newKeys, requests }) => {
    const sent = Array.from({ length: requests }).reduce<DiscoveryProgress>(withRequest, progress);
    return withNewKeys(sent, kind, newKeys);
  }, noDiscoveryProgress(settings));
}

type Yields = DiscoveryProgress['yields'];

/** `requests`: how many were sent before this one. If there are too many points, each two are merged. */
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
