import { Center, EmptyState as MantineEmptyState } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from '@tabler/icons-react';

export interface EmptyStateProps {
  readonly icon: Icon;
  readonly title: string;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
}

/**
 * Says why there is nothing here and what to do about it. Fills its container.
 *
 *     <EmptyState icon={IconRoute} title="No chain yet" description="Enter a key to start." action={<Button />} />
 */
export function EmptyState({ icon: Glyph, title, description, action }: EmptyStateProps) {
  return (
    <Center mih="100%" p="xl">
      <MantineEmptyState
        size="sm"
        icon={<Glyph stroke={1.6} aria-hidden />}
        title={title}
        description={description}
      >
        {action !== undefined && <MantineEmptyState.Actions mt="sm">{action}</MantineEmptyState.Actions>}
      </MantineEmptyState>
    </Center>
  );
}
