import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dimmed } from '../../ui/Dimmed.tsx';

interface SettingRowProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** The control, with the title as its accessible name. */
  readonly children: ReactNode;
}

/** One setting: what it is on the left, its control on the right, or below where there is no room. */
export function SettingRow({ title, description, children }: SettingRowProps) {
  return (
    <Group gap="sm" justify="space-between" align="center" py="2xs">
      <Box flex="1 1 260px" miw={0}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        {description !== undefined && <Dimmed size="xs">{description}</Dimmed>}
      </Box>
      {children}
    </Group>
  );
}
