import { ActionIcon, Button, Group, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCopyPlus, IconRefresh, IconTimeline } from '@tabler/icons-react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { showChainFrom } from '../../state/chainStore.ts';
import { beginDuplicate, beginEdit } from '../../state/editorStore.ts';
import { useViewStore } from '../../state/viewStore.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { CopyAtomMenu } from '../atomActions/CopyAtomMenu.tsx';
import { WriteButton } from '../editor/WriteButton.tsx';
import { BookmarkButton } from './BookmarkButton.tsx';
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
  // Only the key that the user selected can be edited, never one that the service returned in its place.
  const blocked = reading !== null && reading.key !== atomKey ? otherKeyWords : null;
  const isLocked = readOnly || blocked !== null;
  return (
    <header className={classes.header}>
      <Group gap="2xs" align="flex-start" wrap="nowrap">
        <h2 className={classes.key}>
          <KeyText atomKey={atomKey} wrap />
        </h2>
        <BookmarkButton connectionId={connectionId} atomKey={atomKey} />
        <CopyAtomMenu atomKey={atomKey} />
      </Group>
      {reading !== null && (
        <Group gap="sm" mt="sm" c="dimmed" fz="sm">
          <VerdictButton reading={reading} />
          <span>{reading.version === null ? 'no version' : `version ${reading.version}`}</span>
          <span title={momentWords(reading.exchange.startedAt)}>
            read {momentWords(reading.exchange.startedAt).slice(-8)}
          </span>
          <Group gap="xs" ml="auto">
            <Tooltip label="Show predictions">
              <ActionIcon
                size="md"
                aria-label="Show predictions"
                onClick={() => showChainFrom(connectionId, atomKey)}
              >
                <IconTimeline size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <Tooltip
              label={
                readOnly
                  ? 'This connection is read-only. You can change that in its settings.'
                  : (blocked ?? 'Duplicate as new key')
              }
            >
              <ActionIcon
                size="md"
                aria-label="Duplicate as new key"
                aria-disabled={isLocked}
                {...(isLocked && { 'data-disabled': true })}
                onClick={() => {
                  if (!isLocked) beginDuplicate(connectionId, reading);
                }}
              >
                <IconCopyPlus size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <WriteButton
              label="Edit"
              icon="edit"
              blocked={blocked}
              onClick={() => beginEdit(connectionId, reading)}
            />
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconRefresh size={14} aria-hidden />}
              loading={isReading}
              onClick={onRefresh}
            >
              Refresh
            </Button>
          </Group>
        </Group>
      )}
    </header>
  );
}

/** The verdict; opens the Proof tab. */
function VerdictButton({ reading }: { readonly reading: AtomReading }) {
  const { summary } = verdictWords(reading.verdict);
  return (
    <Tooltip label={summary} multiline maw={420}>
      <UnstyledButton
        className={classes.verdict ?? ''}
        onClick={() => useViewStore.setState({ inspectorTab: 'proof' })}
      >
        <VerdictBadge status={reading.verdict.status} />
      </UnstyledButton>
    </Tooltip>
  );
}
