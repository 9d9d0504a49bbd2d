import type { ConnectionColour } from '#shared/domain/connection.ts';

/** The color that marks a connection wherever its name is shown. */
export function ConnectionDot({ colour }: { readonly colour: ConnectionColour }) {
  const background = `var(--mantine-color-${colour}-6)`;
  return (
    <span style={{ flex: 'none', width: 10, height: 10, borderRadius: '50%', background }} aria-hidden />
  );
}
