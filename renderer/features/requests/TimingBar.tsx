import { ColorSwatch, Group, Progress, Stack } from '@mantine/core';
import { requestPhases, type PhaseTimes, type RequestPhase } from '#shared/domain/requestLog.ts';
import { phaseHints, phaseNames } from '#shared/text/requestWords.ts';
import { durationWords } from '#shared/text/times.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Tip } from '../../ui/Tip.tsx';

const colors: Readonly<Record<RequestPhase, string>> = {
  queued: 'gray.5',
  lookup: 'grape.5',
  connect: 'orange.5',
  secure: 'violet.5',
  send: 'cyan.5',
  wait: 'teal.5',
  receive: 'blue.5',
};

/** How long each part of an attempt took: a bar for the eye, and the figures. */
export function TimingBar({ times }: { readonly times: PhaseTimes }) {
  const parts = requestPhases.flatMap((phase) => {
    const ms = times[phase];
    return ms === null ? [] : [{ phase, ms }];
  });
  const whole = parts.reduce((sum, { ms }) => sum + ms, 0);
  if (parts.length === 0) return <Dimmed>Not known yet</Dimmed>;
  return (
    <Stack gap="xs">
      <Progress.Root size="lg" aria-hidden>
        {parts.map(({ phase, ms }) => (
          <Progress.Section
            key={phase}
            withAria={false}
            value={whole === 0 ? 0 : (ms / whole) * 100}
            color={colors[phase]}
          />
        ))}
      </Progress.Root>
      <Facts>
        {parts.map(({ phase, ms }) => (
          <Fact
            key={phase}
            label={
              <Tip label={phaseHints[phase]}>
                <Group component="span" gap="xs" wrap="nowrap">
                  <ColorSwatch component="span" size={9} color={colorOf(phase)} withShadow={false} />
                  {phaseNames[phase]}
                </Group>
              </Tip>
            }
          >
            {durationWords(ms)}
          </Fact>
        ))}
      </Facts>
    </Stack>
  );
}

function colorOf(phase: RequestPhase): string {
  return `var(--mantine-color-${colors[phase].replace('.', '-')})`;
}
