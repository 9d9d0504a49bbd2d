import { isSendableKey } from '#shared/domain/atomPath.ts';
import type { AppError } from '#shared/domain/appError.ts';
import type { BatchReading } from '#shared/domain/atom.ts';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { isAboutRequest } from '#shared/domain/patience.ts';
import { succeed, type Result } from '#shared/domain/result.ts';

/**
 * What one batch of keys came to. `reading` is null where the service refuses even this one key alone, and where no
 * request can carry the keys.
 */
export interface BatchOutcome {
  readonly keys: readonly string[];
  /** What was known of each before it was read. */
  readonly before: readonly (CatalogueEntry | null)[];
  readonly reading: BatchReading | null;
  /** The keys were not asked for, because no request can carry them. */
  readonly areUnsendable: boolean;
}

/** Few enough that progress moves and a cancel is felt, many enough that a request carries its weight. */
const firstBatchSize = 500;
/** Single keys refused in a row, after which it is not the keys that are refused. */
const mostRefusedAlone = 5;

/**
 * Reads keys by batch recall, in order, and hands over each batch. A batch that the service finds too large, or
 * refuses as it is, is read in halves; a key that it refuses alone is handed over as refused. Keys that cannot be sent are
 * handed over as such, and keep none of the others from being read.
 *
 * @param ask gets told which failures are dealt with here; any other one ends the reading.
 */
export async function readInBatches(options: {
  readonly keys: readonly string[];
  readonly ask: (
    keys: readonly string[],
    expects: (error: AppError) => boolean,
  ) => Promise<Result<BatchReading>>;
  readonly before: (keys: readonly string[]) => Promise<readonly (CatalogueEntry | null)[]>;
  readonly take: (outcome: BatchOutcome) => Promise<void> | void;
  /** Single keys refused in a row, after which a refusal is no longer put down to the keys; 5 unless given. */
  readonly mostRefusedAlone?: number;
  /** Keys of the first batch, where all of them in one answer, under one snapshot, are worth more than progress. */
  readonly firstSize?: number;
}): Promise<Result<null>> {
  let size = options.firstSize ?? firstBatchSize;
  let refusedAlone = 0;
  const mostAlone = options.mostRefusedAlone ?? mostRefusedAlone;

  /** Whether a key in it was refused alone: then its batch was not too large, only that key unwelcome. */
  const readBatch = async (keys: readonly string[]): Promise<Result<boolean>> => {
    const expects = (error: AppError): boolean =>
      isAboutTheBatch(error) && (keys.length > 1 || refusedAlone < mostAlone);
    const before = await options.before(keys);
    const answer = await options.ask(keys, expects);
    if (!answer.ok && !expects(answer.error)) return answer;
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

  for (let at = 0; at < options.keys.length;) {
    const some = options.keys.slice(at, at + size);
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
}

/** Refusals of this very request, as against ones that would meet any. The interface names no answer for either. */
export function isAboutTheBatch(error: AppError): boolean {
  switch (error.code) {
    case 'payload_too_large':
    case 'sensitive_content':
    case 'invalid_input':
    case 'bad_response':
      return true;
    case 'timeout':
      // The link carries less than was asked for. A service that is silent would be silent for fewer keys too.
      return error.isSlow === true;
    case 'unexpected_status':
      return isAboutRequest(error.status);
    default:
      return false;
  }
}
