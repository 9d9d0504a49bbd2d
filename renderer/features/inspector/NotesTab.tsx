import { Group, Stack, TagsInput, Text, Textarea } from '@mantine/core';
import {
  maxNoteLength,
  maxTagLength,
  maxTags,
  normalTag,
  type CatalogueEntry,
} from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { provenWords, statementWords } from '#shared/text/memoryWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { sourceWords } from '#shared/text/sourceWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { useAnnotate, useCatalogueEntry, useKeyMemory } from '../../api/catalogueEntries.ts';
import { useKnownTags } from '../../api/catalogueSummary.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { useNoteDraft, type NoteState } from './useNoteDraft.ts';

interface NotesTabProps {
  readonly connectionId: ConnectionId;
  readonly atomKey: string;
}

/** The tags and note of an atom, and how its key became known. */
export function NotesTab({ connectionId, atomKey }: NotesTabProps) {
  return (
    <QueryView
      query={useCatalogueEntry(connectionId, atomKey)}
      loading="Loading notes"
      p={0}
      isEmpty={(entry) => entry === null}
      empty={<Dimmed>This key is not a known key, so you cannot add notes to it.</Dimmed>}
    >
      {(entry) =>
        entry !== null && (
          <Stack gap="lg" maw={720}>
            <Tags connectionId={connectionId} entry={entry} />
            <Note connectionId={connectionId} entry={entry} />
            <Known connectionId={connectionId} entry={entry} />
            <Dimmed>Bookmarks, tags, and notes stay on this computer. The service never sees them.</Dimmed>
          </Stack>
        )
      }
    </QueryView>
  );
}

interface PartProps {
  readonly connectionId: ConnectionId;
  readonly entry: CatalogueEntry;
}

function Tags({ connectionId, entry }: PartProps) {
  const known = useKnownTags(connectionId);
  const annotate = useAnnotate(connectionId, entry.key);
  const change = (typed: readonly string[]): void => {
    const tags = [...new Set(typed.map(normalTag).filter((tag) => tag !== ''))];
    const addTags = tags.filter((tag) => !entry.tags.includes(tag));
    const removeTags = entry.tags.filter((tag) => !tags.includes(tag));
    if (addTags.length + removeTags.length > 0) {
      annotate.mutate({ addTags, removeTags }, { onError: notifyFailure });
    }
  };
  return (
    <TagsInput
      label="Tags"
      placeholder={entry.tags.length === 0 ? 'Type a tag and press Enter' : ''}
      value={[...entry.tags]}
      data={[...known]}
      onChange={change}
      maxTags={maxTags}
      maxLength={maxTagLength}
      maxDropdownHeight={180}
      size="sm"
      acceptValueOnBlur
    />
  );
}

const stateWords: Readonly<Record<NoteState, string>> = {
  saved: 'Saved',
  typing: 'Not saved yet',
  saving: 'Saving…',
  failed: 'Could not save the note.',
};

function Note({ connectionId, entry }: PartProps) {
  const annotate = useAnnotate(connectionId, entry.key);
  const note = useNoteDraft(entry.note, (text) => annotate.mutateAsync({ note: text }));
  return (
    <div>
      <Textarea
        label="Note"
        placeholder="Add a note about this atom"
        value={note.text}
        onChange={(event) => note.type(event.currentTarget.value)}
        onBlur={note.flush}
        maxLength={maxNoteLength}
        minRows={4}
        maxRows={16}
        autosize
      />
      <Group gap="sm" mih={24} mt="3xs" fz="sm" c={note.state === 'failed' ? 'error' : 'dimmed'}>
        <span role="status">{note.text === '' && note.state === 'saved' ? '' : stateWords[note.state]}</span>
        {note.state === 'failed' && <SmallButton onClick={note.flush}>Try again</SmallButton>}
        <Text span inherit ml="auto">
          {note.text.length > maxNoteLength * 0.8 &&
            `${countWords(note.text.length)} of ${countWords(maxNoteLength)} characters`}
        </Text>
      </Group>
    </div>
  );
}

function Known({ connectionId, entry }: PartProps) {
  const { data: memory } = useKeyMemory(connectionId, entry.key);
  return (
    <Facts>
      <Fact label="First known">
        {sourceWords[entry.source]}, {momentWords(entry.firstSeenAt)}
      </Fact>
      <Fact label="Last read">{entry.readAt === null ? 'never' : momentWords(entry.readAt)}</Fact>
      <Fact label="Last value">
        {memory === undefined || memory === null ? 'none' : statementWords(memory.last)}
      </Fact>
      <Fact label="Last proven">{provenWords(memory?.proven ?? null)}</Fact>
    </Facts>
  );
}
