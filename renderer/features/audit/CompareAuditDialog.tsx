import { NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditInfo, AuditRef } from '#shared/domain/audit.ts';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { momentWords } from '#shared/text/times.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { auditOfAll, startAudit, useAudits, useRepeatAudit } from '../../api/audits.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { auditView } from '../../state/auditView.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { hasEnded } from './auditStates.ts';

type With = 'earlier' | 'now' | 'connection';

interface CompareAuditDialogProps {
  readonly connection: Connection;
  readonly info: AuditInfo;
  readonly audits: readonly AuditInfo[];
  readonly onClose: () => void;
}

/** What to compare an audit with. */
export function CompareAuditDialog({ connection, info, audits, onClose }: CompareAuditDialogProps) {
  const { data: connections = [] } = useQuery(connectionsQuery);
  const others = connections.filter(({ id }) => id !== connection.id);
  const comparable = audits.filter((audit) => audit.id !== info.id && hasEnded(audit));
  // The one before this is the likeliest.
  const earlier = comparable.find(({ startedAt }) => startedAt < info.startedAt) ?? comparable[0];
  // An audit that was started to compare its connection with another one has its counterpart there.
  const { scope } = info;
  const partner = scope.kind === 'both' ? others.find(({ name }) => name === scope.other) : undefined;
  const [chosenKind, setKind] = useState<With | null>(null);
  const kind =
    chosenKind ?? (partner !== undefined ? 'connection' : earlier === undefined ? 'now' : 'earlier');
  const [auditId, setAuditId] = useState(earlier?.id ?? '');
  const [chosenOther, setOtherId] = useState<ConnectionId | null>(null);
  const otherId = chosenOther ?? partner?.id ?? others[0]?.id;
  const [chosenOfOther, setOfOther] = useState<string | null>(null);
  const { data: auditsOfOther = [] } = useAudits(otherId ?? connection.id);
  const endedOfOther = otherId === undefined ? [] : auditsOfOther.filter(hasEnded);
  const ofOther = chosenOfOther ?? counterpartOf(info, connection, endedOfOther)?.id ?? '';
  const repeat = useRepeatAudit();

  const own: AuditRef = { connectionId: connection.id, auditId: info.id };
  const compare = async (): Promise<void> => {
    const compared = await pair();
    auditView.merge(connection.id, { selected: info.id, compared });
  };
  const pair = async () => {
    switch (kind) {
      case 'earlier': {
        const other = comparable.find(({ id }) => id === auditId);
        const ref: AuditRef = { connectionId: connection.id, auditId };
        return other !== undefined && other.startedAt > info.startedAt
          ? { before: own, after: ref }
          : { before: ref, after: own };
      }
      case 'now': {
        const { id } = await repeat.mutateAsync(own);
        return { before: own, after: { connectionId: connection.id, auditId: id } };
      }
      case 'connection': {
        if (otherId === undefined) return null;
        const sameKeys = {
          ...auditOfAll(otherId),
          name: info.name,
          scope: { kind: 'audit', audit: own },
        } as const;
        const id = ofOther === '' ? (await startAudit(sameKeys)).id : ofOther;
        return { before: own, after: { connectionId: otherId, auditId: id } };
      }
    }
  };
  return (
    <FormDialog
      title={`Compare ${quoteText(info.name)}`}
      action="Compare"
      isActionFocused
      isDisabled={kind === 'connection' ? otherId === undefined : kind === 'earlier' && auditId === ''}
      onSubmit={compare}
      onClose={onClose}
    >
      <Radio.Group label="Compare with" value={kind} onChange={setKind}>
        <Stack gap="xs" mt="2xs">
          <Radio
            value="earlier"
            label="Another audit"
            description={comparable.length === 0 && 'There is no other audit of this connection.'}
            disabled={comparable.length === 0}
          />
          {kind === 'earlier' && (
            <NativeSelect
              aria-label="Audit"
              value={auditId}
              onChange={({ currentTarget }) => setAuditId(currentTarget.value)}
              data={comparable.map(choiceOf)}
            />
          )}
          <Radio value="now" label="The memory as it is now" description="Repeats this audit." />
          <Radio
            value="connection"
            label="Another connection or snapshot"
            description={others.length === 0 && 'There is no other connection.'}
            disabled={others.length === 0}
          />
          {kind === 'connection' && otherId !== undefined && (
            <>
              <NativeSelect
                aria-label="Connection"
                value={otherId}
                onChange={({ currentTarget }) => {
                  setOtherId(currentTarget.value as ConnectionId);
                  setOfOther(null);
                }}
                data={others.map(({ id, name }) => ({ value: id, label: visibleLine(name) }))}
              />
              <NativeSelect
                aria-label="Audit of the connection"
                value={ofOther}
                onChange={({ currentTarget }) => setOfOther(currentTarget.value)}
                data={[{ value: '', label: 'New audit of the same keys' }, ...endedOfOther.map(choiceOf)]}
              />
            </>
          )}
        </Stack>
      </Radio.Group>
      <Text inherit c="dimmed">
        Compares versions, hashes, and verdicts. Nothing is stored in either memory.
      </Text>
    </FormDialog>
  );
}

/** The audit of the other connection that was started together with this one. */
function counterpartOf(
  { scope, startedAt }: AuditInfo,
  { name }: Connection,
  audits: readonly AuditInfo[],
): AuditInfo | undefined {
  if (scope.kind !== 'both') return undefined;
  const distance = (audit: AuditInfo): number => Math.abs(audit.startedAt - startedAt);
  return audits
    .filter((audit) => audit.scope.kind === 'both' && audit.scope.other === name)
    .sort((one, other) => distance(one) - distance(other))[0];
}

function choiceOf({ id, name, startedAt }: AuditInfo) {
  return { value: id, label: `${visibleLine(name)}, ${momentWords(startedAt)}` };
}
