import { Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { ShownColumn } from '#shared/domain/browseLayout.ts';
import {
  mostFields,
  sortColumns,
  type AtomColumn,
  type FieldColumn,
  type SeenField,
} from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { countOf } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { seenFieldsQuery } from '../../api/values.ts';
import { useBrowsePreferences } from '../../state/browsePreferences.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { MenuChoice } from '../../ui/MenuChoice.tsx';
import classes from './Browse.module.css';
import { columnName, withColumn } from './tableColumns.ts';

/** The key is always shown. */
const choosable = sortColumns.filter((column) => column !== 'key');
/** Rarer fields would make the menu too long. */
const mostListed = 40;

interface ColumnMenuProps {
  readonly connectionId: ConnectionId;
  /** The chosen columns, and those of them that fit into the table. */
  readonly columns: readonly ShownColumn[];
  readonly shown: readonly ShownColumn[];
  readonly onChange: (step: (before: readonly ShownColumn[]) => readonly ShownColumn[]) => void;
}

/** Chooses the columns of the table, and whether visible atoms are read. */
export const ColumnMenu = memo(function ColumnMenu({
  connectionId,
  columns,
  shown,
  onChange,
}: ColumnMenuProps) {
  const readsInSight = useBrowsePreferences((state) => state.readsInSight);
  const choice = (name: AtomColumn, hint?: string) => {
    const isChosen = columns.some((column) => column.name === name);
    const isHidden = isChosen && !shown.some((column) => column.name === name);
    const words = isHidden ? 'Hidden: the table is too narrow' : hint;
    return (
      <MenuChoice
        key={name}
        kind="checkbox"
        isChosen={isChosen}
        {...(words !== undefined && { hint: words })}
        onChoose={(isOn) => onChange((before) => withColumn(before, name, isOn))}
      >
        {visibleLine(columnName(name))}
      </MenuChoice>
    );
  };
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <IconButton label="View options" icon={IconAdjustmentsHorizontal} />
      </Menu.Target>
      <Menu.Dropdown className={classes.longMenu ?? ''}>
        <Menu.Label>Columns</Menu.Label>
        {choosable.map((column) => choice(column))}
        <FieldChoices connectionId={connectionId} columns={columns} choice={choice} />
        <Menu.Divider />
        <Menu.Item onClick={() => onChange(() => columns.map(({ name }) => ({ name })))}>
          Reset column widths
        </Menu.Item>
        <Menu.Divider />
        <MenuChoice
          kind="checkbox"
          isChosen={readsInSight}
          onChoose={(isOn) => useBrowsePreferences.setState({ readsInSight: isOn })}
          hint="Reads atoms in batches as they scroll into view, if they are unread or a column shows their value"
        >
          Read visible atoms
        </MenuChoice>
      </Menu.Dropdown>
    </Menu>
  );
});

interface FieldChoicesProps extends Pick<ColumnMenuProps, 'connectionId' | 'columns'> {
  readonly choice: (name: AtomColumn, hint?: string) => React.ReactNode;
}

/** The fields of JSON values that were read. */
function FieldChoices({ connectionId, columns, choice }: FieldChoicesProps) {
  const { data: seen = [] } = useQuery(seenFieldsQuery(connectionId));
  const chosen = columns.map(({ name }) => name).filter((name): name is FieldColumn => name.startsWith('$'));
  const listed = seen.slice(0, mostListed);
  const others = chosen.filter((path) => !listed.some((field) => field.path === path));
  if (chosen.length + listed.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Fields of JSON values</Menu.Label>
      {others.map((path) => choice(path))}
      {(chosen.length >= mostFields ? listed.filter(({ path }) => chosen.includes(path)) : listed).map(
        (field) => choice(field.path, fieldHint(field)),
      )}
    </>
  );
}

function fieldHint({ values }: SeenField): string {
  return `in ${countOf(values, 'value')} read recently`;
}
