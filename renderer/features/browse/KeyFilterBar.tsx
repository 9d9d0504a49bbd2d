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
import { IconChevronDown, IconFilter, IconFilterPlus } from '@tabler/icons-react';
import { memo, type KeyboardEvent, type ReactNode } from 'react';
import type { CatalogueSummary } from '#shared/domain/catalogue.ts';
import { filterModes, keyStates } from '#shared/domain/catalogueQuery.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useBrowsePreferences } from '../../state/browsePreferences.ts';
import type { Narrowing } from '../../state/browseStore.ts';
import { MenuChoice } from '../../ui/MenuChoice.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { conditionsOf, modeWords, stateWords, withBookmarked, withStates, withTag } from './filterWords.ts';
import classes from './Browse.module.css';

interface KeyFilterBarProps {
  readonly filter: Narrowing;
  readonly tags: CatalogueSummary['tags'];
  readonly onFilter: (filter: Narrowing) => void;
  /** Moves the focus from the text field to the tree. */
  readonly onLeave: () => void;
  /** Other settings of the tree, at the end of the line. */
  readonly children: ReactNode;
}

/** Filters the known keys while the user types. */
export function KeyFilterBar({ filter, tags, onFilter, onLeave, children }: KeyFilterBarProps) {
  const mode = useBrowsePreferences((state) => state.filterMode);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onFilter({ ...filter, text: '' });
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      onLeave();
    }
  };
  const conditions = conditionsOf(filter);
  return (
    <Stack gap="2xs" flex="none" p="sm" pb="2xs">
      <TextInput
        aria-label="Filter known keys"
        placeholder={mode === 'glob' ? 'v1.*.preference.**' : 'Filter known keys'}
        title={modeWords[mode].hint}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        leftSection={<IconFilter size={15} aria-hidden />}
        rightSection={
          filter.text !== '' && (
            <CloseButton
              size="sm"
              aria-label="Clear filter"
              onClick={() => onFilter({ ...filter, text: '' })}
            />
          )
        }
        spellCheck={false}
        autoComplete="off"
        maxLength={10_000}
      />
      <Group gap="2xs" wrap="nowrap">
        <ModeMenu />
        <NarrowMenu filter={filter} tags={tags} onFilter={onFilter} />
        <Group gap="3xs" ml="auto" wrap="nowrap">
          {children}
        </Group>
      </Group>
      {conditions.length > 0 && (
        <Group gap="2xs">
          {conditions.map(({ words, without }) => (
            <Pill
              key={words}
              size="sm"
              withRemoveButton
              onRemove={() => onFilter(without)}
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
}

const ModeMenu = memo(function ModeMenu() {
  const mode = useBrowsePreferences((state) => state.filterMode);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          fw={500}
          size="compact-xs"
          variant="subtle"
          color="gray"
          rightSection={<IconChevronDown size={12} aria-hidden />}
          aria-label={`Filter mode: ${modeWords[mode].name}`}
        >
          {modeWords[mode].name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {filterModes.map((choice) => (
          <MenuChoice
            key={choice}
            kind="radio"
            isChosen={choice === mode}
            onChoose={() => useBrowsePreferences.setState({ filterMode: choice })}
            hint={modeWords[choice].hint}
          >
            {modeWords[choice].name}
          </MenuChoice>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
});

function NarrowMenu({ filter, tags, onFilter }: Omit<KeyFilterBarProps, 'onLeave' | 'children'>) {
  const { states = [], bookmarked, tag } = filter;
  const count = conditionsOf(filter).length;
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
              onFilter(
                withStates(
                  filter,
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
          onChoose={(isOn) => onFilter(withBookmarked(filter, isOn))}
        >
          Bookmarked
        </MenuChoice>
        {tags.length > 0 && <Menu.Divider />}
        {tags.length > 0 && <Menu.Label>Tag</Menu.Label>}
        {tags.map(({ tag: name, keys }) => (
          <MenuChoice
            key={name}
            kind="checkbox"
            isChosen={tag === name}
            onChoose={(isOn) => onFilter(withTag(filter, isOn ? name : null))}
          >
            {visibleLine(name)} <span className={classes.count}>{countWords(keys)}</span>
          </MenuChoice>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
