import { Group, Text } from '@mantine/core';
import { CopyButton } from '../../ui/CopyButton.tsx';

interface FingerprintTextProps {
  readonly fingerprint: string;
  /** What is copied, for the name of the button. */
  readonly label: string;
}

/** A fingerprint in full, in groups that two people can read to each other. The copy has no spaces. */
export function FingerprintText({ fingerprint, label }: FingerprintTextProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text span ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {fingerprint.match(/.{1,8}/g)?.join(' ')}
      </Text>
      <CopyButton text={fingerprint} label={label} />
    </Group>
  );
}
