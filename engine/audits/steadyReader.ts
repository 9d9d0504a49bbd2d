import { isSendableKey } from '#shared/domain/atomPath.ts';
import type { AppError } from '#shared/domain/appError.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import { setbackOf } from '#shared/retry/retryPolicy.ts';
import { isAboutTheBatch, isSilence } from '../reading/runs/readInBatches.ts';

/** What became of one batch of keys. */
export type SteadyOutcome<Reading> =
  | { readonly kind: 'read'; readonly keys: readonly string[]; readonly reading: Reading }
  /** One key, which is set aside. */
  | { readonly kind: 'failed'; readonly keys: readonly string[]; readonly error: AppError }
  | { readonly kind: 'unsendable'; readonly keys: readonly string[] };

export interface SteadyReaderOptions<Reading> {
  /** Is told which failures are handled here; any other one waits, or ends the reading. */
  readonly ask: (keys: readonly string[], expects: (error: AppError) => boolean) => Promise<Result<Reading>>;
  /** Called in the order of the keys. */
  readonly take: (outcome: SteadyOutcome<Reading>) => Promise<void> | void;
  /** Absent: without end. */
  readonly patience?: ReadingPatience;
}

/** How long a reading goes on while one key after the other times out. */
export interface ReadingPatience {
  readonly ms: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Large enough to be efficient, small enough for visible progress. */
const largestBatch = 500;
/** Halving a batch down to the one key that makes it fail takes fewer requests in a row without a success. */
const mostFailures = 12;
/** Each takes as long as a request may take. */
const mostSilences = 2;
/** After this many single keys in a row, the keys may not be the cause. */
const mostAlone = 5;
/** Good batches before a larger one is tried, at first; each attempt in vain doubles it. */
const firstPatience = 4;
const mostPatience = 256;

/**
 * Reads the keys of an audit in order, in batches. One bad key or response never ends it: a batch that fails is read in halves, a
 * key that fails alone is set aside, and batches that had to become smaller grow again. Before a key is set aside, and when nothing
 * succeeds anymore, a key that was returned before tells whether the service still answers; if it does not, the reading waits.
 */
export function createSteadyReader<Reading>({
  ask,
  take,
  patience: waits,
}: SteadyReaderOptions<Reading>): (keys: readonly string[]) => Promise<Result<null>> {
  let size = largestBatch;
  let goodBatches = 0;
  let leastGood = firstPatience;
  /** Requests in a row without a success. */
  let failures = 0;
  let silences = 0;
  let alone = 0;
  let goodKey: string | null = null;
  /** Keys in a row that timed out alone, and when one was last read: keys that were read before do not count. */
  let timedOut = 0;
  let readAt = waits?.now() ?? 0;

  const isStuck = (): boolean => failures >= mostFailures || silences >= mostSilences || alone >= mostAlone;
  const succeeded = (): void => {
    failures = 0;
    silences = 0;
    alone = 0;
  };
  const failedWith = (error: AppError, keys: number): void => {
    failures += 1;
    if (isSilence(error)) silences += 1;
    if (keys === 1) alone += 1;
  };
  const isOutOfPatience = (): boolean =>
    waits !== undefined && timedOut >= mostAlone && waits.now() - readAt > waits.ms;
  const handles = (error: AppError): boolean =>
    error.code === 'timeout' && isOutOfPatience() ? false : isAboutTheBatch(error) || isOfTheService(error);
  /**
   * Whether the service returns anything at all.
   *
   * @param others keys to try in case none was returned yet
   */
  const isAnswering = async (others: readonly string[]): Promise<boolean> => {
    for (const key of goodKey === null ? others : [goodKey]) {
      const answer = await ask([key], handles);
      if (!answer.ok) continue;
      goodKey = key;
      succeeded();
      return true;
    }
    return false;
  };
  const grow = (): void => {
    goodBatches += 1;
    if (size === largestBatch || goodBatches < leastGood) return;
    size = Math.min(largestBatch, 2 * size);
    goodBatches = 0;
  };
  const shrink = (to: number): void => {
    if (to >= size) return;
    size = to;
    goodBatches = 0;
    leastGood = Math.min(mostPatience, 2 * leastGood);
  };

  /** @returns whether one of its keys failed alone: then the batch was not too large */
  const readBatch = async (keys: readonly string[], others: readonly string[]): Promise<Result<boolean>> => {
    if (isStuck()) await isAnswering(others);
    let isHandled = (error: AppError): boolean => !isStuck() && handles(error);
    let answer = await ask(keys, isHandled);
    // Before a key is called the cause, and while nothing was returned yet: if no other key is returned either, it is the service.
    const maySayNothing = goodKey === null || keys.length === 1;
    if (
      !answer.ok &&
      maySayNothing &&
      isHandled(answer.error) &&
      isOfTheService(answer.error) &&
      !(await isAnswering(others))
    ) {
      isHandled = isAboutTheBatch;
      answer = await ask(keys, isHandled);
    }
    if (answer.ok) {
      succeeded();
      goodKey = keys[0] ?? goodKey;
      timedOut = 0;
      readAt = waits?.now() ?? 0;
      await take({ kind: 'read', keys, reading: answer.value });
      return succeed(false);
    }
    const { error } = answer;
    if (!isHandled(error)) return answer;
    failedWith(error, keys.length);
    if (keys.length === 1) {
      if (error.code === 'timeout') timedOut += 1;
      await take({ kind: 'failed', keys, error });
      return succeed(true);
    }
    const middle = Math.ceil(keys.length / 2);
    const first = await readBatch(keys.slice(0, middle), others);
    if (!first.ok) return first;
    const second = await readBatch(keys.slice(middle), others);
    if (!second.ok) return second;
    const hasBadKey = first.value || second.value;
    if (!hasBadKey && isAboutSize(error)) shrink(middle);
    return succeed(hasBadKey);
  };

  return async (all) => {
    const sendable = all.filter(isSendableKey);
    const spread = [sendable.at(-1), sendable[sendable.length >> 1], sendable[0]];
    const others = [...new Set(spread.filter((key) => key !== undefined))];
    for (let at = 0; at < all.length;) {
      const some = all.slice(at, at + size);
      at += some.length;
      const keys = some.filter(isSendableKey);
      if (keys.length < some.length)
        await take({ kind: 'unsendable', keys: some.filter((key) => !isSendableKey(key)) });
      if (keys.length === 0) continue;
      const before = size;
      const read = await readBatch(keys, others);
      if (!read.ok) return read;
      if (size === before) grow();
    }
    return succeed(null);
  };
}

/** It may be about these keys or this moment; other keys may still be returned. */
function isOfTheService(error: AppError): boolean {
  return error.code !== 'unexpected_status' && setbackOf(error).kind === 'unavailable';
}

/** A response that cannot be read, or a failure of the service, says nothing about the size of the batch. */
function isAboutSize(error: AppError): boolean {
  return error.code === 'timeout' || (error.code !== 'bad_response' && !isOfTheService(error));
}
