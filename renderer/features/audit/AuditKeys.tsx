import { IconShieldSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AuditDetails, AuditRecordFilter } from '#shared/domain/audit.ts';
import { auditOutcomeNames } from '#shared/text/auditWords.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { checkLabel } from '#shared/text/verdictWords.ts';
import { checkNames, type CheckName } from '#shared/merkle/verdict.ts';
import type { AuditRecordsQuery } from '../../api/audits.ts';
import { auditView } from '../../state/auditView.ts';
import { FilterSelect, Segments } from '../../ui/Choices.tsx';
import { ListDetails } from '../../ui/ListDetails.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { hasEnded } from './auditStates.ts';
import { RecordDetails } from './RecordDetails.tsx';
import { RecordGrid } from './RecordGrid.tsx';

/** The keys of an audit with what was found about each, and filters for them. */
export function AuditKeys({ details }: { readonly details: AuditDetails }) {
  const { info, summary, revision } = details;
  const { connectionId, id: auditId } = info;
  const { filter, record } = auditView.useView(connectionId);
  const hasExpectedChanges = details.header.expectedChanges !== null;
  const query = useMemo(
    (): AuditRecordsQuery => ({ connectionId, auditId, filter }),
    [connectionId, auditId, filter],
  );
  const change = (next: AuditRecordFilter): void =>
    auditView.merge(connectionId, { filter: next, record: null });
  return (
    <Screen
      head={
        <Toolbar role="search" aria-label="Keys of the audit">
          <Segments
            label="Show"
            names={{ findings: 'Findings', failures: 'Failures', changed: 'Changed', all: 'All' }}
            value={filter.show}
            onChange={(show) => change({ ...filter, show })}
          />
          <FilterSelect
            label="Outcome"
            any="Any outcome"
            names={auditOutcomeNames}
            value={filter.outcomes?.[0] ?? null}
            onChange={(outcome) => {
              const { outcomes: _, ...rest } = filter;
              change(outcome === null ? rest : { ...rest, outcomes: [outcome] });
            }}
          />
          <FilterSelect
            label="Check"
            any="Any check"
            names={checkLabels}
            value={filter.check ?? null}
            onChange={(check) => {
              const { check: _, ...rest } = filter;
              change(check === null ? rest : { ...rest, check });
            }}
          />
          {summary.roots.length > 1 && (
            <FilterSelect
              label="Root"
              any="Any root"
              names={Object.fromEntries(
                summary.roots.map(({ root }, at) => [at, `Root ${shortHash(visibleLine(root.rootHash))}`]),
              )}
              value={filter.root === undefined ? null : String(filter.root)}
              onChange={(root) => {
                const { root: _, ...rest } = filter;
                change(root === null ? rest : { ...rest, root: Number(root) });
              }}
            />
          )}
          <SearchField
            label="Prefix"
            size="xs"
            flex={1}
            miw={140}
            maw={320}
            maxLength={1_000}
            text={filter.prefix ?? ''}
            onSearch={(value) => {
              const { prefix: _, ...rest } = filter;
              change(value === '' ? rest : { ...rest, prefix: value });
            }}
          />
        </Toolbar>
      }
    >
      <ListDetails
        name="audit-keys"
        list={{
          label: 'Keys',
          share: 7,
          content: (
            <RecordGrid
              label="Keys"
              query={query}
              revision={revision}
              hasExpectedChanges={hasExpectedChanges}
              empty={emptyWords(filter, hasEnded(info))}
              details={{
                record,
                onSelect: (found, index) => auditView.merge(connectionId, { record: { found, index } }),
              }}
            />
          ),
        }}
        details={{
          label: 'Key',
          share: 4,
          content: record !== null && (
            <RecordDetails
              connectionId={connectionId}
              record={record.found}
              hasExpectedChanges={hasExpectedChanges}
            />
          ),
        }}
        nothing={{
          icon: IconShieldSearch,
          title: 'No key selected',
          description: 'Select a key to see what the audit found. Enter reads it again and shows its proof.',
        }}
      />
    </Screen>
  );
}

const checkLabels = Object.fromEntries(checkNames.map((name) => [name, checkLabel(name)])) as Record<
  CheckName,
  string
>;

/** Says that there is nothing to find only where no other filter hides it. */
function emptyWords({ show, ...others }: AuditRecordFilter, isOver: boolean): string {
  if (show === 'all' || Object.keys(others).length > 0) return 'No key matches.';
  return `No ${show === 'changed' ? 'changed keys' : show}${isOver ? '' : ' so far'}.`;
}
