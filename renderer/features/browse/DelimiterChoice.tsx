import { Button, Popover, SegmentedControl, TextInput } from '@mantine/core';
import { memo, useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { isDelimiter, longestDelimiter, separateBy, useDelimiter } from '../../state/browsePreferences.ts';
import classes from './Browse.module.css';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { Tip } from '../../ui/Tip.tsx';

const common = ['.', '/', ':', '-', '_'] as const;

/** Chooses the delimiter that separates the segments of this connection's keys. */
export const DelimiterChoice = memo(function DelimiterChoice({
  connectionId,
}: {
  readonly connectionId: ConnectionId;
}) {
  const delimiter = useDelimiter(connectionId);
  const [typed, setTyped] = useState(delimiter);
  const choose = (chosen: string): void => {
    setTyped(chosen);
    if (isDelimiter(chosen)) separateBy(connectionId, chosen);
  };
  return (
    <Popover position="bottom-start" width={260} shadow="md" trapFocus onOpen={() => setTyped(delimiter)}>
      <Tip label="Segment delimiter">
        <Popover.Target>
          <Button
            className={classes.delimiter ?? ''}
            size="compact-xs"
            variant="subtle"
            color="gray"
            // The visible text has to be part of the name.
            aria-label={`a${visibleLine(delimiter)}b: segment delimiter`}
          >
            a<b>{visibleLine(delimiter)}</b>b
          </Button>
        </Popover.Target>
      </Tip>
      <Popover.Dropdown aria-label="Segment delimiter">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Common delimiters"
          data={common.map((text) => ({ value: text, label: <span className={classes.mono}>{text}</span> }))}
          value={delimiter}
          onChange={choose}
        />
        <TextInput
          mt="xs"
          size="xs"
          label="Custom delimiter"
          description={`One to ${longestDelimiter} characters`}
          classNames={{ input: classes.mono ?? '' }}
          value={typed}
          maxLength={longestDelimiter}
          error={!isDelimiter(typed) && 'Enter at least one character.'}
          onChange={(event) => choose(event.currentTarget.value)}
          spellCheck={false}
          autoComplete="off"
        />
        <Dimmed size="xs" mt="xs">
          Changes how the tree groups the keys, not the keys themselves. Saved for this connection.
        </Dimmed>
      </Popover.Dropdown>
    </Popover>
  );
});
