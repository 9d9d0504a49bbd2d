import { Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { countWords } from '#shared/text/sizes.ts';
import kit from '../../../ui/kit.module.css';
import classes from './Prepare.module.css';

interface FilterButtonProps {
  readonly count: number;
  readonly isActive: boolean;
  readonly title: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A filter with the number of its rows. */
export function FilterButton({ count, isActive, title, onClick, children }: FilterButtonProps) {
  return (
    <UnstyledButton
      className={`${kit.hoverable} ${classes.filter}`}
      aria-pressed={isActive}
      title={title}
      onClick={onClick}
    >
      <Text span inherit truncate>
        {children}
      </Text>
      <Text span inherit c="dimmed" fw={400}>
        {countWords(count)}
      </Text>
    </UnstyledButton>
  );
}
