import { IconListCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type { LedgerSummary, RootsQuery } from '#shared/domain/rootLedger.ts';
import { acceptedLossLines } from '#shared/text/acceptedLossWords.ts';
import { damageWords, ledgerLossWords, lostRootsWords } from '#shared/text/ledgerWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useLedger } from '../../api/ledger.ts';
import { usePins } from '../../api/pins.ts';
import { useSavedState } from '../../api/savedState.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { ledgerView } from '../../state/ledgerView.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Segments } from '../../ui/Choices.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListDetails } from '../../ui/ListDetails.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { LedgerHead } from './LedgerHead.tsx';
import { RootDetails } from './RootDetails.tsx';
import { RootTable } from './RootTable.tsx';

/** Every root that the service returned, and what the app can prove about this list. */
export function RootsScreen() {
  const connection = useActiveConnection();
  const summary = useLedger(connection.id);
  return (
    <QueryView query={summary} loading="Opening the root ledger" rows={8}>
      {(ledger) => <Ledger key={connection.id} connection={connection} ledger={ledger} />}
    </QueryView>
  );
}

interface LedgerProps {
  readonly connection: Connection;
  readonly ledger: LedgerSummary;
}

function Ledger({ connection, ledger }: LedgerProps) {
  const { id } = connection;
  const { filter, selected } = ledgerView.useView(id);
  const pins = usePins(id).data?.pins;
  const saved = useSavedState(id).data;
  // Of this ledger.
  const accepted = (saved?.accepted ?? []).filter(({ losses }) =>
    losses.some(({ part }) => part === 'ledger'),
  );
  const loss =
    [...(saved?.losses ?? []), ...(saved?.unavailable ?? [])].find(({ part }) => part === 'ledger') ?? null;
  const query = useMemo(
    (): RootsQuery =>
      filter.show === 'pinned'
        ? {
            ...filter,
            connectionId: id,
            show: 'all',
            among: (pins ?? []).map(({ rootHash }) => rootHash),
          }
        : { ...filter, connectionId: id, show: filter.show, among: null },
    [id, filter, pins],
  );
  const narrow = (parts: Partial<typeof filter>) => ledgerView.merge(id, { filter: { ...filter, ...parts } });
  return (
    <Screen
      head={
        <>
          <LedgerHead connectionId={id} ledger={ledger} loss={loss} />
          <Beginning ledger={ledger} />
          {acceptedLossLines(accepted).map((words) => (
            <Callout key={words} tone="neutral" compact m="sm">
              {words}
            </Callout>
          ))}
          <Toolbar role="search" aria-label="Roots">
            <Segments
              label="Show"
              names={{ all: 'All roots', doubtful: 'In doubt', pinned: 'Pinned' }}
              value={filter.show}
              onChange={(show) => narrow({ show })}
            />
            <SearchField
              label="Find root"
              size="xs"
              flex={1}
              miw={200}
              maw={420}
              maxLength={1_000}
              text={filter.text}
              onSearch={(text) => narrow({ text })}
            />
          </Toolbar>
        </>
      }
    >
      {ledger.roots === 0 ? (
        <EmptyState
          icon={IconListCheck}
          title={loss === null ? 'No roots yet' : ledgerLossWords(loss)}
          description={
            loss !== null
              ? lostRootsWords(loss)
              : 'Each response with a root is recorded here, with its time and request. Roots that contradict earlier ones are highlighted.'
          }
        />
      ) : (
        <ListDetails
          name="ledger"
          list={{
            label: 'Roots',
            share: 7,
            content: <RootTable query={query} revision={ledger.revision} />,
          }}
          details={{
            label: 'Root',
            share: 5,
            content: selected !== null && (
              <RootDetails key={selected} connection={connection} rootHash={selected} />
            ),
          }}
          nothing={{
            icon: IconListCheck,
            title: 'No root selected',
            description: 'Select a root to see every response that returned it.',
          }}
        />
      )}
    </Screen>
  );
}

/** How the ledger began, if it did not begin empty. */
function Beginning({ ledger: { beginning } }: { readonly ledger: LedgerSummary }) {
  if (beginning === null) return null;
  if (beginning.kind === 'migrated')
    return (
      <Callout tone="neutral" compact m="sm">
        The first {countOf(beginning.entries, 'entry', 'entries')} were migrated from the older format. Entry{' '}
        {countWords(beginning.sequence)} records that.
      </Callout>
    );
  return (
    <Callout tone="warning" compact m="sm">
      The previous ledger was damaged: {damageWords(beginning.damage)} It was moved to{' '}
      {visibleLine(beginning.movedTo)}, next to this ledger, so this ledger does not know earlier roots.
    </Callout>
  );
}
