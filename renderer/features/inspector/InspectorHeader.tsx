import { Box, Group, Menu, UnstyledButton } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkFilled,
  IconCopy,
  IconCopyPlus,
  IconPencil,
  IconRefresh,
  IconTimeline,
} from '@tabler/icons-react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { readOnlyWords } from '#shared/text/phrases.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import { clockWords, momentWords } from '#shared/text/times.ts';
import { useTipWithKey } from '../../commands/useShortcut.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { showChain } from '../../state/chainStore.ts';
import { beginDuplicate, beginEdit } from '../../state/editorStore.ts';
import { useViewStore } from '../../state/viewStore.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { WriteButton } from '../../widgets/WriteButton.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { atomCopies, atomCopyNames, canCopy } from '../atomActions/atomCopies.ts';
import { useCopyAtom } from '../atomActions/useCopyAtom.ts';
import { EvidenceButton } from '../evidence/EvidenceButton.tsx';
import classes from './Inspector.module.css';
import { otherKeyWords, useBookmark } from './useAtomCommands.ts';

interface InspectorHeaderProps {
  readonly connectionId: ConnectionId;
  readonly atomKey: string;
  /** null until the atom was read. */
  readonly reading: AtomReading | null;
  readonly isReading: boolean;
  readonly onRefresh: () => void;
}

export function InspectorHeader(props: InspectorHeaderProps) {
  const { connectionId, atomKey, reading, isReading, onRefresh } = props;
  const { readOnly } = useActiveConnection();
  const isProofShown = useViewStore(({ inspectorTab }) => inspectorTab === 'proof');
  // Only the key that the user selected can be edited, never one that the service returned in its place.
  const blocked = reading !== null && reading.key !== atomKey ? otherKeyWords : null;
  const editTip = useTipWithKey('Edit this atom', 'editAtom');
  const readTip = useTipWithKey('Read this atom again', 'readAgain');
  return (
    <Box component="header" flex="none" px="md" py="sm">
      <Group gap="2xs" align="flex-start" wrap="nowrap">
        <h2 className={classes.key}>
          <KeyText atomKey={atomKey} wrap />
        </h2>
        <BookmarkButton connectionId={connectionId} atomKey={atomKey} />
        <CopyAtomMenu atomKey={atomKey} />
      </Group>
      {reading !== null && (
        <Group gap="sm" mt="sm" c="dimmed" fz="sm">
          {/* The Proof tab says it in full. */}
          {!isProofShown && <VerdictButton reading={reading} />}
          <span>{reading.version === null ? 'no version' : `version ${reading.version}`}</span>
          <span title={momentWords(reading.exchange.startedAt)}>
            read {clockWords(reading.exchange.startedAt)}
          </span>
          <Group gap="xs" ml="auto">
            {reading.verdict.status === 'red' && !isProofShown && (
              <EvidenceButton
                connectionId={connectionId}
                about={{ kind: 'atom', key: atomKey, requestId: reading.exchange.requestId }}
              />
            )}
            <IconButton
              label="Show predictions"
              icon={IconTimeline}
              onClick={() => showChain(connectionId, { kind: 'key', text: atomKey })}
            />
            <IconButton
              label="Copy to new key"
              icon={IconCopyPlus}
              blocked={readOnly ? readOnlyWords : blocked}
              onClick={() => beginDuplicate(connectionId, reading)}
            />
            <WriteButton
              icon={IconPencil}
              blocked={blocked}
              tooltip={editTip}
              onClick={() => beginEdit(connectionId, reading)}
            >
              Edit
            </WriteButton>
            <IconButton
              label="Refresh"
              tooltip={readTip}
              icon={IconRefresh}
              loading={isReading}
              onClick={onRefresh}
            />
          </Group>
        </Group>
      )}
    </Box>
  );
}

/** The verdict; opens the Proof tab. */
function VerdictButton({ reading }: { readonly reading: AtomReading }) {
  const { summary } = verdictWords(reading.verdict);
  return (
    <Tip label={summary}>
      <UnstyledButton onClick={() => useViewStore.setState({ inspectorTab: 'proof' })}>
        <VerdictBadge status={reading.verdict.status} />
      </UnstyledButton>
    </Tip>
  );
}

/** Bookmarks the selected atom. Renders nothing for unknown keys. */
function BookmarkButton({ connectionId, atomKey }: Pick<InspectorHeaderProps, 'connectionId' | 'atomKey'>) {
  const { entry, isBookmarked, toggle } = useBookmark(connectionId, atomKey);

  const tip = useTipWithKey(isBookmarked ? 'Remove the bookmark' : 'Bookmark', 'bookmarkAtom');
  if (entry === null) return null;
  return (
    <IconButton
      size="sm"
      label="Bookmark"
      tooltip={tip}
      icon={isBookmarked ? IconBookmarkFilled : IconBookmark}
      {...(isBookmarked && { c: 'var(--accent-ink)' })}
      aria-pressed={isBookmarked}
      onClick={toggle}
    />
  );
}

/** A menu that copies the key of an atom, its value, the atom as JSON, or a command that reads it. */
function CopyAtomMenu({ atomKey }: { readonly atomKey: string }) {
  const connection = useActiveConnection();
  const copy = useCopyAtom(connection);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton size="sm" label="Copy key, value, JSON, or curl" tooltip="Copy" icon={IconCopy} />
      </Menu.Target>
      <Menu.Dropdown>
        {atomCopyNames.map((what) => (
          <Menu.Item
            key={what}
            disabled={!canCopy(what, { key: atomKey, baseUrl: connection.baseUrl })}
            onClick={() => copy(atomKey, what)}
          >
            {atomCopies[what].label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
