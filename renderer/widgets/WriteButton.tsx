import { IconLock } from '@tabler/icons-react';
import { readOnlyWords } from '#shared/text/phrases.ts';
import { useActiveConnection } from '../state/appStore.ts';
import { SmallButton, type SmallButtonProps } from '../ui/Buttons.tsx';

/** Starts a write. On a read-only connection it is blocked. */
export function WriteButton({ icon, blocked = null, ...rest }: SmallButtonProps) {
  const { readOnly } = useActiveConnection();
  return (
    <SmallButton
      {...(icon !== undefined && { icon: readOnly ? IconLock : icon })}
      blocked={readOnly ? readOnlyWords : blocked}
      {...rest}
    />
  );
}
