import { Chip, Group, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { longestScheduleMinutes, type ScheduleTiming } from '#shared/audit/scheduleTimes.ts';
import {
  scheduledValues,
  scheduleNotices,
  type AuditInfo,
  type AuditSchedule,
  type ScheduledValues,
  type ScheduleNotices,
} from '#shared/domain/audit.ts';
import { clockWords, dayNames, intervalWords, weekDays } from '#shared/text/scheduleWords.ts';
import { capitalized } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { changeAuditSchedule, createAuditSchedule } from '../../api/audits.ts';
import { useAuditEvidencePreferences } from '../../state/auditEvidencePreferences.ts';
import { Check } from '../../ui/Choices.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { staysOpen } from '../../ui/useDialogAction.ts';

/** Minutes between two audits that are offered. */
export const intervals = [60, 360, 1_440, 10_080] as const;

interface ScheduleDialogProps {
  /** The audit to repeat, or the schedule to change. */
  readonly of: { readonly audit: AuditInfo } | { readonly schedule: AuditSchedule };
  readonly onClose: () => void;
}

type Repeat = `${(typeof intervals)[number]}` | 'other' | 'at';

/** Repeats an audit while the app is open: when, what it saves, and what it tells. */
export function ScheduleDialog({ of, onClose }: ScheduleDialogProps) {
  const before = 'schedule' in of ? of.schedule : null;
  const [repeat, setRepeat] = useState<Repeat>(() => repeatOf(before?.timing ?? firstTiming));
  const [minutes, setMinutes] = useState(before?.timing.kind === 'every' ? before.timing.minutes : 1_440);
  const [time, setTime] = useState(before?.timing.kind === 'at' ? clockWords(before.timing) : '02:00');
  const [days, setDays] = useState<readonly number[]>(
    before?.timing.kind === 'at' ? before.timing.days : weekDays,
  );
  const [notifies, setNotifies] = useState<ScheduleNotices>(before?.notifies ?? 'failures');
  const [isSigned, setSigned] = useState(before !== null && before.evidence !== null);
  const [values, setValues] = useState<ScheduledValues>(before?.evidence?.values ?? 'failures');
  const [asksFolder, setAsksFolder] = useState(false);
  const { auditor } = useAuditEvidencePreferences();
  const timing = timingOf(repeat, minutes, time, days);
  const needsFolder = isSigned && (asksFolder || (before?.evidence ?? null) === null);
  const signs = isSigned ? values : null;
  return (
    <FormDialog
      title={before === null ? 'Schedule audit' : 'Edit schedule'}
      action={needsFolder ? 'Choose folder…' : before === null ? 'Schedule' : 'Save'}
      isDisabled={timing === null}
      onSubmit={async () => {
        if (timing === null) return staysOpen;
        if ('schedule' in of) {
          const { connectionId, id: scheduleId } = of.schedule;
          const change = { timing, notifies, evidence: { signs, auditor, asksFolder } };
          if ((await changeAuditSchedule({ connectionId, scheduleId, change })) === null) return staysOpen;
          return null;
        }
        const { connectionId, id: auditId } = of.audit;
        const wanted = { connectionId, auditId, timing, notifies, signs, auditor };
        return (await createAuditSchedule(wanted)) ?? staysOpen;
      }}
      onClose={onClose}
    >
      <NativeSelect
        label="Repeat"
        data-autofocus
        value={repeat}
        onChange={({ currentTarget: { value } }) => setRepeat(value as Repeat)}
        data={[
          { value: 'at', label: 'At a time of day' },
          ...intervals.map((value) => ({ value: String(value), label: capitalized(intervalWords(value)) })),
          { value: 'other', label: 'Another interval' },
        ]}
      />
      {repeat === 'other' && (
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
      {repeat === 'at' && (
        <>
          <TextInput
            type="time"
            label="Time"
            description="Of this computer’s clock, also when it changes to or from summer time."
            value={time}
            onChange={({ currentTarget }) => setTime(currentTarget.value)}
          />
          <Chip.Group
            multiple
            value={days.map(String)}
            onChange={(chosen) => setDays(weekDays.filter((day) => chosen.includes(String(day))))}
          >
            <Group gap="2xs" role="group" aria-label="Days">
              {weekDays.map((day) => (
                <Chip key={day} size="xs" value={String(day)}>
                  {dayNames[day]}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </>
      )}
      <NativeSelect
        label="Notifications"
        value={notifies}
        onChange={({ currentTarget: { value } }) =>
          setNotifies(scheduleNotices.options.find((one) => one === value) ?? 'failures')
        }
        data={scheduleNotices.options.map((value) => ({ value, label: noticeNames[value] }))}
      />
      <Check
        checked={isSigned}
        onChange={setSigned}
        label="Save signed evidence of each audit"
        description={evidenceWords(before?.evidence?.folder ?? null)}
      />
      {isSigned && (
        <NativeSelect
          label="Values in the evidence"
          ml="xl"
          value={values}
          onChange={({ currentTarget: { value } }) =>
            setValues(scheduledValues.options.find((one) => one === value) ?? 'failures')
          }
          data={scheduledValues.options.map((value) => ({ value, label: valueNames[value] }))}
        />
      )}
      {isSigned && (before?.evidence ?? null) !== null && (
        <Check ml="xl" checked={asksFolder} onChange={setAsksFolder} label="Choose another folder" />
      )}
      <Text inherit c="dimmed">
        The audit is repeated with the same keys and options while this app is open. If the app is closed or
        the computer sleeps at that time, the audit starts soon afterward, once for all missed times, and the
        schedule says so.
      </Text>
    </FormDialog>
  );
}

const firstTiming: ScheduleTiming = { kind: 'every', minutes: 1_440 };

function repeatOf(timing: ScheduleTiming): Repeat {
  if (timing.kind === 'at') return 'at';
  const offered = intervals.find((one) => one === timing.minutes);
  return offered === undefined ? 'other' : `${offered}`;
}

/** null if it is not complete. */
function timingOf(
  repeat: Repeat,
  minutes: number,
  time: string,
  days: readonly number[],
): ScheduleTiming | null {
  if (repeat === 'at') {
    const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
    if (hour === undefined || minute === undefined || days.length === 0) return null;
    return { kind: 'at', hour: Number(hour), minute: Number(minute), days };
  }
  if (repeat !== 'other') return { kind: 'every', minutes: Number(repeat) };
  return minutes < 1 || minutes > longestScheduleMinutes ? null : { kind: 'every', minutes };
}

function evidenceWords(folder: string | null): string {
  const what = 'A new folder for each, with the bundle, a report, all records, and the verification script';
  return folder === null
    ? `${what}. The app must be able to open the keychain then.`
    : `${what}, in ${visibleLine(folder)}.`;
}

const noticeNames: Readonly<Record<ScheduleNotices, string>> = {
  failures: 'If an audit fails',
  changes: 'If an audit is not verified, or anything changed',
  all: 'After every audit',
};

const valueNames: Readonly<Record<ScheduledValues, string>> = {
  none: 'No values',
  failures: 'Values of failed keys',
  all: 'All values',
};
