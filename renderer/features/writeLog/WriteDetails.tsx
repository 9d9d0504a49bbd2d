import { Box, List, Text, Title } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { mostUploadedRows, type WriteReceipt, type WriteSummary } from '#shared/domain/writeReceipt.ts';
import { countOf } from '#shared/text/phrases.ts';
import { previousGoneSentence } from '#shared/text/previousWords.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { durationWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import {
  otherWriteSentences,
  outcomeWords,
  readBackCountWords,
  uploadOutcomeCounts,
  uploadRunWords,
  writeKindWords,
} from '#shared/text/writeWords.ts';
import { nothingKept } from '#shared/writes/previousKept.ts';
import { previousCountQuery, receiptQuery, useUploadedRows } from '../../api/writes.ts';
import { beginRestore } from '../../state/restoreStore.ts';
import { WriteButton } from '../../widgets/WriteButton.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { RootActions } from '../pins/RootActions.tsx';
import { PreviousNote, storePreviousWords } from '../editor/StorePrevious.tsx';
import { EvidenceButton } from '../evidence/EvidenceButton.tsx';
import { ExportReceipts } from './ExportReceipts.tsx';
import { toneLooks } from './toneLooks.ts';
import { WrittenAtomFacts, WrittenAtomList } from './WrittenAtoms.tsx';

interface WriteDetailsProps {
  readonly connectionId: ConnectionId;
  readonly write: WriteSummary;
}

/** A receipt: the outcome of a write, and the evidence for it. */
export function WriteDetails({ connectionId, write }: WriteDetailsProps) {
  const { id, kind, title, startedAt, endedAt } = write;
  const receipt = useQuery(receiptQuery(connectionId, write));
  return (
    <Screen
      scrolls
      bodyLabel="Write details"
      head={
        <PaneHead
          order={3}
          title={
            <Text span inherit lineClamp={3} style={{ overflowWrap: 'anywhere', unicodeBidi: 'isolate' }}>
              {kind === 'store' ? <KeyText atomKey={title} wrap /> : visibleLine(title)}
            </Text>
          }
          note={`${writeKindWords(write)}, ${momentWords(startedAt)}${endedAt > startedAt ? `, took ${durationWords(endedAt - startedAt)}` : ''}`}
          actions={
            <>
              <EvidenceButton connectionId={connectionId} about={{ kind: 'receipt', id }} />
              <ExportReceipts connectionId={connectionId} ids={[id]} label="this receipt" />
            </>
          }
        />
      }
    >
      <Outcome write={write} />
      <StorePrevious connectionId={connectionId} write={write} receipt={receipt.data ?? null} />
      {write.outcome !== 'nothing' && (
        <Box my="md">
          <Facts>
            <Fact label="Root before">
              <Root hash={write.rootBefore} unknown="Unknown: not read before this write" />
            </Fact>
            <Fact label="Root after">
              <Root hash={write.rootAfter} unknown="Unknown: no response stated it" />
            </Fact>
            {write.readBack !== null && write.kind !== 'store' && (
              <Fact label="Read back">{readBackCountWords(write.readBack)}</Fact>
            )}
          </Facts>
          {write.rootAfter !== null && (
            <RootActions
              connectionId={connectionId}
              root={{ rootHash: write.rootAfter, treeSize: null, source: 'response' }}
            />
          )}
        </Box>
      )}
      <QueryView query={receipt} loading="Loading receipt" rows={4} p={0}>
        {(data) => <Atoms connectionId={connectionId} receipt={data} />}
      </QueryView>
    </Screen>
  );
}

/** Nothing if no value was replaced, or it is unknown what was kept. */
function StorePrevious({
  connectionId,
  write: { id, title },
  receipt,
}: WriteDetailsProps & { readonly receipt: WriteReceipt | null }) {
  const count = useQuery(previousCountQuery(connectionId, id));
  const atoms = count.data?.atoms ?? 0;
  const previous = receipt?.previous ?? nothingKept;
  const gone = count.data === undefined ? null : previousGoneSentence(previous.atoms, atoms);
  if (atoms === 0 && gone === null && previous.notKept.length === 0) return null;
  return (
    <Box mt="sm">
      {atoms > 0 && (
        <WriteButton
          icon={IconArrowBackUp}
          onClick={() => beginRestore({ connectionId, writeId: id, title, atoms })}
        >
          {storePreviousWords(atoms)}
        </WriteButton>
      )}
      <PreviousNote previous={previous} />
      {gone !== null && <Dimmed>{gone}</Dimmed>}
    </Box>
  );
}

function Root({ hash, unknown }: { readonly hash: string | null; readonly unknown: string }): ReactNode {
  return hash === null ? (
    <Text span inherit c="dimmed">
      {unknown}
    </Text>
  ) : (
    <HashChip hash={hash} />
  );
}

function Outcome({ write }: { readonly write: WriteSummary }) {
  const { tone, title, what } = outcomeWords(write);
  const { icon, callout } = toneLooks[tone];
  return (
    <Callout tone={callout} role="note" icon={icon} title={title} order={4}>
      {[what, ...otherWriteSentences(write.otherWrites)].map(
        (sentence) => sentence !== '' && <p key={sentence}>{sentence}</p>,
      )}
    </Callout>
  );
}

interface AtomsProps {
  readonly connectionId: ConnectionId;
  readonly receipt: WriteReceipt;
}

function Atoms({ connectionId, receipt }: AtomsProps) {
  const { atoms, counts } = receipt;
  const [selected, setSelected] = useState(0);
  const atom = atoms[selected];
  if (counts !== null) return <UploadFacts connectionId={connectionId} receipt={receipt} counts={counts} />;
  if (atom === undefined) return null;
  return (
    <>
      {atoms.length > 1 && (
        <>
          <Subtitle>{countOf(atoms.length, 'atom')}, stored together or not at all</Subtitle>
          <WrittenAtomList
            atoms={atoms}
            isReadBack={receipt.readBack !== null}
            selected={selected}
            onSelect={setSelected}
          />
        </>
      )}
      <WrittenAtomFacts
        connectionId={connectionId}
        receipt={receipt}
        atom={atom}
        isNamed={atoms.length > 1}
      />
    </>
  );
}

interface UploadFactsProps extends AtomsProps {
  readonly counts: NonNullable<WriteReceipt['counts']>;
}

function UploadFacts({ connectionId, receipt, counts }: UploadFactsProps) {
  const { runs, source } = receipt;
  return (
    <>
      {source !== null && (
        <>
          <Subtitle>File</Subtitle>
          <Facts>
            <Fact label="Size">{sizeWords(source.bytes)}</Fact>
            <Fact label="SHA-256">
              {source.sha256 === null ? 'unknown' : <HashChip hash={source.sha256} />}
            </Fact>
            <Fact label="Key">{visibleLine(source.key)}</Fact>
            <Fact label="Value from">{visibleLine(source.valueColumns.join(', '))}</Fact>
          </Facts>
        </>
      )}
      <Subtitle>{countOf(counts.rows, 'row')}</Subtitle>
      <Facts>
        {uploadOutcomeCounts(counts).map(([name, count]) => (
          <Fact key={name} label={name}>
            {countWords(count)}
          </Fact>
        ))}
      </Facts>
      {runs.length > 1 && (
        <>
          <Subtitle>Sent in {countOf(runs.length, 'run')}</Subtitle>
          <List type="ordered" size="sm">
            {runs.map((run) => (
              <List.Item key={run.startedAt}>{uploadRunWords(run)}</List.Item>
            ))}
          </List>
        </>
      )}
      <RowsReadBack connectionId={connectionId} receipt={receipt} />
    </>
  );
}

/** The rows of an upload with what was read back; nothing if none was. */
function RowsReadBack({ connectionId, receipt }: AtomsProps) {
  const { id, endedAt } = receipt;
  // Another query after the rows were read back again.
  const query = useMemo(() => ({ connectionId, id, endedAt }), [connectionId, id, endedAt]);
  const { rows, see, retry } = useUploadedRows(query);
  const [selected, setSelected] = useState(0);
  const atom = rows.rowAt(selected);
  if (rows.error !== null && rows.error !== undefined)
    return <ErrorNotice error={rows.error} onRetry={retry} />;
  if (rows.total === 0) return null;
  return (
    <>
      <Subtitle>{countOf(rows.total, 'row')} read back</Subtitle>
      {rows.total === mostUploadedRows && (
        <Dimmed>Writes keeps the first {countWords(mostUploadedRows)} rows of an upload.</Dimmed>
      )}
      <WrittenAtomList atoms={rows} see={see} isReadBack selected={selected} onSelect={setSelected} />
      {atom !== undefined && (
        <WrittenAtomFacts connectionId={connectionId} receipt={receipt} atom={atom} isNamed />
      )}
    </>
  );
}

function Subtitle({ children }: { readonly children: ReactNode }) {
  return (
    <Title order={4} fz="sm" mt="md" mb="xs">
      {children}
    </Title>
  );
}
