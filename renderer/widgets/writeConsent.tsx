import { Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type { WriteConfirmation } from '#shared/domain/store.ts';
import { isTypedName } from '#shared/text/typedName.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { isWriteAsked } from '../state/settings.ts';
import { ConnectionDot } from '../ui/ConnectionDot.tsx';
import { EnvironmentBadge } from '../ui/EnvironmentBadge.tsx';
import { Fact, Facts } from '../ui/Facts.tsx';

export interface WriteConsent {
  /** The user has to be asked. */
  readonly isNeeded: boolean;
  /** Nothing is needed, or the name is typed. */
  readonly isGiven: boolean;
  /** For the operation that writes. */
  readonly confirmation: { readonly confirmation?: WriteConfirmation };
  /** What is written and where, and the field for the name. */
  readonly fields: ReactNode;
}

/**
 * The consent that a write needs: to production always, and elsewhere if the user chose so in Settings. Its fields belong in a dialog.
 *
 * @param writes several atoms of production need the connection's name, typed
 * @param written what is written, as one or more `Fact`s
 */
export function useWriteConsent(
  connection: Connection,
  writes: 'one' | 'several',
  written: ReactNode,
): WriteConsent {
  const [typedName, setTypedName] = useState('');
  const isProduction = connection.environment === 'production';
  const isNeeded = isWriteAsked(connection);
  const isTyped = writes === 'several' && isProduction;
  const address = connection.baseUrl ?? '';
  return {
    isNeeded,
    isGiven: !isNeeded || !isTyped || isTypedName(typedName, connection.name),
    confirmation: isProduction ? { confirmation: { address, typedName: isTyped ? typedName : null } } : {},
    fields: isNeeded && (
      <>
        <Facts>
          {written}
          <Fact label="Connection">
            <ConnectionDot colour={connection.colour} />
            <Text span inherit fw={600} style={{ overflowWrap: 'anywhere' }}>
              {visibleLine(connection.name)}
            </Text>
            <EnvironmentBadge environment={connection.environment} />
          </Fact>
          <Fact label="Address">{address}</Fact>
        </Facts>
        {isTyped && (
          <TextInput
            label="Connection name"
            description={`To confirm, type “${visibleLine(connection.name)}”.`}
            value={typedName}
            onChange={(event) => setTypedName(event.currentTarget.value)}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            data-not-work
          />
        )}
      </>
    ),
  };
}
