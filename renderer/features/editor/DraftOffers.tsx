import { Group, Menu } from '@mantine/core';
import { IconPencilPause } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Draft } from '#shared/domain/draft.ts';
import { countOf } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { agoWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { keepDraft, removeDraft, useDrafts } from '../../api/drafts.ts';
import { continueDraft } from '../../state/editorStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { notifyUndo } from '../../ui/notifyUndo.tsx';
import { useNow } from '../../ui/useTicks.ts';
import { utf8Bytes } from '../../ui/utf8.ts';

interface DraftOffersProps {
  readonly connectionId: ConnectionId;
}

/** Offers the drafts from before this start of the app, until the user dismisses it. */
export function UnfinishedDrafts({ connectionId }: DraftOffersProps) {
  const { data } = useDrafts(connectionId);
  const [isPutOff, setPutOff] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const unfinished = (data?.drafts ?? []).filter(({ changedAt }) => changedAt < performance.timeOrigin);
  const [latest] = unfinished;
  if (latest === undefined || isPutOff) return null;
  return (
    <Callout
      tone="neutral"
      icon={IconPencilPause}
      role="status"
      aria-label="Unfinished drafts"
      banner
      withCloseButton
      closeButtonLabel="Not now"
      onClose={() => setPutOff(true)}
      actions={
        <>
          <SmallButton variant="filled" onClick={() => continueDraft(latest)}>
            Continue
          </SmallButton>
          <SmallButton onClick={() => discardDraft(latest)}>Discard</SmallButton>
        </>
      }
    >
      {unfinished.length === 1 ? (
        <>
          You were editing <KeyText atomKey={latest.key} /> before the app ended,{' '}
          {agoWords(latest.changedAt, openedAt)}.
        </>
      ) : (
        <>
          You were editing {countOf(unfinished.length, 'atom')} before the app ended, last{' '}
          <KeyText atomKey={latest.key} />, {agoWords(latest.changedAt, openedAt)}. See Drafts for all of
          them.
        </>
      )}
    </Callout>
  );
}

/** Lists all drafts, to continue or discard. Renders nothing if there are none. */
export function DraftsMenu({ connectionId }: DraftOffersProps) {
  const { data } = useDrafts(connectionId);
  const now = useNow();
  const drafts = data?.drafts ?? [];
  if (drafts.length === 0) return null;
  return (
    <Menu position="bottom-end" width={380}>
      <Menu.Target>
        <SmallButton icon={IconPencilPause}>Drafts ({drafts.length})</SmallButton>
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflow: 'auto' }}>
        {drafts.map((draft) => (
          <Group key={draft.id} gap="2xs" wrap="nowrap">
            <Menu.Item
              flex={1}
              miw={0}
              styles={{ itemLabel: { minWidth: 0 } }}
              aria-label={`Continue draft of ${visibleLine(draft.key)}`}
              onClick={() => continueDraft(draft)}
            >
              <KeyText atomKey={draft.key === '' ? '(no key)' : draft.key} />
              <Dimmed size="xs">
                {agoWords(draft.changedAt, now)}, {sizeWords(utf8Bytes(draft.value))},{' '}
                {draft.base === null
                  ? 'new atom'
                  : draft.base.version === null
                    ? 'edit'
                    : `edit of version ${draft.base.version}`}
              </Dimmed>
            </Menu.Item>
            <Menu.Item
              w="auto"
              flex="none"
              c="var(--verdict-red-fg)"
              aria-label={`Discard draft of ${visibleLine(draft.key)}`}
              onClick={() => discardDraft(draft)}
            >
              Discard
            </Menu.Item>
          </Group>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function discardDraft(draft: Draft): void {
  removeDraft(draft).then(() => notifyUndo('Draft discarded.', () => keepDraft(draft)), notifyFailure);
}
