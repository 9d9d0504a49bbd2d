import { ActionIcon, Button, Textarea, TextInput, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowsExchange, IconBinary, IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { VerdictSummary } from '../checks/VerdictSummary.tsx';
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
import { differenceWords } from './labWords.ts';
import classes from './TamperLab.module.css';
import type { TamperLabState } from './useTamperLab.ts';

interface TamperLabProps {
  readonly lab: TamperLabState;
  /** The level on which each sibling of the proof stands. */
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

/** Every part of the copy to be altered, and at once what that does. */
export function TamperLab({ lab, levels }: TamperLabProps) {
  const { copy, original, altered, checked, difference, change } = lab;
  const { siblings } = copy;
  const name = (field: LabField): string =>
    typeof field === 'number' ? `Sibling ${field + 1}${levelWords(levels[field])}` : labels[field];

  const fieldProps = (field: LabField) => ({
    label: name(field),
    text: fieldText(copy, field) ?? '',
    isAltered: altered.includes(field),
    onChange: (text: string) => change(withField(copy, field, text)),
    onRestore: () => change(withField(copy, field, fieldText(original, field) ?? '')),
  });
  const present = contentFields.filter((field) => copy[field] !== null);
  return (
    <section className={classes.lab} aria-label="Tamper lab">
      <div className={classes.outcome}>
        <h2>Verdict of the altered copy</h2>
        <div role="status">
          <VerdictSummary verdict={checked.verdict} />
          <p className={classes.difference}>{differenceWords(difference)}</p>
        </div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          disabled={altered.length === 0}
          onClick={() => change(original)}
        >
          Restore all
        </Button>
      </div>
      {present.length > 0 && <h3>Atom</h3>}
      {present.map((field) => (
        <Field key={field} {...fieldProps(field)} isLong={field === 'value'}>
          {field === 'version' ? (
            <Steps name={labels[field]} text={copy.version} onStep={fieldProps(field).onChange} />
          ) : (
            <Flip
              name={labels[field]}
              isDisabled={copy[field] === ''}
              onFlip={() => change(withField(copy, field, flipTextBit(copy[field] ?? '')))}
            />
          )}
        </Field>
      ))}
      <h3>Proof</h3>
      {placeFields.map((field) => (
        <Field key={field} {...fieldProps(field)}>
          <Steps name={labels[field]} text={copy[field]} onStep={fieldProps(field).onChange} />
        </Field>
      ))}
      {(['leafHash', 'rootHash'] as const).map((field) => (
        <Field key={field} {...fieldProps(field)} isHash>
          <Flip
            name={labels[field]}
            isDisabled={flipHashBit(copy[field]) === copy[field]}
            onFlip={() => change(withField(copy, field, flipHashBit(copy[field])))}
          />
        </Field>
      ))}
      {siblings.length > 0 && <h3>Siblings, as the proof lists them</h3>}
      {siblings.map((sibling, at) => (
        <Field key={at} {...fieldProps(at)} isHash>
          <Flip
            name={name(at)}
            isDisabled={flipHashBit(sibling) === sibling}
            onFlip={() => change(withField(copy, at, flipHashBit(sibling)))}
          />
          {siblings.length > 1 && (
            <Action
              label={`Swap ${name(at)} with the ${at + 1 === siblings.length ? 'first' : 'next'}`}
              onClick={() => change(swapWithNext(copy, at))}
            >
              <IconArrowsExchange size={15} aria-hidden />
            </Action>
          )}
        </Field>
      ))}
    </section>
  );
}

function levelWords(level: number | undefined): string {
  return level === undefined ? '' : ` (level ${level})`;
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
    classNames: { input: isHash ? (classes.hash ?? '') : '' },
  };
  return (
    <div className={classes.field} data-altered={isAltered}>
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      {isLong ? (
        <Textarea
          {...shared}
          autosize
          minRows={1}
          maxRows={5}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
      )}
      <div className={classes.actions}>
        {children}
        <Action label={`Restore ${label}`} isDisabled={!isAltered} onClick={onRestore}>
          <IconArrowBackUp size={15} aria-hidden />
        </Action>
      </div>
    </div>
  );
}

interface FlipProps {
  readonly name: string;
  readonly isDisabled: boolean;
  readonly onFlip: () => void;
}

function Flip({ name, isDisabled, onFlip }: FlipProps) {
  return (
    <Action label={`Flip a bit of ${name}`} isDisabled={isDisabled} onClick={onFlip}>
      <IconBinary size={16} aria-hidden />
    </Action>
  );
}

interface StepsProps {
  readonly name: string;
  readonly text: string;
  readonly onStep: (text: string) => void;
}

/** One less, one more: exact for integers of any size. */
function Steps({ name, text, onStep }: StepsProps) {
  const number = /^-?\d{1,80}$/.test(text.trim()) ? BigInt(text.trim()) : null;
  const step = (by: bigint) => () => {
    if (number !== null) onStep(`${number + by}`);
  };
  return (
    <>
      <Action label={`One less: ${name}`} isDisabled={number === null} onClick={step(-1n)}>
        <IconMinus size={15} aria-hidden />
      </Action>
      <Action label={`One more: ${name}`} isDisabled={number === null} onClick={step(1n)}>
        <IconPlus size={15} aria-hidden />
      </Action>
    </>
  );
}

interface ActionProps {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Action({ label, isDisabled = false, onClick, children }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.action ?? ''}
        size="sm"
        aria-label={label}
        disabled={isDisabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
