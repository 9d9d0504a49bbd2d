import { Button } from '@mantine/core';
import type { ConflictingAtom } from '#shared/domain/store.ts';
import { countOf } from '#shared/text/phrases.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import classes from './BulkEdit.module.css';

interface ConflictNoticeProps {
  readonly conflicts: readonly ConflictingAtom[];
  readonly onTakeUp: () => void;
}

/** Says which atoms are no longer as they were read, so that nothing was sent. */
export function ConflictNotice({ conflicts, onTakeUp }: ConflictNoticeProps) {
  return (
    <div className={classes.conflicts} role="alert">
      <p>
        Nothing was stored: {countOf(conflicts.length, 'atom')} {conflicts.length === 1 ? 'is' : 'are'} no
        longer as read here. Take {conflicts.length === 1 ? 'it' : 'them'} up as{' '}
        {conflicts.length === 1 ? 'it is' : 'they are'} now, look again, then store.
      </p>
      <ul aria-label="Atoms that moved">
        {conflicts.map(({ key, now }) => (
          <li key={key}>
            <KeyText atomKey={key} />
            <span>
              {now === null
                ? 'missing'
                : now.version === null
                  ? 'another value'
                  : `now version ${now.version}`}
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
