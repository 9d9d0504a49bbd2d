import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EvidenceContents, OpenedRead } from '#shared/domain/openedEvidence.ts';
import { plainText } from '#shared/evidence/carriedText.ts';
import type { CheckName, VerdictStatus } from '#shared/merkle/verdict.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { verdictNames } from '#shared/text/verdictNames.ts';
import { readOfEvidence } from '../../api/evidence.ts';
import { queryKey } from '../../api/queryKeys.ts';
import { Callout } from '../../ui/Callout.tsx';
import { CodeView } from '../../ui/code/codeOnUse.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { VirtualList } from '../../ui/lists/VirtualList.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { momentOfIso } from './momentOfIso.ts';
import { ResultList } from './ResultList.tsx';

type Rows = EvidenceContents['reads'];

const rowHeight = 34;
const rowsAtOnce = 8;

interface ReadListProps {
  readonly id: string;
  readonly reads: Rows;
}

/** The reads of a bundle, the failed ones first, and the selected one in full. */
export function ReadList({ id, reads }: ReadListProps) {
  const [rows] = useState(() => worstFirst(reads));
  const [selected, setSelected] = useState(0);
  const at = rows[selected]?.at ?? 0;
  return (
    <Stack gap="md">
      {rows.length > 1 && (
        <Box h={rowHeight * Math.min(rows.length, rowsAtOnce)}>
          <VirtualList
            label="Reads"
            rows={rows}
            rowHeight={rowHeight}
            selected={selected}
            onSelect={setSelected}
            renderRow={({ row }) => (
              <Group gap="sm" wrap="nowrap" px="sm" h="100%">
                <VerdictBadge status={row.status} size="sm" />
                <Box flex={1} miw={0}>
                  <KeyText atomKey={row.key} />
                </Box>
              </Group>
            )}
          />
        </Box>
      )}
      <ReadDetails key={at} id={id} at={at} />
    </Stack>
  );
}

function worstFirst(reads: Rows) {
  return reads
    .map((row, at) => ({ row, at }))
    .sort((a, b) => Number(b.row.status === 'red') - Number(a.row.status === 'red') || a.at - b.at);
}

function ReadDetails({ id, at }: { readonly id: string; readonly at: number }) {
  const query = useQuery({
    queryKey: queryKey('readOfEvidence', id, at),
    queryFn: () => readOfEvidence({ id, at }),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return (
    <QueryView query={query} loading="Loading the read" rows={4} p={0}>
      {(data) => <Details {...data} />}
    </QueryView>
  );
}

const checkLabels: Readonly<Record<CheckName, string>> = {
  wellFormed: 'Well-formed',
  path: 'Path',
  content: 'Content',
  coherent: 'Coherent',
  snapshot: 'Snapshot',
  root: 'Root',
};

const basisWords = {
  recomputed: '',
  recorded: ' As the signer recorded it; this cannot be computed from the bundle.',
} as const;

function Details({ read, verified }: OpenedRead) {
  const { status, differences, checks } = verified;
  const recorded = read.verdict.status;
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Title order={3} fz="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          <KeyText atomKey={plainText(read.key)} wrap />
        </Title>
        <VerdictBadge status={status} />
      </Group>
      {differences.length > 0 && (
        <Callout tone="danger" role="note" title="Record does not match contents">
          {differences.map(({ what, recorded: was, recomputed }) => (
            <p key={what}>
              {what === 'verdict' ? 'Verdict' : what === 'value' ? 'Value' : checkLabels[what]}: recorded as{' '}
              {named(was)}, computed as {named(recomputed)}.
            </p>
          ))}
        </Callout>
      )}
      <Facts>
        <Fact label="Read">{momentOfIso(read.at)}</Fact>
        {recorded !== status && <Fact label="Recorded verdict">{verdictNames[recorded]}</Fact>}
        <Fact label="Version">{read.version ?? 'none'}</Fact>
        {read.hash !== null && (
          <Fact label="Hash of the atom">
            <HashChip hash={plainText(read.hash)} />
          </Fact>
        )}
        {read.valueSha256 !== null && (
          <Fact label="SHA-256 of the value">
            <HashChip hash={read.valueSha256} />
          </Fact>
        )}
        {read.value === undefined && (
          <Fact label="Value">
            Left out
            {read.valueBytes !== null && `, ${sizeWords(read.valueBytes)}`}
          </Fact>
        )}
      </Facts>
      <ResultList
        label="Checks"
        results={checks.map(({ name, status: result, why, basis, values }) => ({
          label: checkLabels[name],
          status: result,
          words: `${why}${basisWords[basis]}`,
          values,
        }))}
      />
      {read.value !== undefined && <Source title="Value" text={plainText(read.value)} />}
      <Source title="Proof" text={JSON.stringify(read.proof, null, 2)} asJson />
    </Stack>
  );
}

function named(status: string): string {
  return verdictNames[status as VerdictStatus] ?? status;
}

interface SourceProps {
  readonly title: string;
  readonly text: string;
  readonly asJson?: boolean;
}

function Source({ title, text, asJson = false }: SourceProps) {
  return (
    <Stack gap="2xs">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Box h={180}>
        <CodeView text={text} label={title} asJson={asJson} />
      </Box>
    </Stack>
  );
}
