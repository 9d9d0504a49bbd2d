import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ChainStart } from '#shared/predictions/chain.ts';
import { beginChain, changeChainView } from '../../state/chainStore.ts';
import { KeyField } from '../../ui/KeyField.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { PrefetchSwitch } from './PrefetchSwitch.tsx';

const kinds = [
  { value: 'key', label: 'Key' },
  { value: 'query', label: 'Query' },
] as const;

interface StartBarProps {
  readonly connectionId: ConnectionId;
  readonly draft: ChainStart;
}

/** Where a chain begins. Beginning one asks nothing yet. */
export const StartBar = memo(function StartBar({ connectionId, draft }: StartBarProps) {
  const change = (typed: Partial<ChainStart>): void =>
    changeChainView(connectionId, (view) => ({ ...view, draft: { ...view.draft, ...typed } }));
  // A key may well be a space; a query of nothing but spaces asks nothing.
  const canBegin = draft.kind === 'key' ? draft.text !== '' : draft.text.trim() !== '';
  return (
    <Toolbar
      role="search"
      onSubmit={() => {
        if (canBegin) beginChain(connectionId, draft);
      }}
    >
      <SegmentedControl
        size="xs"
        aria-label="Begin with"
        data={[...kinds]}
        value={draft.kind}
        onChange={(kind) => change({ kind: kind === 'query' ? 'query' : 'key' })}
      />
      {draft.kind === 'key' ? (
        <KeyField
          flex={1}
          miw={200}
          aria-label="Key to begin with"
          placeholder="v1.user.Glen.profile"
          value={draft.text}
          onChange={(text) => change({ text })}
          leftSection={<IconSearch size={15} aria-hidden />}
        />
      ) : (
        <TextInput
          flex={1}
          miw={200}
          aria-label="Query to begin with"
          placeholder="What comes after …"
          value={draft.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
          leftSection={<IconSearch size={15} aria-hidden />}
          autoComplete="off"
          spellCheck
        />
      )}
      <Button type="submit" disabled={!canBegin}>
        Begin
      </Button>
      <PrefetchSwitch connectionId={connectionId} />
    </Toolbar>
  );
});
