import { Button, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpenSnapshot, SnapshotCheck } from '#shared/domain/snapshot.ts';
import type { CheckStatus } from '#shared/merkle/verdict.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import {
  isFingerprint,
  secondOpinionWords,
  snapshotCheckWords,
  snapshotLimits,
  snapshotVerdict,
  type SnapshotLook,
} from '#shared/text/snapshotWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { rememberConnection } from '../../api/connections.ts';
import { dropSnapshot, keepSnapshot, snapshotQuery } from '../../api/snapshots.ts';
import { activate, showScreen } from '../../state/appStore.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Callout, type CalloutTone } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { useDialogAction } from '../../ui/useDialogAction.ts';

const tones: Readonly<Record<SnapshotLook, CalloutTone>> = {
  failed: 'danger',
  unconfirmed: 'warning',
  confirmed: 'good',
};

interface SnapshotDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** What was checked about a snapshot file, and by which program. */
export function SnapshotDialog({ id, onClose }: SnapshotDialogProps) {
  const snapshot = useQuery(snapshotQuery(id));
  const close = (): void => {
    onClose();
    if (snapshot.data?.isKept !== true) void dropSnapshot({ id });
  };
  return (
    <Dialog onClose={close} title="Signed snapshot" size={720}>
      <QueryView query={snapshot} loading="Opening the snapshot">
        {(opened) => <SnapshotView snapshot={opened} onClose={onClose} />}
      </QueryView>
    </Dialog>
  );
}

interface SnapshotViewProps {
  readonly snapshot: OpenSnapshot;
  readonly onClose: () => void;
}

function SnapshotView({ snapshot, onClose }: SnapshotViewProps) {
  const { id, report, secondOpinion, isKept } = snapshot;
  const { facts, checks } = report;
  const queryClient = useQueryClient();
  const [expected, setExpected] = useState('');
  const isUnreadable = expected.trim() !== '' && !isFingerprint(expected);
  const { look, title, words } = snapshotVerdict(checks, facts, isFingerprint(expected) ? expected : null);
  const browse = useDialogAction(async () => {
    const connection = await keepSnapshot({ id });
    rememberConnection(queryClient, connection);
    activate(connection.id);
    showScreen('browse');
  }, onClose);
  return (
    <Stack gap="md" fz="sm">
      <Callout
        tone={tones[look]}
        title={title}
        order={3}
        role="status"
        {...(!isKept && {
          actions: (
            <Button size="xs" onClick={browse.run} loading={browse.isPending} data-autofocus>
              Browse snapshot
            </Button>
          ),
        })}
      >
        {words}
      </Callout>
      {browse.error !== null && <ErrorNotice error={browse.error} onRetry={browse.run} />}
      <SnapshotFactList snapshot={snapshot} />
      <TextInput
        label="Expected fingerprint"
        description="Optional. From a source other than this file, such as the service’s website."
        placeholder="64 hex digits, with or without colons"
        value={expected}
        onChange={({ currentTarget }) => setExpected(currentTarget.value)}
        error={isUnreadable && 'A fingerprint has 64 hex digits.'}
      />
      <section aria-label="Checks by Atom Explorer">
        <Title order={3} fz="sm" mb="xs">
          Checked by Atom Explorer
        </Title>
        <Facts>
          {checks.map((check) => (
            <CheckLine key={check.name} check={check} />
          ))}
        </Facts>
      </section>
      <section aria-label="Second check">
        <Title order={3} fz="sm" mb="xs">
          Checked by @parametric-memory/snapshot-verify
        </Title>
        <Text fz="sm" role="status">
          {secondOpinionWords(secondOpinion, facts)}
        </Text>
      </section>
      <section aria-label="Not covered by the signature">
        <Title order={3} fz="sm" mb="xs">
          What the signature does not cover
        </Title>
        <List size="sm">
          {snapshotLimits.map((limit) => (
            <List.Item key={limit}>{limit}</List.Item>
          ))}
        </List>
      </section>
    </Stack>
  );
}

function SnapshotFactList({ snapshot: { path, sha256, report } }: { readonly snapshot: OpenSnapshot }) {
  const { exporter, exportedAt, fingerprint, masterRoot, shards, atoms, deleted, values, edges } =
    report.facts;
  return (
    <Facts>
      <Fact label="File">
        <Text inherit style={{ overflowWrap: 'anywhere' }}>
          {visibleLine(path)}
        </Text>
        <HashChip label="SHA-256" hash={sha256} />
      </Fact>
      <Fact label="Claims to be from">
        {visibleLine(`${exporter.host}, ${exporter.name} ${exporter.version}`)}, {momentWords(exportedAt)}
      </Fact>
      <Fact label="Signing key">
        {fingerprint === null ? 'Not readable' : <HashChip label="fingerprint" hash={fingerprint} />}
      </Fact>
      <Fact label="Master root">
        <HashChip hash={masterRoot} />
      </Fact>
      <Fact label="Content">
        {countOf(atoms, 'atom')}, {values === 0 ? 'without values' : `${countWords(values)} with a value`},{' '}
        {countWords(deleted)} deleted, {countOf(edges, 'edge')}, {countOf(shards, 'shard')}
      </Fact>
    </Facts>
  );
}

const statusWords: Readonly<Record<CheckStatus, string>> = {
  pass: 'Passed',
  fail: 'Failed',
  undecided: 'Nothing to check',
};

function CheckLine({ check }: { readonly check: SnapshotCheck }) {
  const { label, words } = snapshotCheckWords(check);
  return (
    <Fact label={label}>
      <Text inherit>
        <Text inherit span fw={600} {...(check.status === 'fail' && { c: 'var(--verdict-red-fg)' })}>
          {statusWords[check.status]}.
        </Text>{' '}
        <Dimmed span>{words}</Dimmed>
      </Text>
    </Fact>
  );
}
