import { Box, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { connectionFacts } from '#shared/serviceFacts/connectionFacts.ts';
import type { FactBook } from '#shared/serviceFacts/factBook.ts';
import {
  factRows,
  factsAsJson,
  factsAsText,
  groupTitles,
  notKnownWords,
  type FactRow,
} from '#shared/serviceFacts/factReport.ts';
import { evidenceText, type FactObservation } from '#shared/serviceFacts/factWords.ts';
import { gapGroups } from '#shared/serviceFacts/gaps.ts';
import { capitalized, countOf } from '#shared/text/phrases.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { serviceFactsQuery } from '../../api/serviceFacts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Check } from '../../ui/Choices.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { QueryView } from '../../ui/QueryView.tsx';

interface ServiceFactsDialogProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** What is known about everything that the API leaves open, for the service of one connection. */
export function ServiceFactsDialog({ connection, onClose }: ServiceFactsDialogProps) {
  const learned = useQuery(serviceFactsQuery(connection.id));
  return (
    <Dialog onClose={onClose} title={`Service facts of ${visibleLine(connection.name)}`} size={860}>
      <QueryView query={learned} loading="Reading service facts">
        {(book) => <ServiceFactsView connection={connection} book={book} />}
      </QueryView>
    </Dialog>
  );
}

function ServiceFactsView({
  connection,
  book,
}: {
  readonly connection: Connection;
  readonly book: FactBook;
}) {
  const [hidesUnknown, setHidesUnknown] = useState(false);
  const rows = factRows({ ...book, ...connectionFacts(connection) });
  const known = rows.filter(({ answer }) => answer !== null);
  const shown = hidesUnknown ? known : rows;
  const subject = { name: connection.name, address: connection.baseUrl };
  return (
    <Stack gap="md" fz="sm">
      <Text inherit>
        The API leaves these questions open, so each service may answer them in its own way. The app learns
        the answers from responses that it receives anyway. They describe what was seen so far, and are no
        promise of the service.
      </Text>
      <Group gap="sm">
        <Dimmed flex={1}>
          {known.length} of {countOf(rows.length, 'fact')} known
        </Dimmed>
        <Check label="Known facts only" checked={hidesUnknown} onChange={setHidesUnknown} />
        <CopyButton hasCaption label="as text" text={factsAsText(subject, rows)} />
        <CopyButton hasCaption label="as JSON" text={factsAsJson(subject, rows)} />
      </Group>
      {gapGroups.map((group) => {
        const inGroup = shown.filter(({ gap }) => gap.group === group);
        if (inGroup.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`service-facts-${group}`}>
            <Title order={3} fz="sm" mb="xs" id={`service-facts-${group}`}>
              {groupTitles[group]}
            </Title>
            <Facts>
              {inGroup.map((row) => (
                <FactLine key={row.gap.id} row={row} />
              ))}
            </Facts>
          </section>
        );
      })}
    </Stack>
  );
}

function FactLine({ row: { gap, answer, observations } }: { readonly row: FactRow }) {
  return (
    <Fact
      label={
        <Box w={220} title={`Section ${gap.section} of the API`}>
          <CodeWords>{capitalized(gap.title)}</CodeWords>
        </Box>
      }
    >
      <Stack gap="3xs" miw={0}>
        {answer === null ? (
          <Dimmed>
            <CodeWords>{notKnownWords(gap)}</CodeWords>
          </Dimmed>
        ) : (
          <Text inherit style={{ overflowWrap: 'anywhere' }}>
            <CodeWords>{capitalized(visibleLine(answer))}</CodeWords>
          </Text>
        )}
        {observations.map((observation) => (
          <Evidence key={`${String(observation.learnedAt)} ${evidenceText(observation)}`} of={observation} />
        ))}
      </Stack>
    </Fact>
  );
}

/** Text with code between backticks. */
function CodeWords({ children }: { readonly children: string }) {
  return children
    .split('`')
    .map((part, at) => (at % 2 === 1 ? <Code key={at}>{part}</Code> : <Fragment key={at}>{part}</Fragment>));
}

function Evidence({ of: observation }: { readonly of: FactObservation }) {
  return (
    <Dimmed fz="xs" style={{ overflowWrap: 'anywhere' }}>
      {momentWords(observation.learnedAt)}: {visibleLine(evidenceText(observation))}
    </Dimmed>
  );
}
