import { Group, Kbd, Modal, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { countOf } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useBookmarks, useKeySearch } from '../../api/keySearch.ts';
import { useRuns } from '../../api/recall.ts';
import type { Offers } from '../../commands/registry.ts';
import { useAppStore } from '../../state/appStore.ts';
import { delimiterOf } from '../../state/browsePreferences.ts';
import type { PaletteScope } from '../../state/commandDialogStore.ts';
import { usePaletteStore } from '../../state/paletteStore.ts';
import { recentAtoms } from '../../state/placeStore.ts';
import { atomTabsOf } from '../../state/tabStore.ts';
import { guardDialog } from '../../ui/closeGuard.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { distinctQueries } from '../recall/runLists.ts';
import classes from './Palette.module.css';
import {
  allGroups,
  connectionGroups,
  keyGroups,
  type PaletteGroup,
  type PaletteItem,
} from './paletteItems.ts';

const scopeWords: Readonly<Record<PaletteScope, { readonly label: string; readonly placeholder: string }>> = {
  all: { label: 'Command palette', placeholder: 'Search commands, keys, queries, and connections' },
  keys: { label: 'Go to key', placeholder: 'Parts of a known key, or an exact key' },
  connections: { label: 'Switch connection', placeholder: 'Search connections' },
};

const groupsOf = { all: allGroups, keys: keyGroups, connections: connectionGroups } as const;

/** Of longer keys, screen readers get the end. */
const longestName = 300;

interface PaletteProps {
  readonly scope: PaletteScope;
  readonly offers: Offers;
  readonly connections: readonly Connection[];
  readonly active: Connection | null;
  readonly onClose: () => void;
  /** Closes the palette, and then runs what was chosen. */
  readonly onRun: (run: () => void) => void;
}

/** Finds a command, a key, a query, or a connection by its name. */
export function Palette(props: PaletteProps) {
  const { scope, active, onClose, onRun } = props;
  const [typed, setTyped] = useState('');
  const { groups, isSearching, hasFailed } = usePaletteGroups(props, typed);
  const items = groups.flatMap((group) => group.items);
  /** By its ID: keys that arrive later never move the choice. null: the first one. */
  const [chosenId, setChosenId] = useState<string | null>(null);
  // Enter never looks up a part of a key because its matches have not arrived yet.
  const first = isSearching ? items.find(({ isSearch }) => !isSearch) : items[0];
  const chosen = items.find(({ id }) => id === chosenId) ?? first;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const optionId = (item: PaletteItem): string => `${listId}-${items.indexOf(item)}`;

  const choose = (item: PaletteItem | undefined): void => {
    if (item === undefined) return;
    setChosenId(item.id);
    list.current
      ?.querySelector(`[data-index="${items.indexOf(item)}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  };
  const run = (item: PaletteItem | undefined): void => {
    if (item !== undefined && item.blocked === null) onRun(item.run);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const at = chosen === undefined ? -1 : items.indexOf(chosen);
    const to = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      PageDown: Math.min(at + 8, items.length - 1),
      PageUp: Math.max(at - 8, 0),
    }[event.key];
    if (to !== undefined) choose(items[to]);
    else if (event.key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  };

  // It holds no work, but keys and links from outside wait for it, and Escape reaches only what is on top.
  const close = useEffectEvent(onClose);
  useEffect(() => guardDialog({ holdsWork: () => false, ask: (next) => next(), escape: () => close() }), []);

  const { label, placeholder } = scopeWords[scope];
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      size={680}
      yOffset="10dvh"
      centered={false}
      padding={0}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={label}>
        <Modal.Body className={classes.body ?? ''}>
          <TextInput
            size="md"
            variant="unstyled"
            className={classes.field ?? ''}
            aria-label={label}
            placeholder={placeholder}
            value={typed}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value);
              setChosenId(null);
              list.current?.scrollTo({ top: 0 });
            }}
            onKeyDown={onKeyDown}
            leftSection={<IconSearch size={17} aria-hidden />}
            role="combobox"
            aria-expanded
            aria-autocomplete="list"
            aria-controls={listId}
            aria-activedescendant={chosen === undefined ? undefined : optionId(chosen)}
            maxLength={10_000}
            spellCheck={false}
            autoComplete="off"
            data-autofocus
          />
          <div ref={list} id={listId} className={classes.list} role="listbox" aria-label="Results">
            {groups.map((group) => (
              <GroupOfItems
                key={group.label}
                group={group}
                chosen={chosen}
                optionId={optionId}
                indexOf={(item) => items.indexOf(item)}
                onRun={run}
              />
            ))}
          </div>
          {hasFailed && (
            <Text c="dimmed" fz="sm" px="lg" pb="lg" role="alert">
              Could not search the known keys. Type again to try again.
            </Text>
          )}
          {items.length === 0 && (
            <Text c="dimmed" fz="sm" px="lg" pb="lg" role="status">
              {active === null && scope === 'keys' ? 'Open a connection first.' : 'No matches'}
            </Text>
          )}
          <VisuallyHidden role="status">{typed !== '' && countOf(items.length, 'result')}</VisuallyHidden>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function usePaletteGroups({ scope, offers, connections, active }: PaletteProps, typed: string) {
  const id = active?.id ?? null;
  const delimiter = id === null ? '.' : delimiterOf(id);
  const isOfKeys = scope !== 'connections';
  const bookmarks = useBookmarks(isOfKeys ? id : null, delimiter).data;
  const search = useKeySearch(isOfKeys ? id : null, typed.trim(), delimiter);
  const found = search.data;
  const recent = usePaletteStore((state) => state.recent);
  const runs = useRuns(id).data?.runs;
  const groups = useMemo(
    () =>
      groupsOf[scope](
        {
          offers,
          recent,
          connections,
          active,
          bookmarks: bookmarks ?? [],
          recentAtoms: id === null ? [] : otherAtoms(id),
          queries: distinctQueries(runs ?? []),
          found: found ?? null,
        },
        typed,
      ),
    [scope, offers, recent, connections, active, id, bookmarks, runs, found, typed],
  );
  return { groups, isSearching: search.isFetching, hasFailed: search.isError };
}

/** The atoms that were shown before the present one. */
function otherAtoms(id: ConnectionId): readonly string[] {
  const { shown } = atomTabsOf(id);
  return recentAtoms(id).filter((key) => key !== shown || useAppStore.getState().screen !== 'browse');
}

interface GroupOfItemsProps {
  readonly group: PaletteGroup;
  readonly chosen: PaletteItem | undefined;
  readonly optionId: (item: PaletteItem) => string;
  readonly indexOf: (item: PaletteItem) => number;
  readonly onRun: (item: PaletteItem) => void;
}

function GroupOfItems({ group, chosen, optionId, indexOf, onRun }: GroupOfItemsProps) {
  const labelId = useId();
  return (
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} className={classes.label}>
        {group.label}
      </div>
      {group.items.map((item) => {
        const { icon: Glyph, label, note, shortcut, blocked } = item;
        return (
          <div
            key={item.id}
            id={optionId(item)}
            data-index={indexOf(item)}
            className={classes.item}
            role="option"
            {...(label.kind === 'key' && { 'aria-label': visibleLine(label.text.slice(-longestName)) })}
            aria-selected={item === chosen}
            aria-disabled={blocked !== null}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onRun(item)}
          >
            <Glyph size={16} aria-hidden />
            <span className={classes.name}>
              {label.kind === 'key' ? <KeyText atomKey={label.text} /> : label.text}
            </span>
            <Group gap="sm" wrap="nowrap" className={classes.end ?? ''}>
              {note !== null && <span className={classes.note}>{note}</span>}
              {shortcut !== null && <Kbd size="xs">{shortcut}</Kbd>}
            </Group>
          </div>
        );
      })}
      {group.rest !== null && <div className={classes.rest}>{group.rest}</div>}
    </div>
  );
}
