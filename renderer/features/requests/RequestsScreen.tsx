import { Switch, VisuallyHidden } from '@mantine/core';
import {
  IconArrowsLeftRight,
  IconDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { mostLoggedRequests, type RequestLogSummary, type RequestsQuery } from '#shared/domain/requestLog.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import {
  clearRequests,
  exportRequests,
  findLoggedRequest,
  recordRequestBodies,
  useRequestSummary,
} from '../../api/requests.ts';
import { useRequestsView } from '../../state/requestsView.ts';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { FilterSelect, Segments } from '../../ui/Choices.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { ListDetails } from '../../ui/ListDetails.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { notifySaved } from '../../ui/saveFile.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { RequestDetails } from './RequestDetails.tsx';
import { RequestTable } from './RequestTable.tsx';

export interface RequestsScreenProps {
  /** The active connection; null if there is none. */
  readonly active: Connection | null;
  readonly connections: readonly Connection[];
}

/** The requests that the app sent to services since it started. */
export function RequestsScreen({ active, connections }: RequestsScreenProps) {
  const scope = useRequestsView((view) => view.scope);
  const connectionId = active === null || scope === 'all' ? null : active.id;
  const summary = useRequestSummary(connectionId);
  return (
    <>
      <VisuallyHidden component="h1">Requests</VisuallyHidden>
      <QueryView query={summary} loading="Loading requests" rows={8}>
        {(counts) => (
          <Requests active={active} connections={connections} connectionId={connectionId} counts={counts} />
        )}
      </QueryView>
    </>
  );
}

interface RequestsProps extends RequestsScreenProps, Pick<RequestsQuery, 'connectionId'> {
  readonly counts: RequestLogSummary;
}

function Requests({ active, connections, connectionId, counts }: RequestsProps) {
  const { filter, selected, wanted } = useRequestsView();
  const query = useMemo((): RequestsQuery => ({ ...filter, connectionId }), [filter, connectionId]);
  useFindWanted();
  return (
    <Screen
      data-keeps-focus
      head={
        <>
          <Head query={query} counts={counts} />
          {counts.recordsBodies && (
            <Callout tone="warning" role="status" banner>
              Bodies of new requests are kept in memory, with their keys, queries, and values, and without the
              API key. They are removed when you clear the list, lock the computer, or quit.
            </Callout>
          )}
          <Filters hasScope={active !== null} counts={counts} />
        </>
      }
    >
      {counts.total === 0 ? (
        <EmptyState
          icon={IconArrowsLeftRight}
          title="No requests yet"
          description="Every request that the app sends to a service is listed here, with its status, timing, sizes, and headers. The list is kept in memory until you quit."
        />
      ) : (
        <ListDetails
          name="requests"
          list={{
            label: 'Requests',
            share: 7,
            content: <RequestTable query={query} revision={counts.revision} connections={connections} />,
          }}
          details={{
            label: 'Request',
            share: 5,
            content: selected !== null && (
              <RequestDetails key={selected} id={selected} connections={connections} />
            ),
          }}
          nothing={wanted?.isMissing === true ? notInLog : nothingSelected}
        />
      )}
    </Screen>
  );
}

const notInLog = {
  icon: IconArrowsLeftRight,
  title: 'Request not in the log',
  description: 'It was cleared, dropped to make room for newer ones, or never sent.',
};
const nothingSelected = {
  icon: IconArrowsLeftRight,
  title: 'No request selected',
  description: 'Select a request to see its timing, headers, and attempts.',
};

/** Selects the last request of the call that another part of the window asked to show. */
function useFindWanted(): void {
  const wanted = useRequestsView((view) => view.wanted);
  const requestId = wanted === null || wanted.isMissing ? null : wanted.requestId;
  useEffect(() => {
    if (requestId === null) return;
    findLoggedRequest({ requestId }).then((id) => {
      const { wanted: current } = useRequestsView.getState();
      if (current?.requestId !== requestId) return;
      useRequestsView.setState(
        id === null
          ? { wanted: { requestId, isMissing: true } }
          : { wanted: null, selected: id, revealed: { key: String(id) } },
      );
    }, notifyFailure);
  }, [requestId]);
}

function Head({ query, counts }: { readonly query: RequestsQuery; readonly counts: RequestLogSummary }) {
  const { total, dropped, latest, recordsBodies } = counts;
  const isPaused = query.until !== null;
  const setUntil = (until: number | null): void =>
    useRequestsView.setState(({ filter }) => ({ filter: { ...filter, until } }));
  const notes = [
    ...(total > 0 ? [countOf(total, 'request')] : []),
    ...(dropped > 0
      ? [`${countWords(dropped)} older dropped, ${countWords(mostLoggedRequests)} kept for each connection`]
      : []),
    ...(isPaused ? ['paused: newer requests are recorded, but not listed'] : []),
  ];
  return (
    <PaneHead
      title="Requests"
      note={notes.join(' · ')}
      actions={
        <>
          <Switch
            size="xs"
            label="Record bodies"
            checked={recordsBodies}
            onChange={({ currentTarget }) => {
              recordRequestBodies({ isOn: currentTarget.checked }).catch(notifyFailure);
            }}
          />
          <SmallButton
            icon={isPaused ? IconPlayerPlay : IconPlayerPause}
            disabled={total === 0}
            onClick={() => setUntil(isPaused ? null : latest)}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </SmallButton>
          <SmallButton
            icon={IconDownload}
            disabled={total === 0}
            onClick={() => void notifySaved(exportRequests({ kind: 'query', query }))}
          >
            Export HAR…
          </SmallButton>
          <IconButton
            label="Clear requests"
            icon={IconTrash}
            disabled={total === 0}
            onClick={() => {
              useRequestsView.setState(({ filter }) => ({
                filter: { ...filter, show: 'all', until: null },
                selected: null,
                wanted: null,
              }));
              clearRequests({ connectionId: query.connectionId }).catch(notifyFailure);
            }}
          />
        </>
      }
    />
  );
}

const scopes = { connection: 'This connection', all: 'All connections' } as const;

function Filters({ hasScope, counts }: { readonly hasScope: boolean; readonly counts: RequestLogSummary }) {
  const { scope, filter } = useRequestsView();
  const narrow = (parts: Partial<typeof filter>): void =>
    useRequestsView.setState({ filter: { ...filter, ...parts } });
  return (
    <Toolbar role="search" aria-label="Requests">
      {hasScope && (
        <Segments
          label="Connections"
          names={scopes}
          value={scope}
          onChange={(chosen) => useRequestsView.setState({ scope: chosen })}
        />
      )}
      <FilterSelect
        label="Method"
        any="Any method"
        names={{ GET: 'GET', POST: 'POST' }}
        value={filter.method === 'all' ? null : filter.method}
        onChange={(method) => narrow({ method: method ?? 'all' })}
      />
      <SearchField
        label="Filter by path"
        size="xs"
        flex={1}
        miw={140}
        maw={360}
        maxLength={1_000}
        text={filter.text}
        onSearch={(text) => narrow({ text })}
      />
      <FilterChips
        count={counts.total}
        choices={[
          { value: 'failed', name: 'Failed', count: counts.failed },
          { value: 'retried', name: 'Retried', count: counts.retried },
        ]}
        value={filter.show}
        onChange={(show) => narrow({ show })}
      />
    </Toolbar>
  );
}
