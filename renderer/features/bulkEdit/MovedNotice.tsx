import { Button } from '@mantine/core';
import type { MovedAtom } from '#shared/domain/store.ts';
import { countOf } from '#shared/text/phrases.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import classes from './BulkEdit.module.css';

interface MovedNoticeProps {
  readonly moved: readonly MovedAtom[];
  readonly onTakeUp: () => void;
}

/** Says which atoms are no longer as they were read, so that nothing was sent. */
export function MovedNotice({ moved, onTakeUp }: MovedNoticeProps) {
  return (
    <div className={classes.moved} role="alert">
      <p>
        Nothing was stored: {countOf(moved.length, 'atom')} {moved.length === 1 ? 'is' : 'are'} no longer as
        read here. Take {moved.length === 1 ? 'it' : 'them'} up as {moved.length === 1 ? 'it is' : 'they are'}{' '}
        now, look again, then store.
      </p>
      <ul aria-label="Atoms that moved">
        {moved.map(({ key, now }) => (
          <li key={key}>
            <KeyText atomKey={key} />
            <span>
              {now === null ? 'gone' : now.version === null ? 'another value' : `now version ${now.version}`}
            </span>
          </li>
        ))}
      </ul>
      <Button size="compact-sm" variant="default" onClick={onTakeUp} autoFocus>
        Take up as they are now
      </Button>
    </div>
  );
}
