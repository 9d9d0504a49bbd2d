import { Group, TextInput } from '@mantine/core';
import { useProofStore } from '../../../state/proofStore.ts';
import classes from '../proof.module.css';
import { readTrust } from './pastedTrust.ts';

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
