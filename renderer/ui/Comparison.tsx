import { List, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout, type CalloutTone } from './Callout.tsx';
import { Panel } from './Panel.tsx';

interface ComparisonProps {
  readonly tone: CalloutTone;
  /** The result in a few words. */
  readonly headline: ReactNode;
  /** What else it says; empty ones are left out. */
  readonly sentences: readonly string[];
  /** What weakens the result. */
  readonly caveats?: readonly string[];
  /** What differs, with its filters. */
  readonly children?: ReactNode;
  /** The sides, such as `Facts`. */
  readonly sides: ReactNode;
  /** What the comparison does not show. */
  readonly limits?: readonly string[];
}

/**
 * Two things compared: the result first, then what differs, and last what was compared.
 *
 *     <Comparison tone="good" headline="Consistent" sentences={[…]} sides={<Facts>…</Facts>} />
 */
export function Comparison(props: ComparisonProps) {
  const { tone, headline, sentences, caveats = [], children, sides, limits = [] } = props;
  return (
    <Stack gap="md" maw={1100} mx="auto" w="100%">
      <Callout tone={tone} title={headline} order={2} role="status">
        {sentences.filter(Boolean).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </Callout>
      {caveats.length > 0 && (
        <Callout tone="warning" compact>
          {caveats.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Callout>
      )}
      {children}
      <Panel title="What was compared">
        {sides}
        {limits.length > 0 && (
          <List size="sm" c="dimmed">
            {limits.map((words) => (
              <List.Item key={words}>{words}</List.Item>
            ))}
          </List>
        )}
      </Panel>
    </Stack>
  );
}
