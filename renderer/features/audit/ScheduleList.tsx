import { Box, Group, Menu, Stack, Switch, Text, Title } from '@mantine/core';
import { IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { AuditInfo, AuditSchedule } from '#shared/domain/audit.ts';
import { capitalized, quoteText } from '#shared/text/phrases.ts';
import { lateWords, timingWords } from '#shared/text/scheduleWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { changeAuditSchedule, deleteAuditSchedule } from '../../api/audits.ts';
import { showAudit } from '../../state/auditView.ts';
import { IconButton, IconMenuItem, SmallButton } from '../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';

interface ScheduleListProps {
  readonly schedules: readonly AuditSchedule[];
  readonly audits: readonly AuditInfo[];
}

/** The audits that repeat while the app is open. */
export function ScheduleList({ schedules, audits }: ScheduleListProps) {
  return (
    <Stack
      component="section"
      aria-label="Schedules"
      gap="xs"
      p="sm"
      mah="40%"
      style={{ overflowY: 'auto', borderTop: 'var(--hairline)' }}
    >
      <Title order={3} fz="sm">
        Schedules
      </Title>
      {schedules.map((schedule) => (
        <Schedule
          key={schedule.id}
          schedule={schedule}
          last={audits.find(({ id }) => id === schedule.lastAuditId) ?? null}
        />
      ))}
    </Stack>
  );
}

function Schedule({ schedule, last }: { readonly schedule: AuditSchedule; readonly last: AuditInfo | null }) {
  const { connectionId, id: scheduleId, name, timing, isOn, nextAt, evidence, trouble } = schedule;
  const late = lateWords(schedule);
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null);
  // What the user chose, until the schedule has it: a switch that waits for the main process looks stuck.
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (chosen === isOn) setChosen(null);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Switch
        size="xs"
        mt="3xs"
        aria-label={`Schedule ${visibleLine(name)}`}
        checked={chosen ?? isOn}
        onChange={({ currentTarget: { checked } }) => {
          setChosen(checked);
          changeAuditSchedule({ connectionId, scheduleId, change: { isOn: checked } }).catch(
            (error: unknown) => {
              setChosen(null);
              notifyFailure(error);
            },
          );
        }}
      />
      <Box flex={1} miw={0}>
        <Text size="sm" truncate title={visibleLine(name)}>
          {visibleLine(name)}
        </Text>
        <Text size="xs" c="dimmed">
          {capitalized(timingWords(timing))}
          {isOn ? `, next ${momentWords(nextAt)}` : ', off'}
        </Text>
        {evidence !== null && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Evidence in {visibleLine(evidence.folder)}
          </Text>
        )}
        {late !== null && (
          <Text size="xs" c="dimmed">
            {late}
          </Text>
        )}
        {trouble !== null && (
          <Text size="xs" c="var(--verdict-red-fg)">
            {trouble}
          </Text>
        )}
        {last !== null && (
          <SmallButton
            size="compact-xs"
            variant="subtle"
            onClick={() => showAudit({ connectionId, auditId: last.id })}
          >
            Last: {last.verdict === null ? 'no result yet' : <VerdictBadge status={last.verdict} size="sm" />}
          </SmallButton>
        )}
      </Box>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton
            size="sm"
            icon={IconDotsVertical}
            label={`Actions for schedule ${visibleLine(name)}`}
            tooltip="More actions"
          />
        </Menu.Target>
        <Menu.Dropdown>
          <IconMenuItem icon={IconPencil} onClick={() => setAsking('edit')}>
            Edit…
          </IconMenuItem>
          <IconMenuItem icon={IconTrash} c="var(--verdict-red-fg)" onClick={() => setAsking('delete')}>
            Delete…
          </IconMenuItem>
        </Menu.Dropdown>
      </Menu>
      {asking === 'edit' && <ScheduleDialog of={{ schedule }} onClose={() => setAsking(null)} />}
      {asking === 'delete' && (
        <ConfirmDialog
          title="Delete schedule?"
          action="Delete"
          onConfirm={() => deleteAuditSchedule({ connectionId, scheduleId })}
          onClose={() => setAsking(null)}
        >
          <p>{quoteText(name)} will not be repeated anymore. The audits so far are kept.</p>
        </ConfirmDialog>
      )}
    </Group>
  );
}
