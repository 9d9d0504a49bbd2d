import {
  IconBookmarkFilled,
  IconChevronRight,
  IconClock,
  IconFileSearch,
  IconKey,
  IconMessageSearch,
  IconPlug,
  type Icon,
} from '@tabler/icons-react';
import { commandIds, commands, type CommandId } from '#shared/commands/commandTable.ts';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { noteOpened } from '../../api/scoreboard.ts';
import type { FoundKeys } from '../../api/keySearch.ts';
import type { Offers } from '../../commands/registry.ts';
import { keysOf } from '../../commands/shortcutStore.ts';
import { activate, showScreen } from '../../state/appStore.ts';
import { noteCommand } from '../../state/paletteStore.ts';
import { askRecall, recallViewOf } from '../../state/recallStore.ts';
import { showInBrowse } from '../../state/showInBrowse.ts';
import { shortcutText } from '../../ui/shortcutText.ts';
import { parseLimit } from '../recall/recallLimit.ts';
import { bestMatches } from './matchText.ts';

/** Something that the palette can do. */
export interface PaletteItem {
  /** Unique in the list. */
  readonly id: string;
  readonly icon: Icon;
  /** A key is shown with its hidden characters marked. */
  readonly label: { readonly kind: 'text' | 'key'; readonly text: string };
  /** On the right. */
  readonly note: string | null;
  readonly shortcut: string | null;
  /** Takes what was typed as it is. */
  readonly isSearch?: true;
  /** Why it cannot be done now; null if it can. */
  readonly blocked: string | null;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly label: string;
  readonly items: readonly PaletteItem[];
  /** What is left out. */
  readonly rest: string | null;
}

/** What the palette searches. */
export interface PaletteSources {
  /** What could be done when the palette was opened: while it is open, nothing behind it can. */
  readonly offers: Offers;
  readonly recent: readonly CommandId[];
  readonly connections: readonly Connection[];
  readonly active: Connection | null;
  readonly bookmarks: readonly CatalogueEntry[];
  readonly recentAtoms: readonly string[];
  readonly queries: readonly string[];
  readonly found: FoundKeys | null;
}

const fewItems = 6;

/** Everything: commands, connections, queries, and keys. */
export function allGroups(sources: PaletteSources, typed: string): readonly PaletteGroup[] {
  const { active, found } = sources;
  if (typed.trim() === '') {
    const recent = sources.recent.filter((id) => sources.offers.has(id));
    return groups([
      group('Recently used', commandItems(sources, recent)),
      active && group('Recent atoms', keyItems(active.id, sources.recentAtoms, IconClock), fewItems),
      active &&
        group('Bookmarks', keyItems(active.id, keysIn(sources.bookmarks), IconBookmarkFilled), fewItems),
      group(
        'Commands',
        commandItems(
          sources,
          commandIds.filter((id) => !recent.includes(id)),
        ),
      ),
    ]);
  }
  return groups([
    group('Commands', commandItems(sources, matchingCommands(sources, typed)), 10),
    group('Connections', connectionItems(sources, typed), fewItems),
    active &&
      group('Recall queries', queryItems(active.id, bestMatches(sources.queries, typed, same)), fewItems),
    active && found && keyGroup(active.id, found, typed, 10),
    active && group('Search', searchItems(active.id, typed)),
  ]);
}

/** Known keys alone. */
export function keyGroups(sources: PaletteSources, typed: string): readonly PaletteGroup[] {
  const { active, found } = sources;
  if (active === null) return [];
  if (typed.trim() === '') {
    return groups([
      group('Recent atoms', keyItems(active.id, sources.recentAtoms, IconClock), 12),
      group('Bookmarks', keyItems(active.id, keysIn(sources.bookmarks), IconBookmarkFilled), 30),
    ]);
  }
  return groups([
    found && keyGroup(active.id, found, typed, 50),
    group('Look up', searchItems(active.id, typed).slice(0, 1)),
  ]);
}

export function connectionGroups(sources: PaletteSources, typed: string): readonly PaletteGroup[] {
  return groups([
    group('Connections', connectionItems(sources, typed)),
    group(
      'More',
      commandItems(sources, bestMatches(['connect', 'showConnections'] as const, typed, titleOf)),
    ),
  ]);
}

function groups(all: readonly (PaletteGroup | null)[]): readonly PaletteGroup[] {
  return all.filter((each) => each !== null && each.items.length > 0) as readonly PaletteGroup[];
}

function group(label: string, items: readonly PaletteItem[], most = Infinity): PaletteGroup {
  return { label, items: items.slice(0, most), rest: null };
}

function same(text: string): string {
  return text;
}

function titleOf(id: CommandId): string {
  const { title, section } = commands[id];
  return `${title} ${section}`;
}

/** Recently used ones first, among those that match as well. */
function matchingCommands({ recent }: PaletteSources, typed: string): readonly CommandId[] {
  const rest = commandIds.filter((id) => !recent.includes(id));
  return bestMatches([...recent, ...rest], typed, titleOf);
}

function commandItems({ offers }: PaletteSources, ids: readonly CommandId[]): readonly PaletteItem[] {
  return ids.flatMap((id) => {
    const offer = offers.get(id);
    // The palette is open already.
    if (offer === undefined || id === 'palette') return [];
    const [key] = keysOf(id);
    return {
      id: `command ${id}`,
      icon: IconChevronRight,
      label: { kind: 'text', text: commands[id].title },
      note: offer.blocked ?? commands[id].section,
      shortcut: key === undefined ? null : shortcutText(key),
      blocked: offer.blocked,
      run: () => {
        noteCommand(id);
        offer.run();
      },
    };
  });
}

function connectionItems({ connections, active }: PaletteSources, typed: string): readonly PaletteItem[] {
  const named = ({ name, baseUrl }: Connection): string => `${name} ${baseUrl ?? ''}`;
  return bestMatches(connections, typed, named).map((connection) => ({
    id: `connection ${connection.id}`,
    icon: IconPlug,
    label: { kind: 'text', text: visibleLine(connection.name) },
    note: connection.id === active?.id ? 'Open now' : (connection.baseUrl ?? null),
    shortcut: null,
    blocked: null,
    run: () => activate(connection.id),
  }));
}

function keysIn(entries: readonly CatalogueEntry[]): readonly string[] {
  return entries.map(({ key }) => key);
}

function keyItems(id: ConnectionId, keys: readonly string[], icon: Icon): readonly PaletteItem[] {
  return keys.map((key) => ({
    id: `key ${key}`,
    icon,
    label: { kind: 'key', text: key },
    note: null,
    shortcut: null,
    blocked: null,
    run: () => openKey(id, key),
  }));
}

/** Bookmarked keys first. */
function keyGroup(id: ConnectionId, found: FoundKeys, typed: string, most: number): PaletteGroup {
  const matching = bestMatches(found.entries, typed.replaceAll(/[*?]/g, ' '), ({ key }) => key);
  const [marked, others] = [true, false].map((isOn) =>
    matching.filter(({ bookmarked }) => bookmarked === isOn),
  );
  const items = [
    ...keyItems(id, keysIn(marked ?? []), IconBookmarkFilled),
    ...keyItems(id, keysIn(others ?? []), IconKey),
  ].slice(0, most);
  const more = found.total - items.length;
  return {
    label: 'Known keys',
    items,
    rest: more > 0 ? `${countWords(more)} more. Type more of the key.` : null,
  };
}

function queryItems(id: ConnectionId, queries: readonly string[]): readonly PaletteItem[] {
  return queries.map((query) => ({
    id: `query ${query}`,
    icon: IconMessageSearch,
    label: { kind: 'text', text: visibleLine(query) },
    note: 'Run again',
    shortcut: null,
    blocked: null,
    run: () => runRecall(id, query),
  }));
}

function searchItems(id: ConnectionId, typed: string): readonly PaletteItem[] {
  const item = { note: null, shortcut: null, blocked: null, isSearch: true } as const;
  return [
    {
      ...item,
      id: 'look up',
      icon: IconFileSearch,
      label: { kind: 'text', text: `Look up exact key ${quoteText(typed)}` },
      run: () => openKey(id, typed),
    },
    {
      ...item,
      id: 'recall',
      icon: IconMessageSearch,
      label: { kind: 'text', text: `Recall ${quoteText(typed)}` },
      run: () => runRecall(id, typed),
    },
  ];
}

function openKey(id: ConnectionId, key: string): void {
  noteOpened(id, key);
  showInBrowse(id, key);
  showScreen('browse');
}

function runRecall(id: ConnectionId, query: string): void {
  askRecall(id, query, parseLimit(recallViewOf(id).limit) ?? 10);
  showScreen('recall');
}
