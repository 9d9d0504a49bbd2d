import { Box, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowsLeftRight, IconDownload } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type {
  Header,
  RecordedBody,
  RequestAttempt,
  RequestDetails as Details,
} from '#shared/domain/requestLog.ts';
import { requestCommand } from '#shared/text/curlText.ts';
import { countOf } from '#shared/text/phrases.ts';
import { outcomeWords, purposeNames } from '#shared/text/requestWords.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { durationWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { exportRequests, loggedRequestQuery } from '../../api/requests.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { Segments } from '../../ui/Choices.tsx';
import { CodeView } from '../../ui/code/codeOnUse.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import kit from '../../ui/kit.module.css';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { notifySaved } from '../../ui/saveFile.ts';
import { Screen } from '../../ui/Screen.tsx';
import { layOutJson } from '../inspector/jsonText.ts';
import { connectionName } from './RequestTable.tsx';
import { TimingBar } from './TimingBar.tsx';

interface RequestDetailsProps {
  readonly id: number;
  readonly connections: readonly Connection[];
}

/** Everything that was recorded about a request. */
export function RequestDetails({ id, connections }: RequestDetailsProps) {
  const query = useQuery(loggedRequestQuery(id));
  return (
    <QueryView query={query} loading="Loading the request" rows={6}>
      {(request) =>
        request === null ? (
          <EmptyState
            icon={IconArrowsLeftRight}
            title="Request not in the log"
            description="It was cleared, or dropped to make room for newer ones."
          />
        ) : (
          <Shown request={request} connection={connectionName(request, connections)} />
        )
      }
    </QueryView>
  );
}

function Shown({ request, connection }: { readonly request: Details; readonly connection: string }) {
  const { method, path, pathLength, tries, sentBytes } = request;
  const [chosen, choose] = useState<number | null>(null);
  const at = Math.min(chosen ?? tries.length - 1, tries.length - 1);
  const attempt = tries[at];
  const command = requestCommand(request);
  return (
    <Screen
      scrolls
      bodyLabel="Request details"
      head={
        <PaneHead
          order={3}
          title={
            <Text span inherit lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
              {method} {visibleLine(path)}
              {pathLength > path.length && `… (${countWords(pathLength)} characters)`}
            </Text>
          }
          actions={
            <>
              {command !== null && <CopyButton text={command} label="as curl" hasCaption />}
              <IconButton
                label="Export this request as HAR"
                icon={IconDownload}
                onClick={() => void notifySaved(exportRequests({ kind: 'request', id: request.id }))}
              />
            </>
          }
        />
      }
    >
      <Stack gap="md">
        {tries.length > 1 && (
          <Segments
            label="Attempt"
            names={Object.fromEntries(tries.map((_, index) => [String(index), `Attempt ${index + 1}`]))}
            value={String(at)}
            onChange={(index) => choose(Number(index))}
          />
        )}
        <Facts>
          {attempt !== undefined && <AttemptFacts attempt={attempt} before={tries[at - 1]} />}
          {tries.length > 1 && request.elapsedMs !== null && (
            <Fact label="All attempts">{durationWords(request.elapsedMs)}</Fact>
          )}
          {sentBytes > 0 && <Fact label="Sent">{sizeWords(sentBytes)}</Fact>}
          <Fact label="Purpose">{purposeNames[request.purpose]}</Fact>
          <Fact label="Connection">{connection}</Fact>
          <Fact label="Address">{visibleLine(request.address)}</Fact>
          <Fact label="API key">{request.hasKey ? 'Sent, never recorded' : 'Not sent'}</Fact>
        </Facts>
        {attempt !== undefined && (
          <>
            <Section title="Timing">
              <TimingBar times={attempt.times} />
            </Section>
            <Section title="Response headers">
              <HeaderFacts headers={attempt.headers} />
            </Section>
          </>
        )}
        <Section title="Request headers">
          <HeaderFacts headers={request.requestHeaders} />
        </Section>
        {sentBytes > 0 && <Body title="Request body" body={request.body} bytes={sentBytes} />}
        {attempt !== undefined && (attempt.receivedBytes ?? 0) > 0 && (
          <Body title="Response body" body={attempt.body} bytes={attempt.receivedBytes ?? 0} />
        )}
      </Stack>
    </Screen>
  );
}

interface AttemptProps {
  readonly attempt: RequestAttempt;
  /** The attempt before it, if there was one. */
  readonly before: RequestAttempt | undefined;
}

/** What differs between the attempts of a request. */
function AttemptFacts({ attempt, before }: AttemptProps) {
  const { outcome, elapsedMs, encodedBytes, receivedBytes, isReused, startedAt } = attempt;
  const waitedMs = before === undefined ? null : startedAt - before.startedAt - (before.elapsedMs ?? 0);
  return (
    <>
      <Fact label="Status">{outcomeWords(outcome)}</Fact>
      <Fact label="Started">
        {momentWords(startedAt)}
        {waitedMs !== null && `, after waiting ${durationWords(Math.max(0, waitedMs))}`}
      </Fact>
      {elapsedMs !== null && <Fact label="Duration">{durationWords(elapsedMs)}</Fact>}
      {receivedBytes !== null && (
        <Fact label="Received">
          {sizeWords(receivedBytes)}
          {encodedBytes !== null &&
            encodedBytes !== receivedBytes &&
            ` after decoding, ${sizeWords(encodedBytes)} as transferred`}
        </Fact>
      )}
      {isReused !== null && <Fact label="Network">{isReused ? 'Open connection' : 'New connection'}</Fact>}
    </>
  );
}

function HeaderFacts({ headers }: { readonly headers: readonly Header[] }) {
  if (headers.length === 0) return <Dimmed>None recorded</Dimmed>;
  return (
    <Facts>
      {headers.map(([name, value], index) => (
        <Fact key={index} label={visibleLine(name)}>
          <span className={kit.mono}>{visibleLine(value)}</span>
        </Fact>
      ))}
    </Facts>
  );
}

interface BodyProps {
  readonly title: string;
  /** null if it was not recorded. */
  readonly body: RecordedBody | null;
  /** Of the whole body. */
  readonly bytes: number;
}

function Body({ title, body, bytes }: BodyProps) {
  const shown = useMemo(() => (body === null ? '' : (layOutJson(body.text) ?? body.text)), [body]);
  return (
    <Section title={title}>
      {body === null ? (
        <Dimmed>
          {sizeWords(bytes)}, not recorded. Turn on Record bodies to keep those of new requests.
        </Dimmed>
      ) : (
        <>
          {body.isCut && (
            <Dimmed>
              The beginning: {countOf(body.text.length, 'character')} of {sizeWords(bytes)}
            </Dimmed>
          )}
          <Box h={260}>
            <CodeView text={shown} label={title} asJson />
          </Box>
        </>
      )}
    </Section>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="section" gap="2xs">
      <Title order={4} fz="sm">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
