import type { Ground, GroundsOf } from '#shared/grounds/grounds.ts';

/**
 * The grounds of one response: what was asked for it, as far as what is saved is all there.
 *
 * @param asked whether each part could be asked for this response
 * @param kept what the connection has; null if nobody records that
 */
export function withLosses(
  asked: GroundsOf<'reading'>,
  kept: GroundsOf<'reading'> | null,
): GroundsOf<'reading'> {
  if (kept === null) return asked;
  return {
    rules: weaker(asked.rules, kept.rules),
    pins: weaker(asked.pins, kept.pins),
    ledger: weaker(asked.ledger, kept.ledger),
    knownKeys: weaker(asked.knownKeys, kept.knownKeys),
  };
}

/** The connection knows better why a part is unavailable. */
function weaker(asked: Ground, kept: Ground): Ground {
  if (kept.kind === 'unavailable') return kept;
  return asked.kind === 'given' ? kept : asked;
}
