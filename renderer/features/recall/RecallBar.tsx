import { Button, Menu, NumberInput, TextInput } from '@mantine/core';
import { IconHistory, IconPlayerStop, IconSearch } from '@tabler/icons-react';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RunSummary } from '#shared/domain/recallRun.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { about } from '../../api/queryKeys.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { changeRecallView, useRecallView } from '../../state/recallStore.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { largestLimit, parseLimit, smallestLimit } from './recallLimit.ts';
import { distinctQueries } from './runLists.ts';

interface RecallBarProps {
  readonly runs: readonly RunSummary[];
  readonly onRun: (query: string) => void;
  /** Called on the down arrow in the query field. */
  readonly onDown: () => void;
}

/** The only part of the screen that renders while the user types. */
export function RecallBar({ runs, onRun, onDown }: RecallBarProps) {
  const { id } = useActiveConnection();
  const client = useQueryClient();
  const query = useRecallView(id, (view) => view.query);
  const limit = useRecallView(id, (view) => view.limit);
  const isRunning = useIsFetching(about(['recall'], id)) > 0;
  const pastQueries = useMemo(() => distinctQueries(runs), [runs]);
  const canRun = query.trim() !== '' && parseLimit(limit) !== null;
  return (
    <Toolbar
      role="search"
      onSubmit={() => {
        if (canRun) onRun(query);
      }}
    >
      <TextInput
        data-find
        flex={1}
        miw={0}
        aria-label="Query"
        placeholder="Search this memory by meaning"
        value={query}
        onChange={(event) => changeRecallView(id, { query: event.currentTarget.value })}
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
      <Dimmed>Limit</Dimmed>
      <NumberInput
        w={76}
        aria-label="Limit"
        value={limit}
        onChange={(typed) => changeRecallView(id, { limit: typed })}
        min={smallestLimit}
        max={largestLimit}
        allowDecimal={false}
        error={parseLimit(limit) === null}
      />
      {isRunning ? (
        <Button
          flex="none"
          miw={96}
          variant="default"
          leftSection={<IconPlayerStop size={15} aria-hidden />}
          onClick={() => void client.cancelQueries(about(['recall'], id))}
        >
          Cancel
        </Button>
      ) : (
        <Button flex="none" miw={96} type="submit" disabled={!canRun}>
          Recall
        </Button>
      )}
    </Toolbar>
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
        <IconButton label="Past queries" icon={IconHistory} />
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
