import type { ConnectionId } from '#shared/domain/connection.ts';
import { conflictMeanings, conflictSides, conflictTitles, conflictWords } from '#shared/text/memoryWords.ts';
import { useKeyMemory, useSettleConflict } from '../../api/catalogueEntries.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { notifyFailure } from '../../ui/notify.ts';

interface ConflictNoticeProps {
  readonly connectionId: ConnectionId;
  readonly atomKey: string;
}

/** What contradicts the memory of this key, until the user resolves it. */
export function ConflictNotice({ connectionId, atomKey }: ConflictNoticeProps) {
  const { data: memory } = useKeyMemory(connectionId, atomKey);
  const settle = useSettleConflict(connectionId, atomKey);
  const conflict = memory?.conflict ?? null;
  if (conflict === null) return null;
  const sides = conflictSides(conflict);
  const isDenial = conflict.kind === 'denied';
  const answer = (how: 'keep' | 'accept', label: string) => (
    <SmallButton disabled={settle.isPending} onClick={() => settle.mutate(how, { onError: notifyFailure })}>
      {label}
    </SmallButton>
  );
  return (
    <Callout
      tone="danger"
      title={conflictTitles[conflict.kind]}
      order={3}
      role="region"
      aria-label={conflictTitles[conflict.kind]}
      mx="md"
      mb="sm"
      actions={
        <>
          {answer('keep', isDenial ? 'Dismiss' : 'Keep the earlier value')}
          {answer('accept', isDenial ? 'Accept as missing' : 'Accept the new value')}
        </>
      }
    >
      {sides === null ? (
        <p>{conflictWords(conflict)}</p>
      ) : (
        <>
          <Facts>
            <Fact label="Before">{sides.before}</Fact>
            <Fact label="Now">{sides.now}</Fact>
          </Facts>
          <p>{conflictMeanings[conflict.kind]}</p>
        </>
      )}
    </Callout>
  );
}
