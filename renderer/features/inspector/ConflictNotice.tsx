import { Button } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { conflictMeanings, conflictSides, conflictTitles, conflictWords } from '#shared/text/memoryWords.ts';
import { useKeyMemory, useSettleConflict } from '../../api/catalogueEntries.ts';
import { notifyFailure } from '../../ui/notify.ts';
import classes from './Inspector.module.css';

interface ConflictNoticeProps {
  readonly connectionId: ConnectionId;
  readonly atomKey: string;
}

/** What contradicts the memory of this key, until the user settles it; nothing where nothing does. */
export function ConflictNotice({ connectionId, atomKey }: ConflictNoticeProps) {
  const { data: memory } = useKeyMemory(connectionId, atomKey);
  const settle = useSettleConflict(connectionId, atomKey);
  const conflict = memory?.conflict ?? null;
  if (conflict === null) return null;
  const sides = conflictSides(conflict);
  const isDenial = conflict.kind === 'denied';
  return (
    <section className={classes.conflict} aria-label={conflictTitles[conflict.kind]}>
      <h3>{conflictTitles[conflict.kind]}</h3>
      {sides === null ? (
        <p>{conflictWords(conflict)}</p>
      ) : (
        <>
          <dl>
            <dt>Before</dt>
            <dd>{sides.before}</dd>
            <dt>Now</dt>
            <dd>{sides.now}</dd>
          </dl>
          <p>{conflictMeanings[conflict.kind]}</p>
        </>
      )}
      <div className={classes.settle}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={settle.isPending}
          onClick={() => settle.mutate('keep', { onError: notifyFailure })}
        >
          {isDenial ? 'Dismiss' : 'Keep the earlier value'}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={settle.isPending}
          onClick={() => settle.mutate('accept', { onError: notifyFailure })}
        >
          {isDenial ? 'Accept as missing' : 'Accept the new value'}
        </Button>
      </div>
    </section>
  );
}
