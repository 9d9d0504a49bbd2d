import { Group, Input } from '@mantine/core';
import { useId } from 'react';
import { connectionColours, type ConnectionColour } from '#shared/domain/connection.ts';
import classes from './Connections.module.css';

interface ColorChoiceProps {
  readonly value: ConnectionColour;
  readonly onChange: (color: ConnectionColour) => void;
}

/** The color that marks the connection wherever its name is shown. */
export function ColorChoice({ value, onChange }: ColorChoiceProps) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <Input.Label id={id} labelElement="div">
        Color
      </Input.Label>
      <Group gap="sm" mt="2xs">
        {connectionColours.map((color) => (
          <label
            key={color}
            className={classes.swatch}
            style={{ background: `var(--mantine-color-${color}-6)` }}
            title={color}
          >
            <input
              type="radio"
              name={id}
              aria-label={color}
              checked={color === value}
              onChange={() => onChange(color)}
            />
          </label>
        ))}
      </Group>
    </div>
  );
}
