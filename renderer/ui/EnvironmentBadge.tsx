import { Badge } from '@mantine/core';
import type { Environment } from '#shared/domain/connection.ts';
import { environmentNames } from '#shared/text/environmentWords.ts';

/** What a connection's service is used for. Nothing if the user has not said. */
export function EnvironmentBadge({ environment }: { readonly environment: Environment }) {
  if (environment === 'none') return null;
  return (
    <Badge color={`var(--environment-${environment})`} c="white" radius="sm" tt="none" flex="none" size="sm">
      {environmentNames[environment]}
    </Badge>
  );
}
