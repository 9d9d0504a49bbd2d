import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ChainStart } from '#shared/predictions/chain.ts';
import { beginChain, changeChainView } from '../../state/chainStore.ts';
import { KeyField } from '../../widgets/KeyField.tsx';
import { Segments } from '../../ui/Choices.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { PrefetchSwitch } from './PrefetchSwitch.tsx';

interface StartBarProps {
  readonly connectionId: ConnectionId;
  readonly draft: ChainStart;
}

/** The key or query that a chain starts from. Starting a chain sends no request yet. */
export const StartBar = memo(function StartBar({ connectionId, draft }: StartBarProps) {
  const change = (typed: Partial<ChainStart>): void =>
    changeChainView(connectionId, (view) => ({ ...view, draft: { ...view.draft, ...typed } }));
  // A key may consist of spaces; a query of only spaces has no content.
  const canStart = draft.kind === 'key' ? draft.text !== '' : draft.text.trim() !== '';
  return (
    <Toolbar
      role="search"
      onSubmit={() => {
        if (canStart) beginChain(connectionId, draft);
      }}
    >
      <Segments
        label="Start with"
        names={{ key: 'Key', query: 'Query' }}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
      />
      {draft.kind === 'key' ? (
        <KeyField
          flex={1}
          miw={200}
          aria-label="Start key"
          placeholder="v1.user.Glen.profile"
          value={draft.text}
          onChange={(text) => change({ text })}
          leftSection={<IconSearch size={15} aria-hidden />}
        />
      ) : (
        <TextInput
          flex={1}
          miw={200}
          aria-label="Start query"
          placeholder="what to do next"
          value={draft.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
          leftSection={<IconSearch size={15} aria-hidden />}
          autoComplete="off"
          spellCheck
        />
      )}
      <Button type="submit" disabled={!canStart}>
        Start chain
      </Button>
      <PrefetchSwitch connectionId={connectionId} />
    </Toolbar>
  );
});
