import { TextInput } from '@mantine/core';
import { useProofStore } from '../../../state/proofStore.ts';
import classes from './PasteProof.module.css';
import { readTrust } from './pastedTrust.ts';

/** What the user knows of the tree from somebody they trust: without a root, no pasted proof shows anything. */
export function TrustFields() {
  const trusted = useProofStore((state) => state.pastedTrust);
  const trust = useProofStore((state) => state.trust);
  const { rootProblem, sizeProblem } = readTrust(trusted);
  return (
    <div className={classes.trust}>
      <TextInput
        className={classes.trustRoot ?? ''}
        classNames={{ input: classes.hash ?? '' }}
        size="xs"
        label="Expected root"
        placeholder="Hex or base64, from somebody you trust"
        spellCheck={false}
        value={trusted.root}
        error={rootProblem}
        onChange={(event) => trust({ root: event.currentTarget.value })}
      />
      <TextInput
        className={classes.trustSize ?? ''}
        size="xs"
        label="Leaves in that tree"
        placeholder="If you know"
        inputMode="numeric"
        value={trusted.treeSize}
        error={sizeProblem}
        onChange={(event) => trust({ treeSize: event.currentTarget.value })}
      />
    </div>
  );
}
