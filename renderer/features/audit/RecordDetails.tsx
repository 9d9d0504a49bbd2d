import { Group, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import { auditOutcomeNames } from '#shared/text/auditWords.ts';
import { versionStep } from '#shared/text/changeWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { isVerdict, wordsOf } from './RecordGrid.tsx';
import { useShowProof } from './useShowProof.ts';

interface RecordDetailsProps {
  readonly connectionId: ConnectionId;
  readonly record: AuditRecord;
  /** Whether there was a list of expected changes. */
  readonly hasExpectedChanges: boolean;
}

/** What an audit found about one key. */
export function RecordDetails({ connectionId, record, hasExpectedChanges }: RecordDetailsProps) {
  const { key, outcome, version, versionBefore, valueHash, leafHash, leafIndex, root } = record;
  const words = wordsOf(record, hasExpectedChanges);
  const showProof = useShowProof();
  return (
    <Screen
      scrolls
      bodyLabel="Key details"
      head={
        <PaneHead
          order={3}
          title={
            <Text span inherit lineClamp={3}>
              <KeyText atomKey={key} wrap />
            </Text>
          }
          actions={
            <>
              <CopyButton text={key} label="key" />
              <SmallButton icon={IconShieldCheck} onClick={() => showProof(connectionId, key)}>
                Read again
              </SmallButton>
            </>
          }
        />
      }
    >
      <Stack gap="md">
        <Group gap="xs">
          {isVerdict(outcome) && <VerdictBadge status={outcome} />}
          {words !== auditOutcomeNames[outcome] && <Text size="sm">{words}</Text>}
        </Group>
        <Facts>
          {version !== null && (
            <Fact label="Version">
              {versionStep(versionBefore ?? null, version)?.replace('version ', '') ?? countWords(version)}
            </Fact>
          )}
          {valueHash !== null && (
            <Fact label="SHA-256 of the value">
              <HashChip hash={valueHash} />
            </Fact>
          )}
          {leafHash !== null && (
            <Fact label="Leaf hash">
              <HashChip hash={leafHash} />
            </Fact>
          )}
          {leafIndex !== null && <Fact label="Leaf">{visibleLine(leafIndex)}</Fact>}
          {root !== null && (
            <Fact label="Root">
              <HashChip hash={root.rootHash} />
              {root.treeSize !== null && ` ${countOf(Number(root.treeSize), 'leaf', 'leaves')}`}
            </Fact>
          )}
        </Facts>
      </Stack>
    </Screen>
  );
}
