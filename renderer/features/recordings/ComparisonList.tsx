import { Text } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  isAlarming,
  stateOf,
  type StepComparison,
  type StepOutcome,
  type StepState,
} from '#shared/recordings/compareSteps.ts';
import type { RecordedStep } from '#shared/recordings/recording.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import {
  answerWords,
  comparisonSummary,
  moveWords,
  predictionChangeWords,
  requestWords,
  stateWords,
} from '#shared/text/recordingWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { usePages } from '../../ui/usePages.tsx';
import classes from './Recordings.module.css';
import kit from '../../ui/kit.module.css';

/** Differences first. */
const order: readonly StepState[] = [
  'changed',
  'failed',
  'only-before',
  'only-after',
  'ranks-changed',
  'predictions',
  'same',
];

interface ComparisonListProps {
  readonly comparisons: readonly StepComparison[];
  /** Names of the two sides, such as `recorded → replayed`. */
  readonly sides: string;
}

/** The result of a comparison in a sentence, then its steps grouped by result. */
export function ComparisonList({ comparisons, sides }: ComparisonListProps) {
  const groups = order.map((state) => ({
    state,
    steps: comparisons.filter((comparison) => stateOf(comparison) === state),
  }));
  return (
    <>
      <Text fw={600} role="status">
        {comparisonSummary(comparisons)}
      </Text>
      {groups
        .filter(({ steps }) => steps.length > 0)
        .map(({ state, steps }) => (
          <Group key={state} state={state} steps={steps} sides={sides} />
        ))}
    </>
  );
}

interface GroupProps {
  readonly state: StepState;
  readonly steps: readonly StepComparison[];
  readonly sides: string;
}

function Group({ state, steps, sides }: GroupProps) {
  const { shown, more } = usePages(steps, 100);
  return (
    // Unchanged steps are collapsed.
    <details className={classes.group} open={state !== 'same'} data-state={state}>
      <summary>
        {stateWords[state]}{' '}
        <Text span inherit c="dimmed" fw={400}>
          {countOf(steps.length, 'step')}
        </Text>
        {(state === 'changed' || state === 'ranks-changed' || state === 'predictions') && (
          <span className={classes.sides}>{sides}</span>
        )}
      </summary>
      <ol className={kit.lined} aria-label={stateWords[state]}>
        {shown.map(({ number, outcome }, at) => {
          const step = outcome.kind === 'only-after' ? outcome.after : outcome.before;
          return (
            <StepRow key={at} number={number} step={step} answer={sideWords(outcome)}>
              {outcome.kind === 'answered' && <Differences outcome={outcome} kind={step.kind} />}
            </StepRow>
          );
        })}
      </ol>
      {more}
    </details>
  );
}

interface StepRowProps {
  readonly number: number | null;
  readonly step: RecordedStep;
  readonly answer: string;
  readonly children: ReactNode;
}

/** A step with its number, request, and response. */
export function StepRow({ number, step, answer, children }: StepRowProps) {
  return (
    <li className={classes.step}>
      <span className={classes.number}>{number === null ? '' : countWords(number)}</span>
      <span className={classes.request}>{requestWords(step)}</span>
      <span className={classes.answer}>{answer}</span>
      {children}
    </li>
  );
}

function sideWords(outcome: StepOutcome): string {
  switch (outcome.kind) {
    case 'answered': {
      const before = answerWords(outcome.before);
      const after = answerWords(outcome.after);
      return before === after ? before : `${before} → ${after}`;
    }
    case 'failed':
      return errorWords(outcome.error).title;
    case 'only-before':
      return answerWords(outcome.before);
    case 'only-after':
      return answerWords(outcome.after);
  }
}

interface DifferencesProps {
  readonly outcome: Extract<StepOutcome, { readonly kind: 'answered' }>;
  readonly kind: RecordedStep['kind'];
}

function Differences({ outcome: { atoms, predictions }, kind }: DifferencesProps) {
  // First the differences that an honest service and honest writers cannot cause.
  const inOrder = [...atoms].sort((one, other) => Number(isAlarming(other)) - Number(isAlarming(one)));
  const { shown, more } = usePages(inOrder, 50);
  const words = predictionChangeWords(predictions);
  if (atoms.length === 0 && words === null) return null;
  return (
    <ul className={classes.differences}>
      {shown.map((move, at) => {
        const alarming = isAlarming(move);
        return (
          <li key={at}>
            <span>
              <KeyText atomKey={move.key} />
            </span>
            <span className={classes.change} data-alarming={alarming || undefined}>
              {alarming && <IconAlertTriangleFilled size={13} role="img" aria-label="Suspicious" />}
              {moveWords(move, kind)}
            </span>
          </li>
        );
      })}
      {more !== null && <li>{more}</li>}
      {words !== null && (
        <li className={classes.answer}>
          <span>Predictions</span> {words}
        </li>
      )}
    </ul>
  );
}
