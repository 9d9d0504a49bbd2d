import { Paper, Stack, Title } from '@mantine/core';
import { useId, type ComponentPropsWithoutRef } from 'react';
import classes from './kit.module.css';

interface PanelProps extends Omit<ComponentPropsWithoutRef<'section'>, 'title'> {
  /** The heading; it also names the section for screen readers. */
  readonly title: string;
}

/**
 * A bordered section of a screen that scrolls.
 *
 *     <Panel title="Coverage">…</Panel>
 */
export function Panel({ title, children, ...rest }: PanelProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      withBorder
      radius="md"
      p="lg"
      className={classes.panel ?? ''}
      aria-labelledby={id}
      {...rest}
    >
      <Stack gap="sm">
        <Title order={2} fz="lg" id={id}>
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}
