import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { EnvironmentBadge } from '../../ui/EnvironmentBadge.tsx';
import { Fact } from '../../ui/Facts.tsx';
import { ProductionDialog } from '../../widgets/ProductionDialog.tsx';

const production: Connection = {
  id: 'a' as ConnectionId,
  kind: 'service',
  name: 'prod-eu',
  baseUrl: 'https://memory.example.com',
  colour: 'pink',
  environment: 'production',
  readOnly: false,
  keyState: { kind: 'saved' },
  scheme: null,
  keepsHistory: false,
};

/** What shows and guards the environment of a connection, for `kitPieces`. */
export const environmentPieces: readonly (readonly [string, () => ReactNode])[] = [
  [
    'EnvironmentBadge',
    () => (
      <Group gap="sm" p="md">
        <EnvironmentBadge environment="development" />
        <EnvironmentBadge environment="staging" />
        <EnvironmentBadge environment="production" />
      </Group>
    ),
  ],
  [
    'ProductionDialog',
    () => (
      <ProductionDialog
        connection={production}
        writes="several"
        written={<Fact label="Atoms">12</Fact>}
        action="Store"
        onConfirm={() => undefined}
        onClose={() => undefined}
      />
    ),
  ],
];
