import { Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { LedgerConsistency, LedgerSummary } from '#shared/domain/rootLedger.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { dayWords } from '#shared/text/times.ts';
import { ledgerConsistency } from '../../api/ledger.ts';
import { queryKey } from '../../api/queryKeys.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Comparison } from '../../ui/Comparison.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { QueryView } from '../../ui/QueryView.tsx';

interface ConsistencyDialogProps {
  readonly connectionId: ConnectionId;
  readonly ledger: LedgerSummary;
  readonly onClose: () => void;
}

/** A consistency proof between two heads that the user picks. */
export function ConsistencyDialog({ connectionId, ledger, onClose }: ConsistencyDialogProps) {
  const { checkpoints } = ledger;
  // As it was when the dialog opened: entries may be added meanwhile.
  const [entries] = useState(ledger.entries);
  const [from, setFrom] = useState(checkpoints.find(({ size }) => size < entries)?.size ?? 1);
  const [to, setTo] = useState(entries);
  const isOrdered = from >= 1 && from <= to && to <= entries;
  const proof = useQuery({
    queryKey: queryKey('ledgerConsistency', connectionId, from, to),
    queryFn: () => ledgerConsistency({ connectionId, from, to }),
    enabled: isOrdered,
    gcTime: 0,
  });
  const choices = checkpoints.map(({ number, size, lastEntryAt }) => ({
    value: String(number),
    label: `Checkpoint ${countWords(number)}: ${countOf(size, 'entry', 'entries')}${lastEntryAt === null ? '' : `, ${dayWords(lastEntryAt)}`}`,
  }));
  const sizeOf = (number: string | null) =>
    checkpoints.find((one) => String(one.number) === number)?.size ?? null;
  const head = (label: string, size: number, set: (size: number) => void) => (
    <Stack gap="xs" flex={1} miw={220}>
      <NumberInput
        size="sm"
        label={label}
        description="Number of entries"
        min={1}
        max={entries}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        value={size}
        onChange={(value) => set(typeof value === 'number' ? value : 0)}
      />
      <Select
        size="sm"
        aria-label={`${label}: checkpoint`}
        placeholder="Or choose a checkpoint"
        data={choices}
        disabled={choices.length === 0}
        value={String(checkpoints.find((one) => one.size === size)?.number ?? '')}
        onChange={(number) => {
          const found = sizeOf(number);
          if (found !== null) set(found);
        }}
        comboboxProps={{ withinPortal: true }}
      />
    </Stack>
  );
  return (
    <Dialog onClose={onClose} title="Compare two heads of the ledger" size={640}>
      <Stack gap="md" fz="sm">
        <Text inherit c="dimmed">
          A consistency proof shows that between two heads, entries were only added: nothing was changed,
          removed, or moved.
        </Text>
        <Group gap="md" align="flex-start">
          {head('Earlier head', from, setFrom)}
          {head('Later head', to, setTo)}
        </Group>
        {isOrdered ? (
          <QueryView query={proof} loading="Computing the consistency proof" rows={3} p="2xs">
            {(found) => <Proof found={found} />}
          </QueryView>
        ) : (
          <Text inherit c="var(--verdict-amber-fg)" role="status">
            The earlier head must cover at least one entry and no more than the later one, which can cover up
            to {countWords(entries)}.
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}

function Proof({ found }: { readonly found: LedgerConsistency }) {
  const { from, to, proof, isConsistent } = found;
  return (
    <Comparison
      tone={isConsistent ? 'good' : 'danger'}
      headline={isConsistent ? 'Consistent' : 'Not consistent'}
      sentences={[
        isConsistent
          ? `The later head starts with exactly the ${countOf(from.size, 'entry', 'entries')} of the earlier head, and ${countOf(to.size - from.size, 'entry was', 'entries were')} added after that. This is about the ledger on this computer, not about the service.`
          : 'The earlier head is not a beginning of the later one. Verify the ledger to see what was changed.',
      ]}
      sides={
        <Facts>
          <Fact label="Earlier head">
            <HashChip hash={from.root} /> {countOf(from.size, 'entry', 'entries')}
          </Fact>
          <Fact label="Later head">
            <HashChip hash={to.root} /> {countOf(to.size, 'entry', 'entries')}
          </Fact>
          <Fact label="Proof">
            {proof.length === 0
              ? 'No hashes needed: the heads are the same'
              : countOf(proof.length, 'hash', 'hashes')}
            <CopyButton text={JSON.stringify({ from, to, proof }, null, 2)} label="proof" />
          </Fact>
        </Facts>
      }
    />
  );
}
