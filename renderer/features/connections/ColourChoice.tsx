import { Input } from '@mantine/core';
import { useId } from 'react';
import { connectionColours, type ConnectionColour } from '#shared/domain/connection.ts';
import classes from './ConnectionForm.module.css';

interface ColourChoiceProps {
  readonly value: ConnectionColour;
  readonly onChange: (colour: ConnectionColour) => void;
}

export function ColourChoice({ value, onChange }: ColourChoiceProps) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <Input.Label id={id} labelElement="div">
        Colour
      </Input.Label>
      <div className={classes.colours}>
        {connectionColours.map((colour) => (
          <label
            key={colour}
            className={classes.swatch}
            style={{ background: `var(--mantine-color-${colour}-6)` }}
            title={colour}
          >
            <input
              type="radio"
              name={id}
              aria-label={colour}
              checked={colour === value}
              onChange={() => onChange(colour)}
            />
          </label>
        ))}
      </div>
    </div>
  );
}
