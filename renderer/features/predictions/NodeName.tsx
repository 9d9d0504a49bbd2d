import { Text } from '@mantine/core';
import { IconMessageSearch } from '@tabler/icons-react';
import type { ChainStart } from '#shared/predictions/chain.ts';
import { nodeName } from '#shared/text/predictionWords.ts';
import { KeyText } from '../../ui/KeyText.tsx';

/** The key or the query of a node. */
export function NodeName({ node, wrap = false }: { readonly node: ChainStart; readonly wrap?: boolean }) {
  if (node.kind === 'key') return <KeyText atomKey={node.text} wrap={wrap} />;
  return (
    <>
      <IconMessageSearch size={13} style={{ flex: 'none' }} aria-hidden />{' '}
      <Text inherit span truncate={!wrap}>
        {nodeName(node)}
      </Text>
    </>
  );
}
