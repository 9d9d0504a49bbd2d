import { IconHistory, IconListTree, IconShieldCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AtomsQuery } from '#shared/domain/catalogueQuery.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { changeKinds, type ChangeSummary } from '#shared/domain/keyChange.ts';
import { changeCoverageWords, changeKindNames, treeChangeWords } from '#shared/text/keyChangeWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { useAudits } from '../../api/audits.ts';
import { useCatalogueSummary } from '../../api/catalogueSummary.ts';
import { exportChanges, useChangeSummary } from '../../api/changes.ts';
import { useDelimiter } from '../../state/browsePreferences.ts';
import { showScreen, useActiveConnection } from '../../state/appStore.ts';
import { showChangedInBrowse } from '../../state/showInBrowse.ts';
import { changesView } from '../../state/changesView.ts';
import { usePreviousVisit } from '../../state/visitStore.ts';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { ListDetails } from '../../ui/ListDetails.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { useNow } from '../../ui/useTicks.ts';
import { AtomActionsProvider, useAtomActions } from '../atomActions/AtomActions.tsx';
import { JobStrips } from '../browse/JobStrips.tsx';
import { ChangeDetails } from './ChangeDetails.tsx';
import { ChangeTable } from './ChangeTable.tsx';
import { SinceField } from './SinceField.tsx';
import { timeOfChoice } from './sinceChoices.ts';

/** The known keys that changed since a time, and what that rests on. */
export function ChangesScreen() {
  const connection = useActiveConnection();
  return (
    <AtomActionsProvider key={connection.id} connection={connection}>
      <WhenRecorded connection={connection} />
    </AtomActionsProvider>
  );
}

interface OfConnection {
  readonly connection: Connection;
}

function WhenRecorded({ connection }: OfConnection) {
  const summary = useChangeSummary(connection.id, 0);
  return (
    <QueryView query={summary} loading="Opening the known keys" rows={8}>
      {({ recordedSince }) => <Changes connection={connection} recordedSince={recordedSince} />}
    </QueryView>
  );
}

function Changes({ connection, recordedSince }: OfConnection & { readonly recordedSince: number }) {
  const { id } = connection;
  const { since: choice, show, text, sort } = changesView.useView(id);
  const revision = useCatalogueSummary(id).data?.revision ?? 0;
  const delimiter = useDelimiter(id);
  const previousVisit = usePreviousVisit(id);
  const audits = useAudits(id).data;
  const now = useNow();
  const basis = { now, recordedSince, previousVisit, audits: audits ?? [] };
  const since = timeOfChoice(choice, basis) ?? recordedSince;
  const summary = useChangeSummary(id, since);
  const query = useMemo<AtomsQuery>(
    () => ({
      connectionId: id,
      filter: {
        text,
        mode: 'contains',
        changed: { since, ...(show !== 'all' && { kinds: [show] }) },
      },
      delimiter,
      path: '',
      sort,
    }),
    [id, text, since, show, delimiter, sort],
  );
  const counts = summary.data?.counts;
  const total = counts === undefined ? 0 : counts.new + counts.changed + counts.missing;
  return (
    <Screen
      data-keeps-focus
      head={
        <>
          <Toolbar
            role="search"
            aria-label="Changes"
            end={
              <>
                <IconButton
                  label="Show in Browse"
                  icon={IconListTree}
                  disabled={total === 0}
                  onClick={() => showChangedInBrowse(id, query.filter.changed)}
                />
                <ExportMenu
                  label="changes"
                  choices={csvOrJson}
                  disabled={total === 0}
                  onExport={(format) => exportChanges(query, format).catch(notifyFailure)}
                />
              </>
            }
          >
            <SinceField connectionId={id} basis={basis} since={since} />
            {counts !== undefined && total > 0 && (
              <FilterChips
                label="Kind of change"
                count={total}
                choices={changeKinds.map((kind) => ({
                  value: kind,
                  name: changeKindNames[kind],
                  count: counts[kind],
                }))}
                value={show}
                onChange={(next) => changesView.merge(id, { show: next })}
              />
            )}
            <SearchField
              label="Search keys"
              size="xs"
              w={180}
              text={text}
              onSearch={(next) => changesView.merge(id, { text: next })}
            />
          </Toolbar>
          <JobStrips connectionId={id} />
          {summary.data !== undefined && <Coverage connection={connection} summary={summary.data} />}
        </>
      }
    >
      {counts === undefined ? (
        <LoadingState label="Finding changes" rows={8} />
      ) : total === 0 ? (
        <EmptyState
          icon={IconHistory}
          title="No changes noticed"
          description="None of the keys read since then was new, changed, or missing."
        />
      ) : (
        <ChangeParts connection={connection} query={query} revision={revision} since={since} />
      )}
    </Screen>
  );
}

interface ChangePartsProps extends OfConnection {
  readonly query: AtomsQuery;
  readonly revision: number;
  readonly since: number;
}

function ChangeParts({ connection, query, revision, since }: ChangePartsProps) {
  const selected = changesView.useView(connection.id, (view) => view.selected);
  return (
    <ListDetails
      name="changes"
      list={{
        label: 'Changed keys',
        share: 7,
        content: <ChangeTable query={query} revision={revision} since={since} />,
      }}
      details={{
        label: 'Changes of a key',
        share: 4,
        content: selected !== null && (
          <ChangeDetails key={selected} connectionId={connection.id} atomKey={selected} since={since} />
        ),
      }}
      nothing={{
        icon: IconHistory,
        title: 'No key selected',
        description: 'Select a key to see its recorded changes.',
      }}
    />
  );
}

/** What the list rests on: since when changes are recorded, which keys were read, and the roots. */
function Coverage({ connection, summary }: OfConnection & { readonly summary: ChangeSummary }) {
  const actions = useAtomActions();
  const { words, isComplete } = changeCoverageWords(summary);
  const tree = treeChangeWords(summary);
  const { olderKeys, olderRead, keys, newLeaves } = summary;
  const readAll = (): void =>
    actions.read({
      kind: 'many',
      selection: {
        kind: 'query',
        query: {
          connectionId: connection.id,
          filter: { text: '', mode: 'contains' },
          delimiter: '.',
          path: '',
          sort: { column: 'readAt', direction: 'ascending' },
        },
        except: [],
      },
      count: keys,
      which: 'in all',
    });
  return (
    <Callout
      tone={isComplete ? 'neutral' : 'warning'}
      compact
      role="note"
      aria-label="What the changes rest on"
      m="sm"
      actions={
        <>
          {olderRead < olderKeys && (
            <SmallButton icon={IconShieldCheck} onClick={readAll}>
              Read {countOf(keys, 'key')} now
            </SmallButton>
          )}
          {newLeaves !== null && newLeaves.withoutKey !== '0' && (
            <SmallButton variant="subtle" onClick={() => showScreen('discover')}>
              Discover keys
            </SmallButton>
          )}
          {tree !== null && (
            <SmallButton variant="subtle" onClick={() => showScreen('roots')}>
              Show roots
            </SmallButton>
          )}
        </>
      }
    >
      {words}
      {tree !== null && <div>{tree}</div>}
    </Callout>
  );
}
