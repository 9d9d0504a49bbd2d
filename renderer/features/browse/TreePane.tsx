import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useRef } from 'react';
import type { CatalogueEntry, Coverage } from '#shared/domain/catalogue.ts';
import type { BrowseView } from '../../state/browseStore.ts';
import { CoverageLine } from './CoverageLine.tsx';
import { KeyTree } from './KeyTree.tsx';
import classes from './KeyTree.module.css';
import type { TreeRow } from './treeRows.ts';

interface TreePaneProps {
  readonly view: BrowseView;
  readonly rows: readonly TreeRow[];
  readonly keys: readonly string[];
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
  readonly pattern: RegExp | null;
  readonly coverage: Coverage;
  readonly onFilter: (text: string) => void;
  readonly onToggle: (path: string) => void;
  readonly onChoose: (row: TreeRow) => void;
}

/** The tree of known keys with its filter above and the coverage below. */
export function TreePane(props: TreePaneProps) {
  const { view, rows, keys, entries, pattern, coverage, onFilter, onToggle, onChoose } = props;
  const paneRef = useRef<HTMLDivElement>(null);
  return (
    <div ref={paneRef} className={classes.pane}>
      <div className={classes.filter}>
        <TextInput
          aria-label="Filter known keys"
          placeholder="Filter known keys"
          value={view.filter}
          onChange={(event) => onFilter(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onFilter('');
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              paneRef.current?.querySelector<HTMLElement>('[role="tree"]')?.focus();
            }
          }}
          leftSection={<IconFilter size={15} aria-hidden />}
          rightSection={
            view.filter !== '' && (
              <CloseButton size="sm" aria-label="Clear the filter" onClick={() => onFilter('')} />
            )
          }
          spellCheck={false}
          autoComplete="off"
        />
      </div>
      {keys.length === 0 && view.filter !== '' ? (
        <div className={classes.nothing} role="status">
          <p>No known key contains this text. Keys that are not known yet can’t be found here.</p>
          <Button size="compact-sm" variant="default" onClick={() => onFilter('')}>
            Clear the filter
          </Button>
        </div>
      ) : (
        <KeyTree
          rows={rows}
          sortedKeys={keys}
          entries={entries}
          pattern={pattern}
          prefix={view.prefix}
          selectedKey={view.selectedKey}
          onToggle={onToggle}
          onChoose={onChoose}
        />
      )}
      <CoverageLine coverage={coverage} />
    </div>
  );
}
