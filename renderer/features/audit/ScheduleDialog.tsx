import { NativeSelect, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { longestScheduleMinutes, type AuditInfo, type AuditSchedule } from '#shared/domain/audit.ts';
import { capitalized } from '#shared/text/phrases.ts';
import { ipc } from '../../api/ipc.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { intervalWords } from './auditStates.ts';

/** Minutes between two audits that are offered. */
export const intervals = [60, 360, 1_440, 10_080] as const;

interface ScheduleDialogProps {
  /** The audit to repeat, or the schedule to change. */
  readonly of: { readonly audit: AuditInfo } | { readonly schedule: AuditSchedule };
  readonly onClose: () => void;
}

/** Repeats an audit while the app is open. */
export function ScheduleDialog({ of, onClose }: ScheduleDialogProps) {
  const [minutes, setMinutes] = useState('schedule' in of ? of.schedule.everyMinutes : 1_440);
  const [isOther, setOther] = useState(!intervals.some((one) => one === minutes));
  return (
    <FormDialog
      title={'schedule' in of ? 'Edit schedule' : 'Schedule audit'}
      action={'schedule' in of ? 'Save' : 'Schedule'}
      isDisabled={minutes < 1 || minutes > longestScheduleMinutes}
      onSubmit={() =>
        'schedule' in of
          ? ipc.changeAuditSchedule({
              connectionId: of.schedule.connectionId,
              scheduleId: of.schedule.id,
              change: { everyMinutes: minutes },
            })
          : ipc.createAuditSchedule({
              connectionId: of.audit.connectionId,
              auditId: of.audit.id,
              everyMinutes: minutes,
            })
      }
      onClose={onClose}
    >
      <NativeSelect
        label="Repeat"
        data-autofocus
        value={isOther ? 'other' : String(minutes)}
        onChange={({ currentTarget: { value } }) => {
          setOther(value === 'other');
          if (value !== 'other') setMinutes(Number(value));
        }}
        data={[
          ...intervals.map((value) => ({ value: String(value), label: capitalized(intervalWords(value)) })),
          { value: 'other', label: 'Another interval' },
        ]}
      />
      {isOther && (
        <NumberInput
          label="Minutes between two audits"
          min={1}
          max={longestScheduleMinutes}
          allowDecimal={false}
          allowNegative={false}
          value={minutes}
          onChange={(value) => setMinutes(typeof value === 'number' ? value : 0)}
        />
      )}
      <Text inherit c="dimmed">
        The audit is repeated with the same keys and options while this app is open. If the app is closed at
        that time, the audit starts soon after the next start. A notification tells you when one fails.
      </Text>
    </FormDialog>
  );
}
