import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { cellTypes, dateForms, type CellStep } from '#shared/domain/rowMapping.ts';
import { dateFormNames, stepNames, typeNames } from '#shared/text/columnWords.ts';
import { Segments } from '../../../ui/Choices.tsx';

interface StepFieldsProps {
  readonly step: CellStep;
  readonly onChange: (step: CellStep) => void;
}

/** A step as it is when it is added. */
export function newStep(kind: CellStep['kind']): CellStep {
  switch (kind) {
    case 'trim':
    case 'empty':
      return { kind };
    case 'case':
      return { kind, to: 'lower' };
    case 'replace':
      return { kind, find: '', by: '' };
    case 'part':
      return { kind, separator: ',', number: 1 };
    case 'list':
      return { kind, separator: ',' };
    case 'default':
      return { kind, text: '' };
    case 'date':
      return { kind, from: 'day-first' };
    case 'type':
      return { kind, to: 'number' };
  }
}

const usualParts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1, -2, -3];

function partName(number: number): string {
  if (number > 0) return `Part ${String(number)}`;
  return number === -1 ? 'Last part' : `Part ${String(-number)} from the end`;
}

/** The name of a step, and its settings. */
export function StepFields({ step, onChange }: StepFieldsProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" w="11rem" flex="none">
        {stepNames[step.kind]}
      </Text>
      <Settings step={step} onChange={onChange} />
    </Group>
  );
}

function Settings({ step, onChange }: StepFieldsProps) {
  switch (step.kind) {
    case 'trim':
    case 'empty':
      return null;
    case 'case':
      return (
        <Segments
          label="Case"
          names={{ lower: 'lower', upper: 'UPPER' }}
          value={step.to}
          onChange={(to) => onChange({ ...step, to })}
        />
      );
    case 'replace':
      return (
        <>
          <OwnText label="Find" text={step.find} onChange={(find) => onChange({ ...step, find })} />
          <Text size="sm">with</Text>
          <OwnText label="Replace with" text={step.by} onChange={(by) => onChange({ ...step, by })} />
        </>
      );
    case 'part':
      return (
        <>
          <NativeSelect
            aria-label="Which part"
            size="xs"
            data={[...new Set([...usualParts, step.number])].map((number) => ({
              value: String(number),
              label: partName(number),
            }))}
            value={String(step.number)}
            onChange={({ currentTarget }) => onChange({ ...step, number: Number(currentTarget.value) })}
          />
          <Text size="sm">at</Text>
          <Separator step={step} onChange={onChange} />
        </>
      );
    case 'list':
      return (
        <>
          <Text size="sm">at</Text>
          <Separator step={step} onChange={onChange} />
        </>
      );
    case 'default':
      return (
        <OwnText label="Text if missing" text={step.text} onChange={(text) => onChange({ ...step, text })} />
      );
    case 'date':
      return (
        <NativeSelect
          aria-label="Date form"
          size="xs"
          flex={1}
          data={dateForms.map((value) => ({ value, label: dateFormNames[value] }))}
          value={step.from}
          onChange={({ currentTarget }) => {
            const from = dateForms.find((form) => form === currentTarget.value);
            if (from !== undefined) onChange({ ...step, from });
          }}
        />
      );
    case 'type':
      return (
        <NativeSelect
          aria-label="Type"
          size="xs"
          flex={1}
          data={cellTypes.map((value) => ({ value, label: typeNames[value] }))}
          value={step.to}
          onChange={({ currentTarget }) => {
            const to = cellTypes.find((type) => type === currentTarget.value);
            if (to !== undefined) onChange({ ...step, to });
          }}
        />
      );
  }
}

function Separator<Step extends Extract<CellStep, { readonly separator: string }>>({
  step,
  onChange,
}: {
  readonly step: Step;
  readonly onChange: (step: Step) => void;
}) {
  return (
    <OwnText
      label="Separator"
      text={step.separator}
      onChange={(separator) => onChange({ ...step, separator })}
    />
  );
}

interface OwnTextProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function OwnText({ label, text, onChange }: OwnTextProps) {
  return (
    <TextInput
      aria-label={label}
      size="xs"
      flex={1}
      miw="3rem"
      maxLength={10_000}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      spellCheck={false}
      autoComplete="off"
    />
  );
}
