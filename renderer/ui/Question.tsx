import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dimmed } from './Dimmed.tsx';

interface QuestionProps {
  /** The accessible name. */
  readonly title: string;
  readonly text: string;
  /** The buttons that answer it. */
  readonly children: ReactNode;
}

/** A question in a dialog, in place of the dialog's buttons. */
export function Question({ title, text, children }: QuestionProps) {
  return (
    <Group gap="sm" justify="flex-end" flex="none" role="alertdialog" aria-label={title}>
      <Dimmed flex={1} miw={200}>
        {text}
      </Dimmed>
      {children}
    </Group>
  );
}
