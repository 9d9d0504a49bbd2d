import type { CheckReason, SchemeEvidence } from './checkReason.ts';
import type { SchemePin } from './scheme.ts';
import type { Check, CheckStatus } from './verdict.ts';

/** The result of one check, before it is added to a verdict. */
export type Finding = Omit<Check, 'name'>;

export function find(status: CheckStatus, reason: CheckReason): Finding {
  return { status, reason };
}

/** The result of a check that needs a decoded proof but has none: undecided, never failed. */
export function notChecked(because: 'missing' | 'malformed' | 'leafless'): Finding {
  return find('undecided', { code: 'no-proof', because });
}

export function evidenceOf(
  { origin, samples, confirmations = 0, pinnedFor }: SchemePin,
  candidates: number,
): SchemeEvidence {
  return { origin, samples, confirmations, candidates, ...(pinnedFor === undefined ? {} : { pinnedFor }) };
}
