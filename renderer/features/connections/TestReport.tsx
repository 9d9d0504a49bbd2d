import { Box, Group, List, Loader, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconMinus,
  IconQuestionMark,
} from '@tabler/icons-react';
import {
  testSteps,
  type ConnectionTest,
  type TestStep,
  type TestStepName,
} from '#shared/domain/connectionTest.ts';
import { testStepNames, testStepWords, testSummary } from '#shared/text/connectionTestWords.ts';
import { durationWords } from '#shared/text/times.ts';
import { AppFailure } from '../../api/unwrap.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';

const marks = {
  passed: { Icon: IconCheck, name: 'Passed', color: 'var(--verdict-green-fg)' },
  failed: { Icon: IconAlertTriangle, name: 'Failed', color: 'var(--verdict-red-fg)' },
  unknown: { Icon: IconQuestionMark, name: 'Not learned', color: 'var(--verdict-amber-fg)' },
  absent: { Icon: IconMinus, name: 'None', color: 'var(--ink-dim)' },
  'not-run': { Icon: IconCircleDashed, name: 'Not tested', color: 'var(--ink-dim)' },
} as const;

interface TestReportProps {
  readonly test: ConnectionTest;
  readonly isRunning: boolean;
}

/** The steps of a connection test, as far as it came. Green is only what a response showed. */
export function TestReport({ test, isRunning }: TestReportProps) {
  return (
    <Stack gap="sm" fz="sm">
      <Text inherit fw={600} role="status">
        {isRunning ? 'Testing…' : testSummary(test)}
      </Text>
      <List listStyleType="none" spacing="sm" fz="sm" aria-label="Steps of the test">
        {testSteps.map((name) => (
          <StepLine
            key={name}
            name={name}
            step={test.find(({ step }) => step === name) ?? null}
            isRunning={isRunning && testSteps[test.length] === name}
          />
        ))}
      </List>
    </Stack>
  );
}

interface StepLineProps {
  readonly name: TestStepName;
  /** null: not run, or not yet. */
  readonly step: TestStep | null;
  readonly isRunning: boolean;
}

function StepLine({ name, step, isRunning }: StepLineProps) {
  const { Icon, name: mark, color } = marks[step?.outcome ?? 'not-run'];
  return (
    <List.Item
      icon={
        isRunning ? (
          <Loader size={16} aria-label="Running" />
        ) : (
          <Icon size={16} color={color} role="img" aria-label={mark} />
        )
      }
      styles={{ itemWrapper: { width: '100%', alignItems: 'start' }, itemLabel: { flex: 1 } }}
    >
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <Text inherit fw={600} {...(step === null && { c: 'dimmed' })}>
          {testStepNames[name]}
        </Text>
        {typeof step?.elapsedMs === 'number' && <Dimmed flex="none">{durationWords(step.elapsedMs)}</Dimmed>}
      </Group>
      {step?.outcome === 'failed' ? (
        <Box mt="2xs">
          <ErrorNotice error={new AppFailure(step.error)} />
        </Box>
      ) : (
        step !== null && <Dimmed style={{ overflowWrap: 'anywhere' }}>{testStepWords(step)}</Dimmed>
      )}
    </List.Item>
  );
}
