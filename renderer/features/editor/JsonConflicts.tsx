import { SegmentedControl } from '@mantine/core';
import { cutText } from '#shared/text/cutText.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import classes from './AtomEditor.module.css';
import { conflictName, type JsonConflict, type Side } from './mergeJson.ts';

interface JsonConflictsProps {
  readonly conflicts: readonly JsonConflict[];
  readonly settled: ReadonlyMap<string, Side>;
  readonly onSettle: (path: readonly string[], side: Side) => void;
}

/** Longer values are cut off here; the text below shows all of them. */
const shownLength = 120;

/** The members that both sides changed, each with a choice of which value to keep. */
export function JsonConflicts({ conflicts, settled, onSettle }: JsonConflictsProps) {
  return (
    <ul className={classes.conflicts} aria-label="Conflicting members" tabIndex={0}>
      {conflicts.map((conflict) => {
        const { path, mine, theirs } = conflict;
        const name = visibleLine(path.join(' › '));
        return (
          <li key={conflictName(path)}>
            <strong>{name}</strong>
            <span>Yours: {shown(mine)}</span>
            <span>Theirs: {shown(theirs)}</span>
            <SegmentedControl
              size="xs"
              aria-label={`Value to keep for ${name}`}
              value={settled.get(conflictName(path)) ?? ''}
              onChange={(side) => onSettle(path, side === 'theirs' ? 'theirs' : 'mine')}
              data={[
                { value: 'mine', label: 'Keep mine' },
                { value: 'theirs', label: 'Keep theirs' },
              ]}
            />
          </li>
        );
      })}
    </ul>
  );
}

function shown(text: string | null): string {
  return text === null ? 'removed' : visibleLine(cutText(text, shownLength));
}
