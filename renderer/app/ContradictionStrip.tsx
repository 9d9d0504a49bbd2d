import type { ConnectionId } from '#shared/domain/connection.ts';
import { countOf } from '#shared/text/phrases.ts';
import { useLedger } from '../api/ledger.ts';
import { showInLedger } from '../state/ledgerView.ts';
import { SmallButton } from '../ui/Buttons.tsx';
import { Callout } from '../ui/Callout.tsx';

/** Stays below the connection bar while a contradiction in the root ledger is open. */
export function ContradictionStrip({ connectionId }: { readonly connectionId: ConnectionId }) {
  const { data } = useLedger(connectionId);
  const newest = data?.newestContradiction ?? null;
  if (data === undefined || newest === null) return null;
  return (
    <Callout
      tone="danger"
      banner
      aria-label="Contradiction"
      actions={
        <SmallButton onClick={() => showInLedger(connectionId, newest)}>
          {data.openContradictions === 1 ? 'Show contradiction' : 'Show newest'}
        </SmallButton>
      }
    >
      <strong>{countOf(data.openContradictions, 'open contradiction')}:</strong> this service returned roots
      that cannot all be true.
    </Callout>
  );
}
