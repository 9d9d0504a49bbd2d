import { Button, CloseButton, Group, Menu } from '@mantine/core';
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
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { notifyUndo } from '../../ui/notifyUndo.tsx';
import { useNow } from '../../ui/useTicks.ts';
import { utf8Bytes } from '../../ui/utf8.ts';
import classes from './AtomEditor.module.css';

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
    <div className={classes.offer} role="status" aria-label="Unfinished drafts">
      <IconPencilPause size={16} aria-hidden />
      <p>
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
      </p>
      <Button size="compact-xs" onClick={() => continueDraft(latest)}>
        Continue
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => discardDraft(latest)}>
        Discard
      </Button>
      <CloseButton size="xs" aria-label="Not now" onClick={() => setPutOff(true)} />
    </div>
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
        <Button size="compact-sm" variant="default" leftSection={<IconPencilPause size={14} aria-hidden />}>
          Drafts ({drafts.length})
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.drafts ?? ''}>
        {drafts.map((draft) => (
          <Group key={draft.id} gap="2xs" wrap="nowrap">
            <Menu.Item
              flex={1}
              miw={0}
              classNames={{ itemLabel: classes.draftLabel ?? '' }}
              aria-label={`Continue draft of ${visibleLine(draft.key)}`}
              onClick={() => continueDraft(draft)}
            >
              <KeyText atomKey={draft.key === '' ? '(no key)' : draft.key} />
              <span className={classes.draftFacts}>
                {agoWords(draft.changedAt, now)}, {sizeWords(utf8Bytes(draft.value))},{' '}
                {draft.base === null
                  ? 'new atom'
                  : draft.base.version === null
                    ? 'edit'
                    : `edit of version ${draft.base.version}`}
              </span>
            </Menu.Item>
            <Menu.Item
              className={classes.draftDiscard ?? ''}
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
