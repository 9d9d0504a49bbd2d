import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { sortColumns, type SortColumn } from '#shared/domain/catalogueQuery.ts';
import { useBrowsePreferences } from '../../state/browsePreferences.ts';
import { MenuChoice } from '../../ui/MenuChoice.tsx';
import { tableColumns } from './tableColumns.ts';

/** The key is always shown. */
const choosable = sortColumns.filter((column) => column !== 'key');

/**
 * Which columns the table has, and whether what comes into sight is read. `shown`: those of the chosen ones that there is
 * room for.
 */
export function ColumnMenu({ shown }: { readonly shown: readonly SortColumn[] }) {
  const columns = useBrowsePreferences((state) => state.columns);
  const showColumns = useBrowsePreferences((state) => state.showColumns);
  const readsInSight = useBrowsePreferences((state) => state.readsInSight);
  const readInSight = useBrowsePreferences((state) => state.readInSight);
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <Tooltip label="Columns and reading">
          <ActionIcon aria-label="Columns and reading">
            <IconAdjustmentsHorizontal size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Columns</Menu.Label>
        {choosable.map((column) => (
          <MenuChoice
            key={column}
            kind="checkbox"
            isChosen={columns.includes(column)}
            {...(columns.includes(column) && !shown.includes(column) && { hint: 'No room: widen the table' })}
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
          onChoose={readInSight}
          hint="Atoms never read are read in batches as they scroll into view"
        >
          Read what comes into sight
        </MenuChoice>
      </Menu.Dropdown>
    </Menu>
  );
}
