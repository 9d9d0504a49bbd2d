import { Badge, Box, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFileExport, IconPencil, IconPin, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { longestPinNote, type RootPin } from '#shared/domain/pin.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { pinSourceWords } from '#shared/text/pinWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { usePinChanges, usePins } from '../../api/pins.ts';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { ExportPinDialog } from './ExportPinDialog.tsx';
import { ExactChoice } from './PinFields.tsx';
import { PinRootDialog } from './PinRootDialog.tsx';
import kit from '../../ui/kit.module.css';

type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'export' | 'remove'; readonly pin: RootPin };

/** The pinned roots of a connection, with what can be done with them. */
export function PinnedRoots({ connectionId }: { readonly connectionId: ConnectionId }) {
  const pins = usePins(connectionId);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = (): void => setDialog(null);
  const add = (
    <SmallButton icon={IconPin} onClick={() => setDialog({ kind: 'add' })}>
      Pin root…
    </SmallButton>
  );
  return (
    <>
      <QueryView
        query={pins}
        loading="Loading pinned roots"
        isEmpty={({ pins: all, recoveredFrom }) => all.length === 0 && recoveredFrom === null}
        empty={
          <EmptyState
            icon={IconPin}
            title="No pinned roots"
            description="Pin a root that you trust, such as one from a colleague or a printout. All responses are then compared with it."
            action={add}
          />
        }
      >
        {({ pins: all, recoveredFrom }) => (
          <Stack gap="sm">
            {recoveredFrom !== null && (
              <Callout tone="warning" role="status" compact>
                The file of pinned roots was damaged, so the app started a new list, and earlier pins no
                longer count. The damaged file was moved to {visibleLine(recoveredFrom)}.
              </Callout>
            )}
            <Group justify="space-between" gap="sm">
              <Text size="sm" c="dimmed">
                All responses are compared with these roots.
              </Text>
              {add}
            </Group>
            <ul className={kit.lined} aria-label="Pinned roots">
              {all.map((pin) => (
                <PinRow key={pin.id} pin={pin} onOpen={(kind) => setDialog({ kind, pin })} />
              ))}
            </ul>
          </Stack>
        )}
      </QueryView>
      {dialog?.kind === 'add' && <PinRootDialog connectionId={connectionId} root={null} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <EditPinDialog connectionId={connectionId} pin={dialog.pin} onClose={close} />
      )}
      {dialog?.kind === 'export' && (
        <ExportPinDialog connectionId={connectionId} pinId={dialog.pin.id} onClose={close} />
      )}
      {dialog?.kind === 'remove' && (
        <RemovePinDialog connectionId={connectionId} pin={dialog.pin} onClose={close} />
      )}
    </>
  );
}

interface PinRowProps {
  readonly pin: RootPin;
  readonly onOpen: (kind: 'edit' | 'export' | 'remove') => void;
}

function PinRow({ pin, onOpen }: PinRowProps) {
  const { rootHash, treeSize, isExact, source, note, pinnedAt } = pin;
  const name = shortHash(rootHash);
  return (
    <Group component="li" gap="sm" p="sm" wrap="nowrap" align="flex-start">
      <Box flex={1} miw={0} fz="sm">
        <Group gap="sm">
          <HashChip hash={rootHash} />
          <Text inherit span>
            {treeSize === null ? 'Tree size unknown' : countOf(treeSize, 'leaf', 'leaves')}
          </Text>
          {isExact && (
            <Badge variant="default" size="sm" tt="none" title="Every response with another root fails">
              Exact
            </Badge>
          )}
        </Group>
        {note !== '' && (
          <Text inherit style={{ overflowWrap: 'anywhere' }}>
            {visibleLine(note)}
          </Text>
        )}
        <Text inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Pinned on {momentWords(pinnedAt)}, {pinSourceWords(source)}
          {source.kind === 'checkpoint' && `, for ${visibleLine(source.origin)}`}.
        </Text>
      </Box>
      <Group gap="3xs" wrap="nowrap">
        <IconButton
          label={`Edit pin ${name}`}
          tooltip="Edit"
          icon={IconPencil}
          onClick={() => onOpen('edit')}
        />
        <IconButton
          label={`Export pin ${name}`}
          tooltip="Export as checkpoint"
          icon={IconFileExport}
          onClick={() => onOpen('export')}
        />
        <IconButton
          label={`Remove pin ${name}`}
          tooltip="Remove"
          icon={IconTrash}
          onClick={() => onOpen('remove')}
        />
      </Group>
    </Group>
  );
}

interface PinDialogProps {
  readonly connectionId: ConnectionId;
  readonly pin: RootPin;
  readonly onClose: () => void;
}

function EditPinDialog({ connectionId, pin, onClose }: PinDialogProps) {
  const changes = usePinChanges(connectionId);
  const [note, setNote] = useState(pin.note);
  const [isExact, setExact] = useState(pin.isExact);
  return (
    <FormDialog
      title={`Edit pin ${shortHash(pin.rootHash)}`}
      action="Save"
      onSubmit={() => changes.edit({ id: pin.id, note, isExact })}
      onClose={onClose}
    >
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longestPinNote}
        value={note}
        data-autofocus
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <ExactChoice isExact={isExact} onChange={setExact} />
    </FormDialog>
  );
}

function RemovePinDialog({ connectionId, pin, onClose }: PinDialogProps) {
  const changes = usePinChanges(connectionId);
  return (
    <ConfirmDialog
      title="Remove pin?"
      action="Remove"
      onConfirm={async () => {
        await changes.remove(pin.id);
        notifyDone('Pin removed.');
      }}
      onClose={onClose}
    >
      <Text inherit>
        Responses are no longer compared with root {shortHash(pin.rootHash)}. Its source and note are lost.
        The root ledger keeps every root that the service returned.
      </Text>
    </ConfirmDialog>
  );
}
