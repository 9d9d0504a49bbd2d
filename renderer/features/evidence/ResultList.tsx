import { Group, Stack, Text } from '@mantine/core';
import type { ContradictingValues } from '#shared/evidence/contradictingValues.ts';
import type { CheckStatus } from '#shared/merkle/verdict.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import kit from '../../ui/kit.module.css';
import { CheckIcon } from '../proof/checks/CheckIcon.tsx';

interface ResultListProps {
  readonly label: string;
  readonly results: readonly {
    readonly label: string;
    readonly status: CheckStatus;
    readonly words: string;
    /** Of a failure: the two values that should be the same. */
    readonly values?: ContradictingValues | null;
  }[];
}

const statusWords = { pass: 'passed', fail: 'failed', undecided: 'undecided' } as const;

/** Checks, each with its result and why. */
export function ResultList({ label, results }: ResultListProps) {
  return (
    <ul className={kit.lined} aria-label={label}>
      {results.map((one) => (
        <Group key={one.label} component="li" gap="sm" align="flex-start" wrap="nowrap" p="sm" fz="sm">
          <CheckIcon status={one.status} size={18} />
          <Stack gap="3xs" miw={0}>
            <Text inherit fw={600}>
              {one.label}{' '}
              <Text span inherit fw={400} c="dimmed">
                {statusWords[one.status]}
              </Text>
            </Text>
            <Text inherit style={{ overflowWrap: 'anywhere' }}>
              {one.words}
            </Text>
            {one.values !== null && one.values !== undefined && (
              <Facts>
                <Fact label="Stated">
                  <Value text={one.values.stated} />
                </Fact>
                <Fact label="Found">
                  <Value text={one.values.found} />
                </Fact>
              </Facts>
            )}
          </Stack>
        </Group>
      ))}
    </ul>
  );
}

function Value({ text }: { readonly text: string }) {
  return (
    <Text span ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
      {visibleLine(text)}
    </Text>
  );
}
