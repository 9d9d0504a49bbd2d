import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, type KeyboardEvent } from 'react';
import type { KeptVersion } from '#shared/domain/history.ts';
import { sightingsWords, versionName } from '#shared/text/historyWords.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { momentWords } from '#shared/text/times.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import classes from './Inspector.module.css';
import kit from '../../ui/kit.module.css';

interface VersionListProps {
  readonly versions: readonly KeptVersion[];
  /** Versions that returned different values, with how many. */
  readonly differing: ReadonlyMap<number, number>;
  readonly chosenId: string;
  readonly onChoose: (id: string) => void;
}

/** The saved versions of an atom, to select one. */
export function VersionList({ versions, differing, chosenId, onChoose }: VersionListProps) {
  const listId = useId();
  const chosen = versions.findIndex(({ id }) => id === chosenId);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, Home: 0, End: versions.length - 1 }[event.key];
    const version = to === undefined ? undefined : versions[to];
    if (to === undefined) return;
    event.preventDefault();
    if (version === undefined) return;
    onChoose(version.id);
    document.getElementById(`${listId}-${version.id}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div
      className={classes.versions}
      role="listbox"
      aria-label="Saved versions"
      aria-activedescendant={`${listId}-${chosenId}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {versions.map((version) => (
        <div
          key={version.id}
          id={`${listId}-${version.id}`}
          className={`${kit.hoverable} ${classes.version}`}
          role="option"
          aria-selected={version.id === chosenId}
          onClick={() => onChoose(version.id)}
        >
          <VerdictBadge status={version.verdict} withLabel={false} />
          <strong>{versionName(version.version)}</strong>
          {version.version !== null && differing.has(version.version) && (
            <strong data-flag>
              <IconAlertTriangle size={12} aria-hidden /> different values
            </strong>
          )}
          <span>{timesWords(version)}</span>
          <span className={classes.end}>
            {sightingsWords(version)}, {sizeWords(version.bytes)}
          </span>
        </div>
      ))}
    </div>
  );
}

function timesWords({ firstSeenAt, lastSeenAt }: KeptVersion): string {
  const first = momentWords(firstSeenAt);
  const last = momentWords(lastSeenAt);
  if (first === last) return first;
  // The same day is shown only once.
  return first.slice(0, 10) === last.slice(0, 10) ? `${first} to ${last.slice(11)}` : `${first} to ${last}`;
}
