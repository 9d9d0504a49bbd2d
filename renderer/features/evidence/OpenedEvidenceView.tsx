import { Box, List, Stack, Text } from '@mantine/core';
import { IconFolderOpen, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { EvidenceContents, OpenedEvidence } from '#shared/domain/openedEvidence.ts';
import { countOf } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { saveEvidenceReport } from '../../api/evidence.ts';
import { chooseEvidence, closeEvidence } from '../../state/openedEvidenceStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout, type CalloutTone } from '../../ui/Callout.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { notifySaved } from '../../ui/saveFile.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { momentOfIso } from './momentOfIso.ts';
import { ReadList } from './ReadList.tsx';
import { ResponseList } from './ResponseList.tsx';
import { ResultList } from './ResultList.tsx';

interface OpenedEvidenceViewProps {
  readonly opened: OpenedEvidence;
  /** Why another file was not opened; null if there is none. */
  readonly error: unknown;
}

/** A verified bundle: what was verified, by whom it was signed, and what it does not show come first. */
export function OpenedEvidenceView({ opened, error }: OpenedEvidenceViewProps) {
  const { fileName, title, summary, status, findings, contents } = opened;
  return (
    <Screen
      scrolls
      bodyLabel="Evidence"
      head={
        <Toolbar
          end={
            <>
              {contents !== null && (
                <ExportMenu
                  label="report"
                  choices={reportChoices}
                  onExport={async (format) => {
                    await notifySaved(saveEvidenceReport({ id: opened.id, format }));
                  }}
                />
              )}
              <SmallButton icon={IconFolderOpen} onClick={() => void chooseEvidence()}>
                Open file…
              </SmallButton>
              <SmallButton icon={IconX} onClick={closeEvidence}>
                Close
              </SmallButton>
            </>
          }
        >
          <Text fw={600} truncate title={fileName}>
            {visibleLine(fileName)}
          </Text>
          {contents !== null && <VerdictBadge status={status} />}
        </Toolbar>
      }
    >
      <Stack maw={980} mx="auto" gap="lg">
        {error !== null && <ErrorNotice error={error} />}
        <Callout tone={toneOf(opened)} role="status" title={title} order={2}>
          <Text inherit style={{ overflowWrap: 'anywhere' }}>
            {summary}
          </Text>
        </Callout>
        <Panel title="What was verified">
          <ResultList label="What was verified" results={findings} />
        </Panel>
        {contents !== null && <Contents opened={opened} contents={contents} />}
      </Stack>
    </Screen>
  );
}

const reportChoices = [
  { format: 'html', words: 'HTML report…' },
  { format: 'csv', words: 'CSV report…' },
  { format: 'json', words: 'JSON report…' },
] as const;

/** Green only where everything is: a bundle that is intact may show a failure. */
function toneOf({ signer, isIntact, status, findings }: OpenedEvidence): CalloutTone {
  const hasWrongTimestamp = findings.some((one) => one.code === 'timestamps' && one.status === 'fail');
  if (!isIntact || hasWrongTimestamp || signer.trust === 'other') return 'danger';
  if (signer.trust === 'unknown') return 'warning';
  return status === 'green' ? 'good' : 'neutral';
}

/** Of a receipt; further ones are counted only. */
const shownAtoms = 100;

interface ContentsProps {
  readonly opened: OpenedEvidence;
  readonly contents: EvidenceContents;
}

function Contents({ opened, contents }: ContentsProps) {
  const { reads, missing, responses, receipts, contradictions, ledgerEntries, pins } = contents;
  return (
    <>
      {contents.audit !== null && (
        <Panel title="Audit, as recorded by the signer">
          <RecordedAudit audit={contents.audit} />
        </Panel>
      )}
      <Panel title="What this does not show">
        <List size="sm" c="dimmed">
          {contents.notShown.map((words) => (
            <List.Item key={words}>{words}</List.Item>
          ))}
        </List>
      </Panel>
      <Panel title="About">
        <About opened={opened} contents={contents} />
      </Panel>
      {contradictions.length > 0 && (
        <Panel title={countOf(contradictions.length, 'contradiction')}>
          <Lines items={contradictions.map((words) => visibleLine(words))} />
        </Panel>
      )}
      {reads.length > 0 && (
        <Panel title={countOf(reads.length, 'read')}>
          <ReadList id={opened.id} reads={reads} />
        </Panel>
      )}
      {missing.length > 0 && (
        <Panel title={`${countOf(missing.length, 'key')} not returned`}>
          <Lines
            items={missing.map(({ key }) => (
              <KeyText key={key} atomKey={key} wrap />
            ))}
          />
        </Panel>
      )}
      {receipts.length > 0 && (
        <Panel title={countOf(receipts.length, 'receipt')}>
          <Lines
            items={receipts.map(({ title, outcome, at, fileSha256, atoms }) => (
              <Box key={`${at} ${title}`}>
                {visibleLine(title)}: {outcome}, {momentOfIso(at)}{' '}
                {fileSha256 !== null && <HashChip hash={fileSha256} label="SHA-256 of the file" />}
                <Lines
                  items={atoms.slice(0, shownAtoms).map(({ key, readBack }) => (
                    <Box key={key}>
                      <KeyText atomKey={key} wrap />{' '}
                      {readBack === null ? 'not read back' : <VerdictBadge status={readBack} size="sm" />}
                    </Box>
                  ))}
                />
                {atoms.length > shownAtoms && (
                  <Dimmed>and {countOf(atoms.length - shownAtoms, 'more', 'more')}</Dimmed>
                )}
              </Box>
            ))}
          />
        </Panel>
      )}
      {ledgerEntries.length > 0 && (
        <Panel title={`${countOf(ledgerEntries.length, 'entry', 'entries')} of the root ledger`}>
          <Lines
            items={ledgerEntries.map(({ index, leaf }) => (
              <Text key={index} ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
                {index}: {visibleLine(leaf)}
              </Text>
            ))}
          />
        </Panel>
      )}
      {pins.length > 0 && (
        <Panel title={countOf(pins.length, 'pinned root')}>
          <Lines
            items={pins.map(({ rootHash, source, note }) => (
              <Box key={`${rootHash} ${source} ${note}`}>
                <HashChip hash={rootHash} label="root" /> {visibleLine(source)}
                {note !== '' && `, “${visibleLine(note)}”`}
              </Box>
            ))}
          />
        </Panel>
      )}
      {responses.length > 0 && (
        <Panel title={`${countOf(responses.length, 'response')} as received`}>
          <ResponseList id={opened.id} responses={responses} />
        </Panel>
      )}
    </>
  );
}

function RecordedAudit({ audit }: { readonly audit: NonNullable<EvidenceContents['audit']> }) {
  const { name, startedAt, finishedAt, headline, reasons, counts, selfTest, fileSha256 } = audit;
  return (
    <Facts>
      {name !== '' && <Fact label="Name">{visibleLine(name)}</Fact>}
      <Fact label="Time">
        {momentOfIso(startedAt)} to {momentOfIso(finishedAt)}
      </Fact>
      <Fact label="Result">
        <Stack gap="3xs">
          <Text inherit>{headline}</Text>
          {reasons.map((words) => (
            <Text key={words} inherit c="dimmed">
              {words}
            </Text>
          ))}
        </Stack>
      </Fact>
      <Fact label="Keys">{counts}</Fact>
      <Fact label="Self-test">{selfTest}</Fact>
      <Fact label="File">
        <HashChip hash={fileSha256} label="SHA-256" />
      </Fact>
    </Facts>
  );
}

const signers = {
  own: 'This installation',
  former: 'This installation, with an earlier key',
  named: 'The key that you specified',
  trusted: 'A trusted key',
  unknown: 'An unknown key',
  other: 'Not the key that you specified',
} as const;

function About({ opened, contents }: ContentsProps) {
  const { signer } = opened;
  const { observedAt, app, about, service, rules } = contents;
  return (
    <Facts>
      <Fact label="Signed by">
        {signer.name === null ? signers[signer.trust] : visibleLine(signer.name)}{' '}
        <HashChip hash={signer.fingerprint} label="fingerprint" />
      </Fact>
      <Fact label="About">{visibleLine(about)}</Fact>
      <Fact label="Exported">
        {momentOfIso(observedAt)}, with {visibleLine(app)}
      </Fact>
      <Fact label="Service">
        {visibleLine(service.name)}
        {service.address === null ? ' (embedded)' : `, ${visibleLine(service.address)}`}
      </Fact>
      {rules.length === 0 && <Fact label="Hashing rules">None were pinned</Fact>}
      {rules.map(({ title, words }, at) => (
        <Fact key={at} label="Hashing rules">
          <Stack gap="3xs">
            <Text inherit>{title}</Text>
            {words.map((sentence, line) => (
              <Text key={line} inherit c="dimmed">
                {visibleLine(sentence)}
              </Text>
            ))}
          </Stack>
        </Fact>
      ))}
    </Facts>
  );
}

/** More than this is behind a button: a bundle may have a hundred thousand. */
const linesAtFirst = 100;

function Lines({ items }: { readonly items: readonly ReactNode[] }) {
  const [shown, setShown] = useState(linesAtFirst);
  return (
    <>
      <List size="sm" listStyleType="none">
        {items.slice(0, shown).map((item, at) => (
          <List.Item key={at}>{item}</List.Item>
        ))}
      </List>
      {items.length > shown && (
        <SmallButton onClick={() => setShown(shown + 10 * linesAtFirst)}>Show more</SmallButton>
      )}
    </>
  );
}
