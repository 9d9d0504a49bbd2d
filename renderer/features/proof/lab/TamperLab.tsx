import { Group, Text, Textarea, TextInput, Title } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconBinary,
  IconFlask,
  IconMinus,
  IconPlus,
  type Icon,
} from '@tabler/icons-react';
import type { ChangeEvent, ReactNode } from 'react';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { labDifferenceWords } from '#shared/text/labDifferenceWords.ts';
import { IconButton, SmallButton } from '../../../ui/Buttons.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { VerdictBadge } from '../../../ui/VerdictBadge.tsx';
import { VerdictSummary } from '../checks/VerdictParts.tsx';
import {
  contentFields,
  fieldText,
  flipHashBit,
  flipTextBit,
  placeFields,
  swapWithNext,
  withField,
  type LabField,
} from './labCopy.ts';
import classes from '../proof.module.css';
import type { TamperLabState } from './useTamperLab.ts';

interface LabBannerProps {
  /** The verdict on the original proof. */
  readonly real: VerdictStatus;
  readonly onLeave: () => void;
}

/** Says above everything in the lab that it is not the real proof. */
export function LabBanner({ real, onLeave }: LabBannerProps) {
  return (
    <Callout
      tone="neutral"
      icon={IconFlask}
      banner
      className={classes.banner ?? ''}
      aria-label="Lab copy"
      actions={
        <>
          Real proof: <VerdictBadge status={real} size="sm" />
          <SmallButton onClick={onLeave}>Exit lab</SmallButton>
        </>
      }
    >
      <strong>Tamper lab.</strong> You are editing a copy. Nothing here is sent, stored, or counted.
    </Callout>
  );
}

interface TamperLabProps {
  readonly lab: TamperLabState;
  /** The level of each sibling, in the order of the proof. */
  readonly levels: readonly number[];
}

const labels = {
  key: 'Key',
  value: 'Value',
  version: 'Version',
  leafHash: 'Leaf hash',
  rootHash: 'Root hash',
  leafIndex: 'Leaf index',
  treeSize: 'Tree size',
} as const;

/** Fields for every part of the copy, and the verdict on the altered copy. */
export function TamperLab({ lab, levels }: TamperLabProps) {
  const { copy, original, altered, checked, difference, change } = lab;
  const { siblings } = copy;
  const name = (field: LabField): string => {
    if (typeof field !== 'number') return labels[field];
    const level = levels[field];
    return `Sibling ${field + 1}${level === undefined ? '' : ` (level ${level})`}`;
  };

  const fieldProps = (field: LabField) => ({
    label: name(field),
    text: fieldText(copy, field) ?? '',
    isAltered: altered.includes(field),
    onChange: (text: string) => change(withField(copy, field, text)),
    onRestore: () => change(withField(copy, field, fieldText(original, field) ?? '')),
  });
  const flip = (field: LabField, flipped: string) => (
    <Action
      icon={IconBinary}
      label={`Flip a bit of ${name(field)}`}
      isDisabled={flipped === fieldText(copy, field)}
      onClick={() => change(withField(copy, field, flipped))}
    />
  );
  const present = contentFields.filter((field) => copy[field] !== null);
  return (
    <section aria-label="Tamper lab">
      <div className={classes.labVerdict}>
        <Title order={2} fz="sm" mb="xs">
          Verdict on the altered copy
        </Title>
        <div role="status">
          <VerdictSummary verdict={checked.verdict} />
          <Text size="sm" fw={600} mb="sm">
            {labDifferenceWords(difference)}
          </Text>
        </div>
        <SmallButton icon={IconArrowBackUp} disabled={altered.length === 0} onClick={() => change(original)}>
          Restore all
        </SmallButton>
      </div>
      {present.length > 0 && <Heading>Atom</Heading>}
      {present.map((field) => (
        <Field key={field} {...fieldProps(field)} isLong={field === 'value'}>
          {field === 'version' ? (
            <Steps name={labels[field]} text={copy.version} onStep={fieldProps(field).onChange} />
          ) : (
            flip(field, flipTextBit(copy[field] ?? ''))
          )}
        </Field>
      ))}
      <Heading>Proof</Heading>
      {placeFields.map((field) => (
        <Field key={field} {...fieldProps(field)}>
          <Steps name={labels[field]} text={copy[field]} onStep={fieldProps(field).onChange} />
        </Field>
      ))}
      {(['leafHash', 'rootHash'] as const).map((field) => (
        <Field key={field} {...fieldProps(field)} isHash>
          {flip(field, flipHashBit(copy[field]))}
        </Field>
      ))}
      {siblings.length > 0 && <Heading>Siblings, in the order of the proof</Heading>}
      {siblings.map((sibling, at) => (
        <Field key={at} {...fieldProps(at)} isHash>
          {flip(at, flipHashBit(sibling))}
          {siblings.length > 1 && (
            <Action
              icon={IconArrowsExchange}
              label={`Swap ${name(at)} with the ${at + 1 === siblings.length ? 'first' : 'next'}`}
              onClick={() => change(swapWithNext(copy, at))}
            />
          )}
        </Field>
      ))}
    </section>
  );
}

function Heading({ children }: { readonly children: ReactNode }) {
  return (
    <Title order={3} fz="sm" c="dimmed" mt="md" mb="2xs">
      {children}
    </Title>
  );
}

interface FieldProps {
  readonly label: string;
  readonly text: string;
  readonly isAltered: boolean;
  readonly isHash?: boolean;
  readonly isLong?: boolean;
  readonly onChange: (text: string) => void;
  readonly onRestore: () => void;
  readonly children: ReactNode;
}

function Field(props: FieldProps) {
  const { label, text, isAltered, isHash = false, isLong = false, onChange, onRestore, children } = props;
  const shared = {
    size: 'xs' as const,
    'aria-label': label,
    value: text,
    spellCheck: false,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(event.currentTarget.value),
    ...(isHash && { ff: 'monospace', styles: { input: { fontFamily: 'inherit', fontSize: '0.75rem' } } }),
  };
  return (
    <div className={classes.field} data-altered={isAltered}>
      <Text span size="sm" aria-hidden>
        {label}
      </Text>
      {isLong ? <Textarea {...shared} autosize minRows={1} maxRows={5} /> : <TextInput {...shared} />}
      <Group gap="3xs" justify="flex-end" wrap="nowrap">
        {children}
        <Action
          icon={IconArrowBackUp}
          label={`Restore ${label}`}
          isDisabled={!isAltered}
          onClick={onRestore}
        />
      </Group>
    </div>
  );
}

interface StepsProps {
  readonly name: string;
  readonly text: string;
  readonly onStep: (text: string) => void;
}

/** Minus one and plus one, exact for integers of any size. */
function Steps({ name, text, onStep }: StepsProps) {
  const number = /^-?\d{1,80}$/.test(text.trim()) ? BigInt(text.trim()) : null;
  const step = (by: bigint) => () => {
    if (number !== null) onStep(`${number + by}`);
  };
  return (
    <>
      <Action icon={IconMinus} label={`Decrease ${name}`} isDisabled={number === null} onClick={step(-1n)} />
      <Action icon={IconPlus} label={`Increase ${name}`} isDisabled={number === null} onClick={step(1n)} />
    </>
  );
}

interface ActionProps {
  readonly icon: Icon;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

function Action({ isDisabled = false, ...rest }: ActionProps) {
  return <IconButton className={classes.labAction ?? ''} size="sm" disabled={isDisabled} {...rest} />;
}
