import { Checkbox } from '@mantine/core';
import { countOf } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { VirtualGrid } from '../../ui/lists/VirtualGrid.tsx';
import { utf8Bytes } from '../../ui/utf8.ts';
import type { ChangeRow } from './bulkPreview.ts';
import classes from './BulkEdit.module.css';
import { concernWords } from './bulkWords.ts';

interface ChangeListProps {
  readonly rows: readonly ChangeRow[];
  readonly shown: number;
  readonly onShow: (index: number) => void;
  readonly onInclude: (keys: readonly string[], isIncluded: boolean) => void;
}

const columns = [
  { name: 'include', header: 'Include', width: '32px' },
  { name: 'atom', header: 'Atom' },
] as const;

/** The atoms that change. Space includes or excludes one. */
export function ChangeList({ rows, shown, onShow, onInclude }: ChangeListProps) {
  const included = rows.filter(({ isIncluded }) => isIncluded).length;
  // One whose proof failed is put in by itself, or not at all.
  const together = rows.filter(({ concerns }) => !concerns.includes('red'));
  const isAll = together.every(({ isIncluded }) => isIncluded);
  const isEach = included === rows.length;

  return (
    <div className={classes.listPane}>
      <Checkbox
        size="xs"
        className={classes.all ?? ''}
        label={allWords(rows.length, together.length)}
        checked={isEach}
        disabled={together.length === 0 && included === 0}
        indeterminate={!isEach && included > 0}
        onChange={() =>
          onInclude(
            (isAll ? rows : together).map(({ reading }) => reading.key),
            !isAll,
          )
        }
      />
      <VirtualGrid
        label="Changed atoms"
        rows={rows}
        columns={columns}
        hasHeader={false}
        rowHeight={46}
        className={classes.list}
        active={shown}
        onChoose={onShow}
        onKeyDown={(event, index) => {
          const row = rows[index];
          if (event.key !== ' ' || row === undefined) return;
          event.preventDefault();
          onInclude([row.reading.key], !row.isIncluded);
        }}
        rowData={({ isIncluded }) => ({ 'data-left-out': !isIncluded || undefined })}
        renderCell={(row, column) =>
          column === 'atom' ? (
            <Atom row={row} />
          ) : (
            // Space does the same for the active row, so that the list is one tab stop.
            <Checkbox
              size="xs"
              tabIndex={-1}
              aria-label={`Include ${visibleLine(row.reading.key).slice(0, 200)}`}
              checked={row.isIncluded}
              onChange={(event) => onInclude([row.reading.key], event.currentTarget.checked)}
              onClick={(event) => event.stopPropagation()}
            />
          )
        }
      />
    </div>
  );
}

function allWords(changed: number, together: number): string {
  return changed === together
    ? `Include all ${countOf(changed, 'atom')}`
    : `Include ${countOf(together, 'atom')}, without the ${changed - together} whose proof failed`;
}

function Atom({ row }: { readonly row: ChangeRow }) {
  const { reading, change, concerns } = row;
  return (
    <span className={classes.atom}>
      <KeyText atomKey={reading.key} />
      <span className={classes.facts}>
        {countOf(change.count, 'replacement')}, {sizeWords(utf8Bytes(reading.value))} →{' '}
        {sizeWords(change.bytes)}
        {concerns.map((concern) => (
          <span
            key={concern}
            className={classes.concern}
            data-tone={concern === 'red' || concern === 'half-character' ? 'danger' : 'warning'}
          >
            {concernWords[concern]}
          </span>
        ))}
      </span>
    </span>
  );
}
