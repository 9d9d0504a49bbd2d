import { ActionIcon, Button, Menu, NumberInput, TextInput, Tooltip } from '@mantine/core';
import { IconHistory, IconPlayerStop, IconSearch } from '@tabler/icons-react';
import type { RecallView } from '../../state/recallStore.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { largestLimit, parseLimit, smallestLimit } from './recallLimit.ts';
import classes from './RecallScreen.module.css';

interface RecallBarProps {
  readonly view: RecallView;
  /** Distinct queries of the past, newest first. */
  readonly pastQueries: readonly string[];
  readonly isRunning: boolean;
  readonly onType: (change: Partial<Pick<RecallView, 'query' | 'limit'>>) => void;
  readonly onRun: (query: string) => void;
  readonly onCancel: () => void;
  /** The arrow down in the query. */
  readonly onDown: () => void;
}

export function RecallBar({ view, pastQueries, isRunning, onType, onRun, onCancel, onDown }: RecallBarProps) {
  const canRun = view.query.trim() !== '' && parseLimit(view.limit) !== null;
  return (
    <form
      className={classes.bar}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (canRun) onRun(view.query);
      }}
    >
      <TextInput
        className={classes.query ?? ''}
        aria-label="Query"
        placeholder="What does this memory know about …"
        value={view.query}
        onChange={(event) => onType({ query: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onDown();
        }}
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={pastQueries.length > 0 && <PastQueries queries={pastQueries} onChoose={onRun} />}
        autoComplete="off"
        autoFocus
      />
      <div className={classes.limit}>
        Limit
        <NumberInput
          aria-label="Limit"
          value={view.limit}
          onChange={(limit) => onType({ limit })}
          min={smallestLimit}
          max={largestLimit}
          allowDecimal={false}
          error={parseLimit(view.limit) === null}
        />
      </div>
      {isRunning ? (
        <Button
          className={classes.run ?? ''}
          variant="default"
          leftSection={<IconPlayerStop size={15} aria-hidden />}
          onClick={onCancel}
        >
          Cancel
        </Button>
      ) : (
        <Button className={classes.run ?? ''} type="submit" disabled={!canRun}>
          Recall
        </Button>
      )}
    </form>
  );
}

interface PastQueriesProps {
  readonly queries: readonly string[];
  readonly onChoose: (query: string) => void;
}

function PastQueries({ queries, onChoose }: PastQueriesProps) {
  return (
    <Menu position="bottom-end" width={360}>
      <Menu.Target>
        <Tooltip label="Past queries">
          <ActionIcon aria-label="Past queries">
            <IconHistory size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {queries.map((query) => (
          <Menu.Item key={query} onClick={() => onChoose(query)}>
            {visibleLine(query.slice(0, 120))}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
