import type { ConflictingAtom } from '#shared/domain/store.ts';
import { countOf } from '#shared/text/phrases.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import classes from './BulkEdit.module.css';

interface ConflictNoticeProps {
  readonly conflicts: readonly ConflictingAtom[];
  readonly onTakeUp: () => void;
}

/** Lists the atoms that changed on the service after they were read. Nothing was stored. */
export function ConflictNotice({ conflicts, onTakeUp }: ConflictNoticeProps) {
  return (
    <div className={classes.conflicts} role="alert">
      <p>
        Nothing was stored: {countOf(conflicts.length, 'atom')} changed on the service. Reload the current
        {conflicts.length === 1 ? ' version' : ' versions'}, review the changes, and store again.
      </p>
      <ul aria-label="Atoms changed on the service">
        {conflicts.map(({ key, now }) => (
          <li key={key}>
            <KeyText atomKey={key} />
            <span>
              {now === null
                ? 'missing'
                : now.version === null
                  ? 'different value'
                  : `now version ${now.version}`}
            </span>
          </li>
        ))}
      </ul>
      <SmallButton onClick={onTakeUp} autoFocus>
        Reload current versions
      </SmallButton>
    </div>
  );
}
