import { Text } from '@mantine/core';
import classes from './Code.module.css';

interface DiffSidesProps {
  readonly layout: 'split' | 'unified';
  readonly before: string;
  readonly after: string;
}

/** Names the two texts above a comparison, in the colors of their differences. */
export function DiffSides({ layout, before, after }: DiffSidesProps) {
  return (
    <div className={classes.sides} data-layout={layout}>
      <Text span inherit c="var(--verdict-red-fg)" data-side="before">
        {before}
      </Text>
      <Text span inherit c="var(--verdict-green-fg)" data-side="after">
        {after}
      </Text>
    </div>
  );
}
