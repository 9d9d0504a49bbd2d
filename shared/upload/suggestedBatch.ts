import type { SizeKnowledge } from '../domain/store.ts';

/** Unless the service is known to accept fewer. */
const usualBatch = 500;

/** A batch size that the service has accepted, or else half of what it refused. */
export function suggestedBatch({ largestBatchAccepted, smallestBatchRefused }: SizeKnowledge): number {
  if (smallestBatchRefused === null || usualBatch < smallestBatchRefused) return usualBatch;
  if (largestBatchAccepted !== null && largestBatchAccepted < smallestBatchRefused)
    return largestBatchAccepted;
  return Math.max(1, Math.floor(smallestBatchRefused / 2));
}
