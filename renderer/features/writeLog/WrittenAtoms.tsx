import { Box, Group, Text, Title } from '@mantine/core';
import { IconListTree } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { WriteReceipt, WrittenAtom } from '#shared/domain/writeReceipt.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { momentWords } from '#shared/text/times.ts';
import { beforeWords, otherWriteSentences, readBackWords, versionStep } from '#shared/text/writeWords.ts';
import { signsOfOtherWrites } from '#shared/writes/otherWrites.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import type { VirtualRowsProps } from '../../ui/lists/useVirtualRows.ts';
import { VirtualList } from '../../ui/lists/VirtualList.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import classes from './WriteLog.module.css';

interface WrittenAtomListProps {
  readonly atoms: VirtualRowsProps<WrittenAtom>['rows'];
  readonly see?: VirtualRowsProps<WrittenAtom>['see'];
  /** Whether the atoms were read again after the write. */
  readonly isReadBack: boolean;
  readonly selected: number;
  readonly onSelect: (index: number) => void;
}

/** The atoms of a batch, in the order sent. */
export function WrittenAtomList({ atoms, see, isReadBack, selected, onSelect }: WrittenAtomListProps) {
  return (
    <VirtualList
      label="Atoms of this write"
      rows={atoms}
      {...(see !== undefined && { see })}
      className={classes.atoms}
      rowClassName={classes.atom}
      rowHeight={28}
      selected={selected}
      onSelect={onSelect}
      renderRow={(atom) => (
        <>
          <KeyText atomKey={atom.key} />
          <span className={classes.number}>{sizeWords(atom.bytes)}</span>
          <span className={classes.number} title="Version before and after">
            {versionStep(atom)}
          </span>
          <span className={classes.mark}>{isReadBack && <ReadBackMark atom={atom} />}</span>
        </>
      )}
    />
  );
}

function ReadBackMark({ atom }: { readonly atom: WrittenAtom }) {
  const found = readBackWords(atom);
  return found.kind === 'verdict' ? (
    <VerdictBadge status={found.verdict} size="sm" withLabel={false} />
  ) : (
    <span className={classes.dim} data-tone={found.kind === 'other' ? 'danger' : undefined}>
      {found.words}
    </span>
  );
}

interface WrittenAtomFactsProps {
  readonly connectionId: ConnectionId;
  readonly receipt: WriteReceipt;
  readonly atom: WrittenAtom;
  /** Shows its key: it is one of several atoms. */
  readonly isNamed: boolean;
}

/** One atom of a write: what was sent, what the service responded, and what was read back. */
export function WrittenAtomFacts({ connectionId, receipt, atom, isNamed }: WrittenAtomFactsProps) {
  const { key, bytes, sha256, before, versionBefore, version, hash, createdAt } = atom;
  // There is a version to compare with only if the service said that it stored the atom.
  const isConfirmed = receipt.outcome === 'stored' && receipt.errorCode === null;
  const signs = isNamed && isConfirmed ? otherWriteSentences(signsOfOtherWrites(atom)) : [];
  return (
    <Box component="section" aria-label="Atom of this write" mt="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs">
        <Title order={4} fz="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {isNamed ? <KeyText atomKey={key} wrap /> : 'Atom'}
        </Title>
        <SmallButton icon={IconListTree} flex="none" onClick={() => openAtomTab(connectionId, key)}>
          Open in Browse
        </SmallButton>
      </Group>
      {signs.map((sentence) => (
        <Text key={sentence} size="sm" c="var(--verdict-amber-fg)" mb="2xs">
          {sentence}
        </Text>
      ))}
      <Facts>
        <Fact label="Before">{beforeWords(before, versionBefore)}</Fact>
        <Fact label="Sent">
          {sizeWords(bytes)}{' '}
          {sha256 === null ? (
            <span className={classes.dim}>hash not saved: the value looks like a credential</span>
          ) : (
            <HashChip hash={sha256} label="SHA-256" />
          )}
        </Fact>
        <Fact label="Response">
          {isConfirmed ? (
            <>
              {version === null ? 'stored, no version given' : `stored as version ${version}`}
              {hash !== null && <HashChip hash={hash} label="hash" />}
              {createdAt !== null && <span className={classes.dim}>created {momentWords(createdAt)}</span>}
            </>
          ) : (
            <span className={classes.dim}>{receipt.outcome === 'nothing' ? 'refused' : 'unknown'}</span>
          )}
        </Fact>
        {receipt.readBack !== null && (
          <Fact label="Read back">
            <ReadBack atom={atom} />
          </Fact>
        )}
      </Facts>
    </Box>
  );
}

function ReadBack({ atom }: { readonly atom: WrittenAtom }) {
  const found = readBackWords(atom);
  const version = atom.readBack?.version ?? null;
  return (
    <>
      {found.kind === 'verdict' && <VerdictBadge status={found.verdict} size="sm" />}
      <Text span inherit {...(found.kind === 'other' && { c: 'var(--verdict-red-fg)' })}>
        {version === null ? found.words : `${found.words}, version ${version}`}
      </Text>
    </>
  );
}
