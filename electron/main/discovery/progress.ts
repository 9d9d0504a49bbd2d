import type { DiscoveryProgress, DiscoveryRequestKind, DiscoverySettings } from '#shared/domain/job.ts';
import type { DiscoveryOutcome } from './plan.ts';

const mostYields = 60;

function noDiscoveryProgress(settings: DiscoverySettings): DiscoveryProgress {
  return {
    settings,
    requests: 0,
    setAside: 0,
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

/** The progress after one more request was sent. */
export function withRequest(progress: DiscoveryProgress): DiscoveryProgress {
  const { yields, requests } = progress;
  return { ...progress, yields: withYield(yields, requests, 0), requests: requests + 1 };
}

/** The progress after keys came with the answer to the latest request. */
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

/** An answer of an earlier session, with the requests that it took. */
export interface EarlierAnswer extends Pick<DiscoveryOutcome, 'kind' | 'newKeys'> {
  readonly requests: number;
}

/** What the lines of an unfinished discovery came to. */
export function progressOf(
  settings: DiscoverySettings,
  answers: readonly EarlierAnswer[],
): DiscoveryProgress {
  return answers.reduce((progress, { kind, newKeys, requests }) => {
    const sent = Array.from({ length: requests }).reduce<DiscoveryProgress>(withRequest, progress);
    return withNewKeys(sent, kind, newKeys);
  }, noDiscoveryProgress(settings));
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
