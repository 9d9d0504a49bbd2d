import { Button, Popover, SegmentedControl, Text, TextInput, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import {
  isDelimiter,
  longestDelimiter,
  useBrowsePreferences,
  useDelimiter,
} from '../../state/browsePreferences.ts';
import classes from './DelimiterChoice.module.css';

const usual = ['.', '/', ':', '-', '_'] as const;

/** What separates the segments of the keys of this connection. */
export function DelimiterChoice({ connectionId }: { readonly connectionId: ConnectionId }) {
  const delimiter = useDelimiter(connectionId);
  const separateBy = useBrowsePreferences((state) => state.separateBy);
  const [typed, setTyped] = useState(delimiter);
  const choose = (chosen: string): void => {
    setTyped(chosen);
    if (isDelimiter(chosen)) separateBy(connectionId, chosen);
  };
  return (
    <Popover position="bottom-start" width={260} shadow="md" trapFocus onOpen={() => setTyped(delimiter)}>
      <Popover.Target>
        <Tooltip label="What separates the segments of keys">
          <Button
            className={classes.button ?? ''}
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={`a${visibleLine(delimiter)}b: delimiter of segments`}
          >
            a<b>{visibleLine(delimiter)}</b>b
          </Button>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Delimiter of segments">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Usual delimiters"
          data={usual.map((text) => ({ value: text, label: <span className={classes.mono}>{text}</span> }))}
          value={delimiter}
          onChange={choose}
        />
        <TextInput
          mt="xs"
          size="xs"
          label="Another"
          description={`One to ${longestDelimiter} characters`}
          classNames={{ input: classes.mono ?? '' }}
          value={typed}
          maxLength={longestDelimiter}
          error={!isDelimiter(typed) && 'At least one character'}
          onChange={(event) => choose(event.currentTarget.value)}
          spellCheck={false}
          autoComplete="off"
        />
        <Text size="xs" c="dimmed" mt="xs">
          The tree is drawn anew with it. It is remembered for this connection; keys stay as they are.
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
