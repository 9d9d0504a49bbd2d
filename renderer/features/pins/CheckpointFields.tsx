import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longestCheckpoint, longestVerifierKey, type CheckpointReading } from '#shared/domain/pin.ts';
import { countOf, quoteText } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { openFile } from '../../api/files.ts';
import { checkpointQuery } from '../../api/pins.ts';
import { toAppError } from '../../api/unwrap.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { tooLargeWords } from '../../ui/droppedFile.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import type { PinDraft } from './pinDraft.ts';

interface CheckpointFieldsProps {
  readonly draft: PinDraft;
  readonly onChange: (changed: Partial<PinDraft>) => void;
}

/** A colleague’s checkpoint and the key of its signer, with what the checkpoint says. */
export function CheckpointFields({ draft, onChange }: CheckpointFieldsProps) {
  const { text, verifierKey } = draft;
  const [refused, setRefused] = useState<string | null>(null);
  const take = (taken: string): void => {
    setRefused(null);
    onChange({ text: taken });
  };
  const open = async (extensions: readonly string[], into: (opened: string) => void): Promise<void> => {
    try {
      const file = await openFile({ title: 'Checkpoints', extensions: [...extensions] });
      if (file === null) return;
      if (file.bytes.length > longestCheckpoint) setRefused(tooLargeWords(file.name, longestCheckpoint));
      else into(new TextDecoder().decode(file.bytes));
    } catch (error) {
      notifyFailure(error);
    }
  };
  return (
    <FileDrop
      maxBytes={longestCheckpoint}
      onFile={(file) => void file.text().then(take, notifyFailure)}
      onRefuse={setRefused}
    >
      <Stack gap="sm">
        <Textarea
          label="Checkpoint"
          description="Paste the text, drop a file here, or open one."
          placeholder={'memory.example.com\n1204\nq83v…=\n\n— name …'}
          autosize
          minRows={4}
          maxRows={8}
          maxLength={longestCheckpoint}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
          spellCheck={false}
          value={text}
          error={refused}
          onChange={(event) => take(event.currentTarget.value)}
        />
        <Group>
          <SmallButton icon={IconFileImport} onClick={() => void open(['checkpoint', 'txt'], take)}>
            Open file…
          </SmallButton>
        </Group>
        <TextInput
          label="Verifier key"
          description="The signer’s key, received separately from the checkpoint: a verifier key, or a public key in PEM format. Not needed if it is one of your trusted keys."
          placeholder="name+0a1b2c3d+AbCd…"
          maxLength={longestVerifierKey}
          spellCheck={false}
          value={verifierKey}
          onChange={(event) => onChange({ verifierKey: event.currentTarget.value })}
        />
        {text.trim() !== '' && <Reading text={text} verifierKey={verifierKey.trim()} />}
      </Stack>
    </FileDrop>
  );
}

function Reading({ text, verifierKey }: { readonly text: string; readonly verifierKey: string }) {
  const reading = useQuery(checkpointQuery(text, verifierKey === '' ? null : verifierKey));
  if (reading.isError)
    return (
      <Callout tone="danger" compact>
        {toAppError(reading.error).message}
      </Callout>
    );
  return reading.data === undefined ? null : <CheckpointFacts reading={reading.data} />;
}

function CheckpointFacts({ reading }: { readonly reading: CheckpointReading }) {
  const { checkpoint, fingerprint } = reading;
  const { origin, rootHash, treeSize, note, otherLines, signers } = checkpoint;
  const isVerified = fingerprint !== null;
  const trustedAs = signers.find((signer) => signer.trustedAs !== undefined)?.trustedAs;
  return (
    <Callout
      tone={isVerified ? 'good' : 'warning'}
      compact
      role="status"
      title={isVerified ? 'Signature verified' : 'Signature not checked'}
    >
      <Text inherit mb="xs">
        {isVerified
          ? `${trustedAs === undefined ? 'The owner of this key' : `The owner of the key that you trust as ${quoteText(trustedAs)}`} vouches for the root. The service has not signed it.`
          : 'Anyone can write a checkpoint. Enter the verifier key, or confirm the root with the sender.'}
      </Text>
      <Facts>
        <Fact label="Memory">{visibleLine(origin)}</Fact>
        <Fact label="Root">
          <HashChip hash={rootHash} />
        </Fact>
        <Fact label="Tree size">{countOf(treeSize, 'leaf', 'leaves')}</Fact>
        {note !== '' && <Fact label="Note">{visibleLine(note)}</Fact>}
        {otherLines.length > 0 && <Fact label="More lines">{otherLines.map(visibleLine).join(' · ')}</Fact>}
        {signers.map((signer, at) => (
          <Fact key={at} label="Signer">
            {visibleLine(signer.name)}, key ID {signer.keyId}
            {signer.isVerified ? ', verified' : ', not verified'}
          </Fact>
        ))}
        {fingerprint !== null && (
          <Fact label="Key fingerprint">
            <HashChip hash={fingerprint} />
          </Fact>
        )}
      </Facts>
    </Callout>
  );
}
