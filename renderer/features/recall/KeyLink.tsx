import { UnstyledButton } from '@mantine/core';
import { useActiveConnection } from '../../state/appStore.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import classes from './Recall.module.css';

/** A key that opens its atom in Browse. */
export function KeyLink({ atomKey }: { readonly atomKey: string }) {
  const { id } = useActiveConnection();
  return (
    <UnstyledButton className={classes.keyLink} onClick={() => openAtomTab(id, atomKey)}>
      <KeyText atomKey={atomKey} />
    </UnstyledButton>
  );
}
