import { isSendableKey } from '#shared/domain/atomPath.ts';
import type { AppError } from '#shared/domain/appError.ts';
import type { BatchReading } from '#shared/domain/atom.ts';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { isAboutRequest } from '#shared/retry/failureScope.ts';
import { succeed, type Result } from '#shared/domain/result.ts';

/**
 * The result of one batch of keys. `reading` is null if the service refuses a single key, and if the keys
 * cannot be sent.
 */
export interface BatchOutcome<Reading = BatchReading> {
  readonly keys: readonly string[];
  /** What was known of each key before it was read. */
  readonly before: readonly (CatalogueEntry | null)[];
  readonly reading: Reading | null;
  /** The keys were not requested because they cannot be sent. */
  readonly areUnsendable: boolean;
}

/** Small enough for visible progress and quick canceling, large enough to be efficient. */
const firstBatchSize = 500;
/** After this many single keys refused in a row, the keys are not the cause. */
const mostRefusedAlone = 5;
/**
 * How often a batch gets smaller because nothing came, until something comes: a service may need long to prepare a large
 * response, but one that does not respond at all would not respond to fewer keys either.
 */
const mostSilences = 2;

export interface BatchReadingOptions<Reading> {
  /** Is told which failures are handled here; any other one ends the reading. */
  readonly ask: (keys: readonly string[], expects: (error: AppError) => boolean) => Promise<Result<Reading>>;
  readonly before: (keys: readonly string[]) => Promise<readonly (CatalogueEntry | null)[]>;
  readonly take: (outcome: BatchOutcome<Reading>) => Promise<void> | void;
  /** After this many single keys refused in a row, the keys are not the cause; 5 by default. */
  readonly mostRefusedAlone?: number;
  /** Size of the first batch, if one snapshot for all keys matters more than progress. */
  readonly firstSize?: number;
}

/**
 * Reads keys by batch recall, in order, and reports each batch. A batch that the service finds too large or
 * refuses, or prepares for too long, is read in halves; a key that is refused alone is reported as refused. Keys that cannot be sent are
 * reported as such and do not affect the others.
 */
export function readInBatches<Reading>(
  options: BatchReadingOptions<Reading> & { readonly keys: readonly string[] },
): Promise<Result<null>> {
  return createBatchReader(options)(options.keys);
}

/** The same for keys that come in parts: what was learned about the size of batches holds for all of them. */
function createBatchReader<Reading>(
  options: BatchReadingOptions<Reading>,
): (keys: readonly string[]) => Promise<Result<null>> {
  let size = options.firstSize ?? firstBatchSize;
  let refusedAlone = 0;
  let silences = 0;
  const mostAlone = options.mostRefusedAlone ?? mostRefusedAlone;

  /** Whether one of its keys was refused alone: then the batch was not too large. */
  const readBatch = async (keys: readonly string[]): Promise<Result<boolean>> => {
    const expects = (error: AppError): boolean =>
      isSilence(error)
        ? keys.length > 1 && silences < mostSilences
        : isAboutTheBatch(error) && (keys.length > 1 || refusedAlone < mostAlone);
    const before = await options.before(keys);
    const answer = await options.ask(keys, expects);
    if (!answer.ok && !expects(answer.error)) return answer;
    silences = !answer.ok && isSilence(answer.error) ? silences + 1 : 0;
    if (!answer.ok && keys.length > 1) {
      const middle = Math.ceil(keys.length / 2);
      const first = await readBatch(keys.slice(0, middle));
      if (!first.ok) return first;
      const second = await readBatch(keys.slice(middle));
      if (!second.ok) return second;
      const hasUnwelcome = first.value || second.value;
      if (!hasUnwelcome) size = Math.min(size, middle);
      return succeed(hasUnwelcome);
    }
    refusedAlone = answer.ok ? 0 : refusedAlone + 1;
    await options.take({ keys, before, reading: answer.ok ? answer.value : null, areUnsendable: false });
    return succeed(!answer.ok);
  };

  return async (all) => {
    for (let at = 0; at < all.length;) {
      const some = all.slice(at, at + size);
      const keys = some.filter(isSendableKey);
      if (keys.length < some.length) {
        const unsendable = some.filter((key) => !isSendableKey(key));
        const before = await options.before(unsendable);
        await options.take({ keys: unsendable, before, reading: null, areUnsendable: true });
      }
      if (keys.length > 0) {
        const read = await readBatch(keys);
        if (!read.ok) return read;
      }
      at += some.length;
    }
    return succeed(null);
  };
}

/** Nothing came, or so little that fewer keys would take as long. */
export function isSilence(error: AppError): boolean {
  return error.code === 'timeout' && (error.isSlow !== true || error.isTrickle === true);
}

/** Refusals of this request, not of any request. The API does not define a status for either. */
export function isAboutTheBatch(error: AppError): boolean {
  switch (error.code) {
    case 'payload_too_large':
    case 'sensitive_content':
    case 'invalid_input':
    case 'bad_response':
      return true;
    case 'timeout':
      // The link is too slow for the batch.
      return !isSilence(error);
    case 'unexpected_status':
      return isAboutRequest(error.status);
    default:
      return false;
  }
}
