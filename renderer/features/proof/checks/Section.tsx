import { List, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { verificationLimits } from '#shared/text/verdictWords.ts';

interface SectionProps {
  readonly title: string;
  readonly order: 2 | 3;
  readonly children: ReactNode;
}

/** A part of a verdict under a small heading. Screen readers find it by its title. */
export function Section({ title, order, children }: SectionProps) {
  return (
    <Stack component="section" aria-label={title} gap="xs" mt="lg" fz="sm">
      <Title order={order} fz="sm" fw={600}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

/** What even a verified proof leaves open. */
export function VerificationLimits({ order }: { readonly order: 2 | 3 }) {
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
