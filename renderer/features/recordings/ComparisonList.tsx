import { Button, Text } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { assertNever } from '#shared/domain/result.ts';
import type { HitChange } from '#shared/recall/compareRuns.ts';
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
import { SmallButton } from '../../ui/Buttons.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
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
  /** Names of the two sides, such as `recorded` and `replayed`. */
  readonly firstName: string;
  readonly secondName: string;
}

/** The result of a comparison in a sentence, then its steps grouped by result. */
export function ComparisonList({ comparisons, firstName, secondName }: ComparisonListProps) {
  const groups = useMemo(() => {
    const found = new Map<StepState, StepComparison[]>();
    for (const each of comparisons) {
      const state = stateOf(each);
      const group = found.get(state);
      if (group === undefined) found.set(state, [each]);
      else group.push(each);
    }
    return order.flatMap((state) => {
      const steps = found.get(state);
      return steps === undefined ? [] : [{ state, steps }];
    });
  }, [comparisons]);
  return (
    <>
      <Text fw={600} role="status">
        {comparisonSummary(comparisons)}
      </Text>
      {groups.map(({ state, steps }) => (
        <Group key={state} state={state} steps={steps} sides={`${firstName} → ${secondName}`} />
      ))}
    </>
  );
}

const pageLength = 100;

interface GroupProps {
  readonly state: StepState;
  readonly steps: readonly StepComparison[];
  readonly sides: string;
}

function Group({ state, steps, sides }: GroupProps) {
  const [length, setLength] = useState(pageLength);
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
        {steps.slice(0, length).map((comparison, at) => (
          <Step key={at} comparison={comparison} />
        ))}
      </ol>
      {length < steps.length && (
        <SmallButton onClick={() => setLength(length + pageLength)}>Show more</SmallButton>
      )}
    </details>
  );
}

function Step({ comparison: { number, outcome } }: { readonly comparison: StepComparison }) {
  const step = outcome.kind === 'only-after' ? outcome.after : outcome.before;
  return (
    <li className={classes.step}>
      <span className={classes.number}>{number === null ? '' : countWords(number)}</span>
      <span className={classes.request}>{requestWords(step)}</span>
      <span className={classes.answer}>{sideWords(outcome)}</span>
      {outcome.kind === 'answered' && <Differences outcome={outcome} kind={step.kind} />}
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
    default:
      return assertNever(outcome);
  }
}

const mostDifferences = 50;

interface DifferencesProps {
  readonly outcome: Extract<StepOutcome, { readonly kind: 'answered' }>;
  readonly kind: RecordedStep['kind'];
}

function Differences({ outcome: { atoms, predictions }, kind }: DifferencesProps) {
  const [length, setLength] = useState(mostDifferences);
  const words = predictionChangeWords(predictions);
  if (atoms.length === 0 && words === null) return null;
  // First the differences that an honest service and honest writers cannot cause.
  const inOrder = [...atoms].sort((one, other) => Number(isAlarming(other)) - Number(isAlarming(one)));
  return (
    <ul className={classes.differences}>
      {inOrder.slice(0, length).map((move, at) => (
        <Difference key={at} move={move} kind={kind} />
      ))}
      {length < atoms.length && (
        <li>
          <Button size="compact-xs" variant="default" onClick={() => setLength(length + mostDifferences)}>
            Show {countWords(Math.min(mostDifferences, atoms.length - length))} more
          </Button>
        </li>
      )}
      {words !== null && (
        <li className={classes.predictions}>
          <span>Predictions</span> {words}
        </li>
      )}
    </ul>
  );
}

function Difference({ move, kind }: { readonly move: HitChange; readonly kind: RecordedStep['kind'] }) {
  const alarming = isAlarming(move);
  return (
    <li data-alarming={alarming || undefined}>
      <span>
        <KeyText atomKey={move.key} />
      </span>
      <span className={classes.change}>
        {alarming && <IconAlertTriangleFilled size={13} role="img" aria-label="Suspicious" />}
        {moveWords(move, kind)}
      </span>
    </li>
  );
}
