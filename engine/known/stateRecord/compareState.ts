import type { GroundLoss } from '#shared/grounds/grounds.ts';
import { countOf } from '#shared/text/phrases.ts';
import type { HeldKeys } from '../keyCalls.ts';
import type { HeldLedger } from '../../roots/rootLedger.ts';
import type { HeldPins } from './recordedState.ts';

/** How a part falls short of the record; null if it does not. */
export type Shortfall = { readonly why: GroundLoss; readonly detail: string } | null;

/** `found`: empty for none. */
export function compareRules(recorded: readonly string[], found: string): Shortfall {
  if (recorded.includes(found)) return null;
  return found === ''
    ? { why: 'missing', detail: 'connections.json' }
    : { why: 'damaged', detail: 'connections.json: other rules than recorded' };
}

export function comparePins(recorded: HeldPins, found: { digest: string; count: number }): Shortfall {
  if (recorded.digests.includes(found.digest)) return null;
  const detail = `${countOf(recorded.count, 'pin')} recorded, ${countOf(found.count, 'pin')} found`;
  if (found.count === 0) return { why: 'missing', detail };
  return { why: found.count < recorded.count ? 'older' : 'damaged', detail };
}

/** @param ledger as it was just opened */
export function compareLedger(
  recorded: HeldLedger,
  ledger: { readonly held: () => HeldLedger; readonly headOver: (size: number) => string | null },
): Shortfall {
  const found = ledger.held();
  const detail = `${entries(recorded.size)} recorded, ${entries(found.size)} found`;
  if (found.origin !== recorded.origin) {
    // One that was replaced before anything was in it is no loss.
    if (recorded.size === 0) return null;
    return { why: found.size === 0 ? 'missing' : 'damaged', detail };
  }
  const head = ledger.headOver(recorded.size);
  if (head === null) return { why: 'older', detail };
  if (head !== recorded.head) return { why: 'damaged', detail: 'entries were changed' };
  if (found.covered >= recorded.covered) return null;
  return {
    why: 'unsigned',
    detail: `signed over ${entries(recorded.covered)} before, over ${entries(found.covered)} now`,
  };
}

/** @param found as they were just opened */
export function compareKeys(recorded: HeldKeys, found: HeldKeys): Shortfall {
  if (found.writes >= recorded.writes && found.count >= recorded.count) return null;
  const detail = `${countOf(recorded.count, 'known key')} recorded, ${countOf(found.count, 'known key')} found`;
  if (found.writes >= recorded.writes) return { why: 'damaged', detail };
  return { why: found.writes === 0 ? 'missing' : 'older', detail };
}

function entries(size: number): string {
  return countOf(size, 'entry', 'entries');
}
