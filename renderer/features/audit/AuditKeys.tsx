import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { auditOutcomes } from '#shared/audit/auditRecord.ts';
import type { AuditDetails, AuditRecordFilter } from '#shared/domain/audit.ts';
import { auditOutcomeNames } from '#shared/text/auditWords.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { checkLabel } from '#shared/text/verdictWords.ts';
import { checkNames } from '#shared/merkle/verdict.ts';
import type { AuditRecordsQuery } from '../../api/audits.ts';
import { auditView } from '../../state/auditView.ts';
import { Segments } from '../../ui/Choices.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { hasEnded } from './auditStates.ts';
import { RecordGrid } from './RecordGrid.tsx';

/** The keys of an audit with what was found about each, and filters for them. */
export function AuditKeys({ details }: { readonly details: AuditDetails }) {
  const { info, summary, revision } = details;
  const { connectionId, id: auditId } = info;
  const { filter } = auditView.useView(connectionId);
  const query = useMemo(
    (): AuditRecordsQuery => ({ connectionId, auditId, filter }),
    [connectionId, auditId, filter],
  );
  const change = (next: AuditRecordFilter): void => auditView.merge(connectionId, { filter: next });
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
          <NativeSelect
            size="xs"
            aria-label="Outcome"
            value={filter.outcomes?.[0] ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const { outcomes: _, ...rest } = filter;
              const outcome = auditOutcomes.find((one) => one === value);
              change(outcome === undefined ? rest : { ...rest, outcomes: [outcome] });
            }}
            data={[
              { value: '', label: 'Any outcome' },
              ...auditOutcomes.map((value) => ({ value, label: auditOutcomeNames[value] })),
            ]}
          />
          <NativeSelect
            size="xs"
            aria-label="Check"
            value={filter.check ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const { check: _, ...rest } = filter;
              const check = checkNames.find((one) => one === value);
              change(check === undefined ? rest : { ...rest, check });
            }}
            data={[
              { value: '', label: 'Any check' },
              ...checkNames.map((value) => ({ value, label: checkLabel(value) })),
            ]}
          />
          {summary.roots.length > 1 && (
            <NativeSelect
              size="xs"
              aria-label="Root"
              value={filter.root === undefined ? '' : String(filter.root)}
              onChange={({ currentTarget: { value } }) => {
                const { root: _, ...rest } = filter;
                change(value === '' ? rest : { ...rest, root: Number(value) });
              }}
              data={[
                { value: '', label: 'Any root' },
                ...summary.roots.map(({ root }, at) => ({
                  value: String(at),
                  label: `Root ${shortHash(visibleLine(root.rootHash))}`,
                })),
              ]}
            />
          )}
          <TextInput
            data-find
            size="xs"
            flex={1}
            miw={140}
            maw={320}
            aria-label="Prefix"
            placeholder="Prefix"
            leftSection={<IconSearch size={14} aria-hidden />}
            value={filter.prefix ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const { prefix: _, ...rest } = filter;
              change(value === '' ? rest : { ...rest, prefix: value.slice(0, 1_000) });
            }}
          />
        </Toolbar>
      }
    >
      <RecordGrid
        label="Keys"
        query={query}
        revision={revision}
        hasExpectedChanges={details.header.expectedChanges !== null}
        empty={emptyWords(filter, hasEnded(info))}
      />
    </Screen>
  );
}

/** Says that there is nothing to find only where no other filter hides it. */
function emptyWords({ show, ...others }: AuditRecordFilter, isOver: boolean): string {
  if (show === 'all' || Object.keys(others).length > 0) return 'No key matches.';
  return `No ${show === 'changed' ? 'changed keys' : show}${isOver ? '' : ' so far'}.`;
}
