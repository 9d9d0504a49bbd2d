import { Group, TextInput } from '@mantine/core';
import { fromHashText } from '#shared/merkle/hashText.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { useProofStore, type PastedTrust } from '../../../state/proofStore.ts';
import classes from '../proof.module.css';

/** What the user knows about the tree from someone they trust. Without a trusted root, a pasted proof shows little. */
export function TrustFields() {
  const trusted = useProofStore((state) => state.pastedTrust);
  const trust = useProofStore((state) => state.trust);
  const { rootProblem, sizeProblem } = readTrust(trusted);
  return (
    <Group gap="sm" align="flex-start" my="sm">
      <TextInput
        flex="1 1 260px"
        classNames={{ input: classes.mono ?? '' }}
        size="xs"
        label="Expected root"
        placeholder="Root from someone you trust"
        spellCheck={false}
        value={trusted.root}
        error={rootProblem}
        onChange={(event) => trust({ root: event.currentTarget.value })}
      />
      <TextInput
        flex="0 1 150px"
        size="xs"
        label="Tree size"
        placeholder="Optional"
        inputMode="numeric"
        value={trusted.treeSize}
        error={sizeProblem}
        onChange={(event) => trust({ treeSize: event.currentTarget.value })}
      />
    </Group>
  );
}

/** The parsed fields for a pasted proof. A field that cannot be parsed counts as empty and shows why. */
interface TrustReading {
  /** Lower-case hex. null: none was entered. */
  readonly expectedRoot: string | null;
  readonly trustedTreeSize: bigint | null;
  readonly rootProblem: string | null;
  readonly sizeProblem: string | null;
}

export function readTrust({ root, treeSize }: Pick<PastedTrust, 'root' | 'treeSize'>): TrustReading {
  const bytes = root.trim() === '' ? null : fromHashText(root.trim());
  const digits = treeSize.replace(/[\s,_]/g, '');
  const isSize = /^[1-9]\d{0,77}$/.test(digits);
  return {
    expectedRoot: bytes === null ? null : toHex(bytes),
    trustedTreeSize: isSize ? BigInt(digits) : null,
    rootProblem: root.trim() === '' || bytes !== null ? null : 'Not used: not a hash in hex or base64.',
    sizeProblem: digits === '' || isSize ? null : 'Not used: not a whole number above 0.',
  };
}
