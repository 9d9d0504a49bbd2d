import { Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { IconFilterStar, IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { mostSavedFilters, type SavedFilter } from '#shared/domain/browseLayout.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useBrowseLayout, useChangeBrowseLayout } from '../../api/browseLayout.ts';
import { isFiltering } from '../../state/browseView.ts';
import { useKeyFilter } from '../../state/keyFilter.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import kit from '../../ui/kit.module.css';
import { notifyUndo } from '../../ui/notifyUndo.tsx';
import classes from './Browse.module.css';
import {
  applyFilter,
  filterWords,
  renameSavedFilter,
  withoutSavedFilter,
  withSavedFilter,
} from './savedFilters.ts';

interface OfConnection {
  readonly connectionId: ConnectionId;
}

/** Filters that were saved under a name. */
export const SavedFilters = memo(function SavedFilters({ connectionId }: OfConnection) {
  const { filters } = useBrowseLayout(connectionId);
  const [dialog, setDialog] = useState<'save' | 'edit' | null>(null);
  const filter = useKeyFilter(connectionId);
  const close = (): void => setDialog(null);
  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <IconButton size="sm" label="Saved filters" icon={IconFilterStar} />
        </Menu.Target>
        <Menu.Dropdown className={classes.longMenu ?? ''}>
          <Menu.Label>Saved filters</Menu.Label>
          {filters.length === 0 && (
            <Dimmed size="xs" px="sm" pb="xs">
              None yet. Set a filter, then save it here.
            </Dimmed>
          )}
          {filters.map((saved) => (
            <Menu.Item key={saved.name} onClick={() => applyFilter(connectionId, saved.filter)}>
              {visibleLine(saved.name)}
              <Text size="xs" c="dimmed" lineClamp={2}>
                {filterWords(saved.filter)}
              </Text>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={!isFiltering(filter)} onClick={() => setDialog('save')}>
            Save this filter…
          </Menu.Item>
          {filters.length > 0 && <Menu.Item onClick={() => setDialog('edit')}>Edit saved filters…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveDialog connectionId={connectionId} onClose={close} />}
      {dialog === 'edit' && <EditDialog connectionId={connectionId} onClose={close} />}
    </>
  );
});

interface DialogProps extends OfConnection {
  readonly onClose: () => void;
}

function SaveDialog({ connectionId, onClose }: DialogProps) {
  const { filters } = useBrowseLayout(connectionId);
  const change = useChangeBrowseLayout(connectionId);
  const filter = useKeyFilter(connectionId);
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const isKnown = filters.some((saved) => saved.name === name);
  const isFull = filters.length >= mostSavedFilters && !isKnown;
  return (
    <FormDialog
      title="Save filter"
      action={isKnown ? 'Replace' : 'Save'}
      onSubmit={() => change((before) => withSavedFilter(before, { name, filter }))}
      onClose={onClose}
      isDisabled={name === '' || isFull}
    >
      <TextInput
        label="Name"
        description={
          isKnown
            ? `Replaces ${quoteText(name)}.`
            : 'Saved for this connection on this computer, unencrypted.'
        }
        error={isFull && `There are already ${mostSavedFilters} saved filters. Delete one first.`}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
      <Dimmed>{filterWords(filter)}</Dimmed>
    </FormDialog>
  );
}

function EditDialog({ connectionId, onClose }: DialogProps) {
  const { filters } = useBrowseLayout(connectionId);
  return (
    <Dialog onClose={onClose} title="Saved filters" size={560}>
      {filters.length === 0 ? (
        <Dimmed>No filters are saved.</Dimmed>
      ) : (
        <Stack component="ul" gap={0} className={kit.lined} mah={400} style={{ overflow: 'auto' }}>
          {filters.map((saved) => (
            <SavedRow key={saved.name} connectionId={connectionId} saved={saved} />
          ))}
        </Stack>
      )}
    </Dialog>
  );
}

function SavedRow({ connectionId, saved }: OfConnection & { readonly saved: SavedFilter }) {
  const { filters } = useBrowseLayout(connectionId);
  const change = useChangeBrowseLayout(connectionId);
  const [typed, setTyped] = useState<string | null>(null);
  const name = visibleLine(saved.name);
  const isTaken =
    typed !== null && typed.trim() !== saved.name && filters.some((one) => one.name === typed.trim());
  if (typed !== null)
    return (
      <li>
        <Group
          component="form"
          gap="sm"
          px="sm"
          py="2xs"
          align="flex-start"
          wrap="nowrap"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() === '' || isTaken) return;
            change((before) => renameSavedFilter(before, saved.name, typed.trim()));
            setTyped(null);
          }}
        >
          <TextInput
            flex={1}
            aria-label={`New name of ${name}`}
            value={typed}
            maxLength={100}
            error={isTaken && 'Another filter has this name.'}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoFocus
          />
          <Button type="submit" disabled={typed.trim() === '' || isTaken}>
            Rename
          </Button>
          <Button variant="default" onClick={() => setTyped(null)}>
            Cancel
          </Button>
        </Group>
      </li>
    );
  return (
    <Group component="li" gap="sm" px="sm" py="2xs" wrap="nowrap">
      <Stack gap={0} flex={1} miw={0}>
        <Text size="sm" fw={600} truncate>
          {name}
        </Text>
        <Dimmed>{filterWords(saved.filter)}</Dimmed>
      </Stack>
      <IconButton
        icon={IconPencil}
        label={`Rename ${name}`}
        tooltip="Rename"
        onClick={() => setTyped(saved.name)}
      />
      <IconButton
        icon={IconTrash}
        label={`Delete ${name}`}
        tooltip="Delete"
        onClick={() => {
          change((before) => withoutSavedFilter(before, saved.name));
          notifyUndo(`Filter ${quoteText(saved.name)} deleted.`, async () =>
            change((before) => withSavedFilter(before, saved)),
          );
        }}
      />
    </Group>
  );
}
