import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { useCatalogueEntry } from '../../api/catalogueEntries.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { newerReadingWords } from './newerReading.ts';

interface OlderReadingNoticeProps {
  readonly connectionId: ConnectionId;
  readonly atomKey: string;
  readonly reading: AtomReading;
  readonly onRead: () => void;
}

/** Says that the app has read the atom again since, and that the newer reading differs from the shown one. */
export function OlderReadingNotice({ connectionId, atomKey, reading, onRead }: OlderReadingNoticeProps) {
  const { data: entry } = useCatalogueEntry(connectionId, atomKey);
  const words = entry === undefined || entry === null ? null : newerReadingWords(entry, reading);
  if (words === null) return null;
  return (
    <Callout
      tone="warning"
      compact
      role="status"
      mx="md"
      mb="sm"
      actions={<SmallButton onClick={onRead}>Read again</SmallButton>}
    >
      {words}
    </Callout>
  );
}
