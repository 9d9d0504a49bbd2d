import { Group, Select, TextInput } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { changesView, type SinceChoice } from '../../state/changesView.ts';
import { fieldText, timeOfField, type SinceBasis } from './sinceChoices.ts';

interface SinceFieldProps {
  readonly connectionId: ConnectionId;
  readonly basis: Omit<SinceBasis, 'audits'> & {
    readonly audits: readonly { readonly id: string; readonly name: string; readonly startedAt: number }[];
  };
  /** The time that is shown now; epoch milliseconds. */
  readonly since: number;
}

/** Chooses since when changes are shown. */
export function SinceField({ connectionId, basis, since }: SinceFieldProps) {
  const choice = changesView.useView(connectionId, (view) => view.since);
  const choose = (next: SinceChoice): void => changesView.merge(connectionId, { since: next });
  const { previousVisit, recordedSince, audits } = basis;
  return (
    <Group gap="xs" wrap="nowrap">
      <Select
        size="xs"
        w={250}
        aria-label="Changes since"
        allowDeselect={false}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        value={nameOf(choice)}
        onChange={(name) => {
          const next = name === null ? null : choiceOf(name, since);
          if (next !== null) choose(next);
        }}
        data={[
          {
            value: 'visit',
            label:
              previousVisit === null
                ? 'Since the first visit'
                : `Since the last visit (${momentWords(previousVisit)})`,
          },
          { value: 'today', label: 'Since midnight' },
          { value: 'week', label: 'Since 7 days ago' },
          { value: 'recorded', label: `Since recording began (${momentWords(recordedSince)})` },
          { value: 'date', label: 'Since a date…' },
          ...(audits.length > 0
            ? [
                {
                  group: 'The start of an audit',
                  items: audits.map(({ id, name, startedAt }) => ({
                    value: auditPrefix + id,
                    label: `Since audit “${visibleLine(name)}” (${momentWords(startedAt)})`,
                  })),
                },
              ]
            : []),
        ]}
      />
      {choice.kind === 'date' && (
        <TextInput
          size="xs"
          type="datetime-local"
          step={1}
          aria-label="Date and time"
          defaultValue={fieldText(choice.at)}
          onChange={({ currentTarget: { value } }) => {
            const at = timeOfField(value);
            if (at !== null) choose({ kind: 'date', at });
          }}
        />
      )}
    </Group>
  );
}

const auditPrefix = 'audit:';

function nameOf(choice: SinceChoice): string {
  return choice.kind === 'audit' ? auditPrefix + choice.auditId : choice.kind;
}

/** @param since what a date begins with */
function choiceOf(name: string, since: number): SinceChoice | null {
  if (name.startsWith(auditPrefix)) return { kind: 'audit', auditId: name.slice(auditPrefix.length) };
  if (name === 'date') return { kind: 'date', at: since };
  return name === 'visit' || name === 'today' || name === 'week' || name === 'recorded'
    ? { kind: name }
    : null;
}
