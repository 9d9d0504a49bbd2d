import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus, IconShieldSearch } from '@tabler/icons-react';
import type { AuditInfo } from '#shared/domain/audit.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { useAudits, useAuditSchedules } from '../../api/audits.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { auditView, openNewAudit } from '../../state/auditView.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { AuditAllButton } from './AuditAllButton.tsx';
import { AuditList } from './AuditList.tsx';
import { ComparisonView } from './ComparisonView.tsx';
import { NewAuditDialog } from './NewAuditDialog.tsx';
import { OpenAudit } from './OpenAudit.tsx';

/** The audits of a connection: a list, and the open one. */
export function AuditScreen() {
  const connection = useActiveConnection();
  const audits = useAudits(connection.id);
  return (
    <QueryView query={audits} loading="Opening the audits" rows={8}>
      {(list) => <Audits key={connection.id} connection={connection} audits={list} />}
    </QueryView>
  );
}

/** Where a comparison takes the place of the list, too. */
const narrowWindow = '(max-width: 1199px)';

interface AuditsProps {
  readonly connection: Connection;
  readonly audits: readonly AuditInfo[];
}

function Audits({ connection, audits }: AuditsProps) {
  const { id } = connection;
  const { selected, form, compared } = auditView.useView(id);
  const { data: schedules = [] } = useAuditSchedules(id);
  const shown = audits.find((audit) => audit.id === selected) ?? audits[0];
  const isNarrow = useMediaQuery(narrowWindow, undefined, { getInitialValueInEffect: false });
  return (
    <>
      {shown === undefined && schedules.length === 0 && compared === null ? (
        <NoAudits connection={connection} />
      ) : (
        <Splitter
          name="audits"
          panes={[
            {
              label: 'Audits',
              defaultSize: '300px',
              min: '240px',
              content:
                compared !== null && isNarrow ? null : (
                  <AuditList
                    connection={connection}
                    audits={audits}
                    schedules={schedules}
                    shown={shown ?? null}
                  />
                ),
            },
            {
              label: 'Audit',
              defaultSize: 1,
              min: '400px',
              content:
                compared !== null ? (
                  <ComparisonView connectionId={id} compared={compared} />
                ) : shown === undefined ? (
                  <NoAudits connection={connection} />
                ) : (
                  <OpenAudit key={shown.id} connection={connection} info={shown} audits={audits} />
                ),
            },
          ]}
        />
      )}
      {form !== null && <NewAuditDialog connection={connection} preset={form} />}
    </>
  );
}

function NoAudits({ connection }: { readonly connection: Connection }) {
  return (
    <EmptyState
      icon={IconShieldSearch}
      title="No audits yet"
      description="An audit reads many keys, verifies each one, and lists every problem. It only reads. The audit is saved without values; evidence that you export from it contains them."
      action={
        <Group gap="sm">
          <AuditAllButton connectionId={connection.id} />
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => openNewAudit(connection.id, { kind: 'all' })}
          >
            New audit…
          </Button>
        </Group>
      }
    />
  );
}
