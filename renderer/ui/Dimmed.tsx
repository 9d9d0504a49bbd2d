import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A secondary line of text. */
export function Dimmed(
  props: TextProps & {
    readonly children: ReactNode;
    readonly title?: string | undefined;
    readonly role?: 'status';
  },
) {
  return <Text size="sm" c="dimmed" {...props} />;
}
