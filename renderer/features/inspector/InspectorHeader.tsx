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
import { useEffect, useEffectEvent } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { readOnlyWords } from '#shared/text/phrases.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { useAnnotate, useCatalogueEntry } from '../../api/catalogueEntries.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { showChain } from '../../state/chainStore.ts';
import { beginDuplicate, beginEdit } from '../../state/editorStore.ts';
import { useViewStore } from '../../state/viewStore.ts';
import { IconButton, WriteButton } from '../../ui/Buttons.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { atomCopies, atomCopyNames, canCopy } from '../atomActions/atomCopies.ts';
import { useCopyAtom } from '../atomActions/useCopyAtom.ts';
import { EvidenceButton } from '../evidence/EvidenceButton.tsx';
import classes from './Inspector.module.css';

const otherKeyWords =
  'The service returned a different key, so you cannot edit this atom. Read it again first.';

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
            read {momentWords(reading.exchange.startedAt).slice(-8)}
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
            <WriteButton icon={IconPencil} blocked={blocked} onClick={() => beginEdit(connectionId, reading)}>
              Edit
            </WriteButton>
            <IconButton
              label="Refresh"
              tooltip="Read the atom again"
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

/** Bookmarks the selected atom, as does pressing B outside of text fields. Renders nothing for unknown keys. */
function BookmarkButton({ connectionId, atomKey }: Pick<InspectorHeaderProps, 'connectionId' | 'atomKey'>) {
  const { data: entry } = useCatalogueEntry(connectionId, atomKey);
  const annotate = useAnnotate(connectionId, atomKey);
  const isKnown = entry !== undefined && entry !== null;
  const isBookmarked = entry?.bookmarked ?? false;
  const toggle = (): void => annotate.mutate({ bookmarked: !isBookmarked }, { onError: notifyFailure });

  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (!isKnown || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() !== 'b' || event.repeat || takesLetters(event.target)) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  if (!isKnown) return null;
  return (
    <IconButton
      size="sm"
      label="Bookmark"
      tooltip={isBookmarked ? 'Remove the bookmark (B)' : 'Bookmark (B)'}
      icon={isBookmarked ? IconBookmarkFilled : IconBookmark}
      {...(isBookmarked && { c: 'var(--accent-ink)' })}
      aria-pressed={isBookmarked}
      onClick={toggle}
    />
  );
}

/** Whether letters are typed there, or jump to matching items. */
function takesLetters(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input, textarea, select, [contenteditable="true"], [role="tree"], [role="grid"], [role="listbox"], [role="menu"], [role="dialog"]',
    ) !== null
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
