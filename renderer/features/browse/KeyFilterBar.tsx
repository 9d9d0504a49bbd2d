import {
  ActionIcon,
  Button,
  CloseButton,
  Group,
  Indicator,
  Menu,
  Pill,
  Stack,
  TextInput,
} from '@mantine/core';
import { IconChevronDown, IconFilter, IconFilterPlus, IconFold, IconFoldDown } from '@tabler/icons-react';
import { memo, useCallback, type KeyboardEvent } from 'react';
import type { CatalogueSummary } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import {
  filterModes,
  keyStates,
  searchPlaces,
  type FilterMode,
  type SearchPlace,
} from '#shared/domain/catalogueQuery.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useBrowsePreferences } from '../../state/browsePreferences.ts';
import { changeBrowseView, useBrowseView, type Narrowing } from '../../state/browseStore.ts';
import { changeSearch } from '../../state/keyFilter.ts';
import { usePreviousVisit } from '../../state/visitStore.ts';
import { collapseAll, expandAll, setFilter } from '../../state/browseView.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { MenuChoice } from '../../ui/MenuChoice.tsx';
import { Tip } from '../../ui/Tip.tsx';
import {
  conditionsOf,
  modeWords,
  placeWords,
  stateWords,
  withBookmarked,
  withChanged,
  withStates,
  withTag,
} from './filterWords.ts';
import classes from './Browse.module.css';
import { SavedFilters } from './SavedFilters.tsx';
import { DelimiterChoice } from './DelimiterChoice.tsx';

interface KeyFilterBarProps {
  readonly connectionId: ConnectionId;
  readonly tags: CatalogueSummary['tags'];
  /** Moves the focus from the text field to the tree. */
  readonly onLeave: () => void;
}

type ChangeFilter = (step: (before: Narrowing) => Narrowing) => void;

/** Filters the known keys while the user types. Only this, and not the tree beside it, is rendered again for what it shows. */
export const KeyFilterBar = memo(function KeyFilterBar({ connectionId, tags, onLeave }: KeyFilterBarProps) {
  const filter = useBrowseView(connectionId, (view) => view.filter);
  const onFilter = useCallback<ChangeFilter>(
    (step) => changeBrowseView(connectionId, (view) => setFilter(view, step(view.filter))),
    [connectionId],
  );
  const setText = (text: string): void => onFilter((before) => ({ ...before, text }));
  const mode = useBrowsePreferences((state) => state.filterMode);
  const searchIn = useBrowsePreferences((state) => state.searchIn);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setText('');
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      onLeave();
    }
  };
  const previousVisit = usePreviousVisit(connectionId);
  const conditions = conditionsOf(filter);
  return (
    <Stack gap="2xs" flex="none" p="sm" pb="2xs">
      <TextInput
        data-find
        aria-label="Filter known keys"
        placeholder={placeholderFor(searchIn, mode)}
        title={searchIn === 'keys' ? modeWords[mode].hint : placeWords[searchIn].hint}
        value={filter.text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        leftSection={<IconFilter size={15} aria-hidden />}
        rightSection={
          filter.text !== '' && (
            <CloseButton size="sm" aria-label="Clear filter" onClick={() => setText('')} />
          )
        }
        spellCheck={false}
        autoComplete="off"
        maxLength={10_000}
      />
      <Group gap="2xs" wrap="nowrap">
        <SearchMenu />
        <NarrowMenu
          states={filter.states}
          bookmarked={filter.bookmarked}
          chosenTags={filter.tags}
          changed={filter.changed}
          previousVisit={previousVisit}
          tags={tags}
          onFilter={onFilter}
        />
        <SavedFilters connectionId={connectionId} />
        <TreeTools connectionId={connectionId} />
      </Group>
      {conditions.length > 0 && (
        <Group gap="2xs">
          {conditions.map(({ words, without }) => (
            <Pill
              key={words}
              size="sm"
              withRemoveButton
              onRemove={() => onFilter(() => without)}
              removeButtonProps={{
                'aria-label': `Remove filter “${words}”`,
                tabIndex: 0,
                'aria-hidden': false,
              }}
            >
              {words}
            </Pill>
          ))}
        </Group>
      )}
    </Stack>
  );
});

/** Other settings of the tree. */
const TreeTools = memo(function TreeTools({ connectionId }: { readonly connectionId: ConnectionId }) {
  return (
    <Group gap="3xs" ml="auto" wrap="nowrap">
      <DelimiterChoice connectionId={connectionId} />
      <IconButton
        size="sm"
        label="Expand all"
        icon={IconFoldDown}
        onClick={() => changeBrowseView(connectionId, expandAll)}
      />
      <IconButton
        size="sm"
        label="Collapse all"
        icon={IconFold}
        onClick={() => changeBrowseView(connectionId, collapseAll)}
      />
    </Group>
  );
});

function placeholderFor(searchIn: SearchPlace, mode: FilterMode): string {
  if (searchIn === 'values') return 'Search values';
  if (searchIn === 'both') return 'Search keys and values';
  return mode === 'glob' ? 'v1.*.preference.**' : 'Filter known keys';
}

/** Where the text is searched, and how. */
const SearchMenu = memo(function SearchMenu() {
  const { filterMode: mode, searchIn, matchCase, wholeWord } = useBrowsePreferences();
  const name = searchIn === 'keys' ? modeWords[mode].name : placeWords[searchIn].name;
  return (
    <Menu position="bottom-start" width={250}>
      <Menu.Target>
        <Button
          fw={500}
          size="compact-xs"
          variant="subtle"
          color="gray"
          rightSection={<IconChevronDown size={12} aria-hidden />}
          aria-label={`Filter mode: ${name}`}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.longMenu ?? ''}>
        <Menu.Label>Search in</Menu.Label>
        {searchPlaces.map((choice) => (
          <MenuChoice
            key={choice}
            kind="radio"
            isChosen={choice === searchIn}
            onChoose={() => changeSearch({ searchIn: choice })}
            hint={placeWords[choice].hint}
          >
            {placeWords[choice].name}
          </MenuChoice>
        ))}
        {searchIn !== 'values' && (
          <>
            <Menu.Divider />
            <Menu.Label>Keys</Menu.Label>
            {filterModes.map((choice) => (
              <MenuChoice
                key={choice}
                kind="radio"
                isChosen={choice === mode}
                onChoose={() => changeSearch({ filterMode: choice })}
                hint={modeWords[choice].hint}
              >
                {modeWords[choice].name}
              </MenuChoice>
            ))}
          </>
        )}
        {searchIn !== 'keys' && (
          <>
            <Menu.Divider />
            <Menu.Label>Values</Menu.Label>
            <MenuChoice
              kind="checkbox"
              isChosen={matchCase}
              onChoose={(isOn) => changeSearch({ matchCase: isOn })}
            >
              Match case
            </MenuChoice>
            <MenuChoice
              kind="checkbox"
              isChosen={wholeWord}
              onChoose={(isOn) => changeSearch({ wholeWord: isOn })}
            >
              Whole word
            </MenuChoice>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
});

interface NarrowMenuProps {
  readonly states: Narrowing['states'];
  readonly bookmarked: Narrowing['bookmarked'];
  readonly chosenTags: Narrowing['tags'];
  readonly changed: Narrowing['changed'];
  /** Epoch milliseconds; null if there was none. */
  readonly previousVisit: number | null;
  readonly tags: CatalogueSummary['tags'];
  readonly onFilter: ChangeFilter;
}

/** The conditions of a filter besides its text. */
const NarrowMenu = memo(function NarrowMenu(props: NarrowMenuProps) {
  const { states = [], bookmarked, chosenTags = [], changed, previousVisit, tags, onFilter } = props;
  const others = [bookmarked, changed].filter((condition) => condition !== undefined);
  const count = states.length + chosenTags.length + others.length;
  return (
    <Menu position="bottom-start" closeOnItemClick={false} width={230}>
      <Indicator size={7} offset={4} disabled={count === 0} processing={false}>
        <Tip label="Show only…">
          <Menu.Target>
            <ActionIcon size="sm" aria-label={count === 0 ? 'Show only' : `Show only, ${count} chosen`}>
              <IconFilterPlus size={15} aria-hidden />
            </ActionIcon>
          </Menu.Target>
        </Tip>
      </Indicator>
      <Menu.Dropdown className={classes.longMenu ?? ''}>
        <Menu.Label>Show only</Menu.Label>
        {keyStates.map((state) => (
          <MenuChoice
            key={state}
            kind="checkbox"
            isChosen={states.includes(state)}
            onChoose={(isOn) =>
              onFilter((before) =>
                withStates(
                  before,
                  keyStates.filter((other) => (other === state ? isOn : states.includes(other))),
                ),
              )
            }
          >
            {stateWords[state]}
          </MenuChoice>
        ))}
        <Menu.Divider />
        <MenuChoice
          kind="checkbox"
          isChosen={bookmarked === true}
          onChoose={(isOn) => onFilter((before) => withBookmarked(before, isOn))}
        >
          Bookmarked
        </MenuChoice>
        {previousVisit !== null && (
          <MenuChoice
            kind="checkbox"
            isChosen={changed?.since === previousVisit}
            onChoose={(isOn) => onFilter((before) => withChanged(before, isOn ? previousVisit : null))}
          >
            Changed since the last visit
          </MenuChoice>
        )}
        {tags.length > 0 && <Menu.Divider />}
        {tags.length > 0 && <Menu.Label>All of these tags</Menu.Label>}
        {tags.map(({ tag: name, keys }) => (
          <MenuChoice
            key={name}
            kind="checkbox"
            isChosen={chosenTags.includes(name)}
            onChoose={(isOn) => onFilter((before) => withTag(before, name, isOn))}
          >
            {visibleLine(name)} <span className={classes.count}>{countWords(keys)}</span>
          </MenuChoice>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
});
