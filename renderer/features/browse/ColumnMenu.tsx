import { Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { memo } from 'react';
import { sortColumns, type SortColumn } from '#shared/domain/catalogueQuery.ts';
import { showColumns, useBrowsePreferences } from '../../state/browsePreferences.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { MenuChoice } from '../../ui/MenuChoice.tsx';
import { tableColumns } from './tableColumns.ts';

/** The key is always shown. */
const choosable = sortColumns.filter((column) => column !== 'key');

/**
 * Chooses the columns of the table, and whether visible atoms are read.
 *
 * @param shown the chosen columns that fit into the table
 */
export const ColumnMenu = memo(function ColumnMenu({ shown }: { readonly shown: readonly SortColumn[] }) {
  const { columns, readsInSight } = useBrowsePreferences();
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <IconButton label="View options" icon={IconAdjustmentsHorizontal} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Columns</Menu.Label>
        {choosable.map((column) => (
          <MenuChoice
            key={column}
            kind="checkbox"
            isChosen={columns.includes(column)}
            {...(columns.includes(column) &&
              !shown.includes(column) && { hint: 'Hidden: the table is too narrow' })}
            onChoose={(isOn) =>
              showColumns(isOn ? [...columns, column] : columns.filter((other) => other !== column))
            }
          >
            {tableColumns[column].name}
          </MenuChoice>
        ))}
        <Menu.Divider />
        <MenuChoice
          kind="checkbox"
          isChosen={readsInSight}
          onChoose={(isOn) => useBrowsePreferences.setState({ readsInSight: isOn })}
          hint="Reads unread atoms in batches as they scroll into view"
        >
          Read visible atoms
        </MenuChoice>
      </Menu.Dropdown>
    </Menu>
  );
});
