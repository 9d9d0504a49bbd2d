import { Box, Group, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconLoader2,
  IconPlayerPause,
  IconPlus,
  type Icon,
} from '@tabler/icons-react';
import type { AuditInfo, AuditSchedule } from '#shared/domain/audit.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { openNewAudit, showAudit } from '../../state/auditView.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { VirtualList } from '../../ui/lists/VirtualList.tsx';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useNow } from '../../ui/useTicks.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { AuditAllButton } from './AuditAllButton.tsx';
import { progressWords, stateNames } from './auditStates.ts';
import { ScheduleList } from './ScheduleList.tsx';

interface AuditListProps {
  readonly connection: Connection;
  readonly audits: readonly AuditInfo[];
  readonly schedules: readonly AuditSchedule[];
  readonly shown: AuditInfo | null;
}

/** All audits of a connection, and the schedules that repeat some. */
export function AuditList({ connection, audits, schedules, shown }: AuditListProps) {
  const { id } = connection;
  const now = useNow();
  return (
    <Screen
      head={
        <PaneHead
          title="Audits"
          actions={
            <>
              <IconButton
                icon={IconPlus}
                label="New audit…"
                onClick={() => openNewAudit(id, { kind: 'all' })}
              />
              <AuditAllButton connectionId={id} />
            </>
          }
        />
      }
      foot={schedules.length > 0 && <ScheduleList schedules={schedules} audits={audits} />}
    >
      <VirtualList
        label="Audits"
        rows={audits}
        rowHeight={54}
        selected={shown === null ? -1 : audits.indexOf(shown)}
        onSelect={(at) => {
          const audit = audits[at];
          if (audit !== undefined) showAudit({ connectionId: id, auditId: audit.id });
        }}
        renderRow={(audit) => <Row audit={audit} now={now} />}
      />
    </Screen>
  );
}

function Row({ audit, now }: { readonly audit: AuditInfo; readonly now: number }) {
  return (
    <Group gap="sm" px="sm" wrap="nowrap" w="100%">
      <AuditMark audit={audit} />
      <Stack gap={0} flex={1} miw={0}>
        <Text size="sm" fw={600} truncate title={visibleLine(audit.name)}>
          {visibleLine(audit.name)}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {progressWords(audit)}
        </Text>
      </Stack>
      <Text size="xs" c="dimmed" flex="none" title={momentWords(audit.startedAt)}>
        {agoWords(audit.startedAt, now)}
      </Text>
    </Group>
  );
}

const stateIcons: Partial<Record<AuditInfo['state']['kind'], Icon>> = {
  paused: IconPlayerPause,
  interrupted: IconAlertTriangle,
  failed: IconAlertTriangle,
  canceled: IconBan,
};

/** The verdict of an audit, or its state until there is one. */
function AuditMark({ audit: { verdict, state } }: { readonly audit: AuditInfo }) {
  if (verdict !== null) return <VerdictBadge status={verdict} withLabel={false} />;
  const Glyph = stateIcons[state.kind] ?? IconLoader2;
  return (
    <Box c="dimmed" display="inline-flex" flex="none" role="img" aria-label={stateNames[state.kind]}>
      <Glyph size={16} aria-hidden />
    </Box>
  );
}
