import { List, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Verdict } from '#shared/merkle/verdict.ts';
import { verdictWords, verificationLimits } from '#shared/text/verdictWords.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { checksByNeed } from './checksByNeed.ts';
import { verdictIcons } from '../../../ui/VerdictBadge.tsx';

/** The verdict as a title and one or two sentences, in its color and with its shape. Its check list stands below it. */
export function VerdictSummary({ verdict }: { readonly verdict: Verdict }) {
  const { status } = verdict;
  const { title, summary, grounds, checks } = verdictWords(verdict);
  const isSaidBelow = checksByNeed(checks).open.some(({ words }) => words === summary);
  const icon = verdictIcons[status];
  return (
    <Callout tone="neutral" data-verdict={status} title={title} order={3} icon={icon} mb="md" fz="sm">
      {!isSaidBelow && summary}
      {grounds.length > 0 && <Grounds words={grounds} />}
    </Callout>
  );
}

/** What the verdict does without. */
function Grounds({ words }: { readonly words: readonly string[] }) {
  return (
    <List size="sm" mt="xs" c="dimmed" aria-label="What the verdict does without">
      {words.map((each) => (
        <List.Item key={each}>{each}</List.Item>
      ))}
    </List>
  );
}

interface SectionProps {
  readonly title: string;
  readonly order: 2 | 3;
  readonly children: ReactNode;
}

/** A part of a verdict under a small heading. Screen readers find it by its title. */
export function Section({ title, order, children }: SectionProps) {
  return (
    <Stack component="section" aria-label={title} gap="xs" mt="lg" fz="sm">
      <Title order={order} fz="sm">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

/** What even a verified proof leaves open. */
export function VerificationLimits({ order }: Pick<SectionProps, 'order'>) {
  return (
    <Section title="What a proof does not show" order={order}>
      <List size="sm" c="dimmed">
        {verificationLimits.map((limit) => (
          <List.Item key={limit}>{limit}</List.Item>
        ))}
      </List>
    </Section>
  );
}
