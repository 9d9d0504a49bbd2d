import { Input } from '@mantine/core';
import { useId } from 'react';
import type { Environment } from '#shared/domain/connection.ts';
import { environmentNames } from '#shared/text/environmentWords.ts';
import { Segments } from '../../ui/Choices.tsx';

interface EnvironmentChoiceProps {
  readonly value: Environment;
  readonly onChange: (environment: Environment) => void;
}

/** What the service is used for, which decides how carefully the app writes to it. */
export function EnvironmentChoice({ value, onChange }: EnvironmentChoiceProps) {
  const id = useId();
  return (
    <div>
      <Input.Label labelElement="div">Environment</Input.Label>
      <Input.Description id={id} mb="2xs">
        {value === 'production'
          ? 'The app asks before each write. Before batches and uploads, you type the name of the connection.'
          : 'Shown wherever the connection is. Production asks before each write.'}
      </Input.Description>
      <Segments
        label="Environment"
        names={environmentNames}
        value={value}
        onChange={onChange}
        fullWidth
        aria-describedby={id}
      />
    </div>
  );
}
