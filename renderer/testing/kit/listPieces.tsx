import { useState, type ReactNode } from 'react';
import { KeyText } from '../../ui/KeyText.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { VirtualGrid } from '../../ui/lists/VirtualGrid.tsx';
import { VirtualList } from '../../ui/lists/VirtualList.tsx';
import { VirtualTree } from '../../ui/lists/VirtualTree.tsx';

const atoms = ['Oslo', 'Bergen', 'Narvik', 'Bodø', 'Molde', 'Tromsø'].map((town, index) => ({
  key: `v1.town.${town}.population`,
  value: String(1_000 * (index + 7)),
  version: index + 1,
}));

/** The lists and tables of the kit, for `kitPieces`. */
export const listPieces: readonly (readonly [string, () => ReactNode])[] = [
  ['VirtualList', () => <VirtualListPiece />],
  ['VirtualGrid', () => <VirtualGridPiece />],
  ['VirtualTree', () => <VirtualTreePiece />],
  [
    'DataTable',
    () => (
      <DataTable
        label="Towns"
        rows={atoms}
        columns={[
          { name: 'key', header: 'Key', isRowHeader: true, render: ({ key }) => <KeyText atomKey={key} /> },
          { name: 'value', header: 'Value', width: '6rem', isNumeric: true, render: ({ value }) => value },
          {
            name: 'version',
            header: 'Version',
            width: '5rem',
            isNumeric: true,
            render: ({ version }) => version,
          },
        ]}
      />
    ),
  ],
];

function VirtualListPiece() {
  const [selected, setSelected] = useState(1);
  return (
    <VirtualList
      label="Towns"
      rows={atoms}
      rowHeight={30}
      selected={selected}
      onSelect={setSelected}
      renderRow={({ key }) => <KeyText atomKey={key} />}
    />
  );
}

function VirtualGridPiece() {
  const [active, setActive] = useState(1);
  return (
    <VirtualGrid
      label="Towns"
      rows={atoms}
      columns={[
        { name: 'key', header: 'Key' },
        { name: 'value', header: 'Value', width: '6rem', isNumeric: true },
        { name: 'version', header: 'Version', width: '5rem', isNumeric: true },
      ]}
      active={active}
      onChoose={setActive}
      sort={{ column: 'key', direction: 'ascending' }}
      onSort={() => undefined}
      renderCell={(atom, column) => (column === 'key' ? <KeyText atomKey={atom.key} /> : atom[column])}
    />
  );
}

const treeRows = [
  { label: 'v1', level: 1, position: 1, siblings: 1, hasChildren: true, isOpen: true, parent: -1 },
  { label: 'town', level: 2, position: 1, siblings: 2, hasChildren: true, isOpen: true, parent: 0 },
  { label: 'Oslo', level: 3, position: 1, siblings: 2, hasChildren: false, isOpen: false, parent: 1 },
  { label: 'Bergen', level: 3, position: 2, siblings: 2, hasChildren: false, isOpen: false, parent: 1 },
  { label: 'user', level: 2, position: 2, siblings: 2, hasChildren: true, isOpen: false, parent: 0 },
];

function VirtualTreePiece() {
  const [active, setActive] = useState(2);
  return (
    <VirtualTree
      label="Known keys"
      rows={treeRows}
      rowHeight={28}
      active={active}
      placeOf={(row) => row}
      onMove={setActive}
      onToggle={() => undefined}
      onPress={() => undefined}
      renderRow={({ label }) => <KeyText atomKey={label} />}
    />
  );
}
