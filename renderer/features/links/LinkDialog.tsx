import { Text } from '@mantine/core';
import type { Connection } from '#shared/domain/connection.ts';
import type { AppLink } from '#shared/domain/appLink.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { activate, openConnectionForm, useAppStore } from '../../state/appStore.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import { Callout } from '../../ui/Callout.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ConnectionDot } from '../../ui/ConnectionDot.tsx';
import { EnvironmentBadge } from '../../ui/EnvironmentBadge.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { KeyText } from '../../ui/KeyText.tsx';

interface LinkDialogProps {
  readonly link: AppLink;
  readonly connections: readonly Connection[];
  readonly onClose: () => void;
}

/** Shows where a link leads. Nothing happens before the user agrees, and then a form is filled in or an atom is opened. */
export function LinkDialog({ link, connections, onClose }: LinkDialogProps) {
  const activeId = useAppStore((state) => state.activeConnectionId);
  const matching = connections.filter(({ baseUrl }) => baseUrl === link.address);
  const known = matching.find(({ id }) => id === activeId) ?? matching[0] ?? null;
  const opensAtom = link.kind === 'atom' && known !== null;
  const prefill = { address: link.address, name: link.kind === 'connect' ? link.name : '' };
  return (
    <ConfirmDialog
      title={opensAtom ? 'Open this atom?' : 'Connect to this service?'}
      action={opensAtom ? 'Open atom' : 'Fill in form'}
      isDestructive={false}
      onConfirm={() => {
        if (opensAtom) {
          activate(known.id);
          openAtomTab(known.id, link.key);
        } else openConnectionForm({ kind: 'add', prefill });
      }}
      onClose={onClose}
    >
      <p>
        A link from outside of the app leads here.{' '}
        {opensAtom
          ? 'Opening the atom reads it from the service.'
          : 'The form is only filled in. You enter the API key and decide whether to connect.'}
      </p>
      <Facts>
        {link.kind === 'atom' && (
          <Fact label="Key">
            <KeyText atomKey={link.key} wrap />
          </Fact>
        )}
        {opensAtom && (
          <Fact label="Connection">
            <ConnectionDot colour={known.colour} />
            {visibleLine(known.name)}
            <EnvironmentBadge environment={known.environment} />
          </Fact>
        )}
        {link.kind === 'connect' && link.name !== '' && <Fact label="Name">{visibleLine(link.name)}</Fact>}
        <Fact label="Address">
          <Text span inherit style={{ overflowWrap: 'anywhere' }}>
            {visibleLine(link.address)}
          </Text>
        </Fact>
      </Facts>
      {link.hadSecret && (
        <Callout tone="warning" compact>
          The link contained what looks like a key. It was dropped. If it is a real key, replace it: links are
          saved in histories and logs.
        </Callout>
      )}
      {link.kind === 'connect' && known !== null && (
        <Callout tone="neutral" compact>
          You already have a connection with this address: {visibleLine(known.name)}.
        </Callout>
      )}
    </ConfirmDialog>
  );
}
