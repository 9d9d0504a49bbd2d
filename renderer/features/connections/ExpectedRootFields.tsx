import { Box, Switch } from '@mantine/core';
import { useState } from 'react';
import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import type { PinToAdd } from '../../api/pins.ts';
import { isEmptyPin, pinDraftOf, readPinDraft, type PinDraft } from '../pins/pinDraft.ts';
import { PinFields } from '../pins/PinFields.tsx';
import { draftOf, schemeOfDraft, type SchemeDraft } from '../proof/scheme/schemeDraft.ts';
import { SchemeForm } from '../proof/scheme/SchemeForm.tsx';

/** What a new connection is held to from its first response on; null: nothing was entered. */
export interface Expected {
  readonly pin: PinDraft | null;
  readonly scheme: SchemeDraft | null;
}

export const nothingExpected: Expected = { pin: null, scheme: null };

/** Why the fields cannot be saved as they are; null if they can. */
export function expectedProblem({ pin }: Expected): string | null {
  if (pin === null || readPinDraft(pin) !== null) return null;
  if (!isEmptyPin(pin)) return 'Correct the root or the tree size that you expect.';
  return pin.kind === 'root'
    ? 'Enter the root that you expect, or turn off “Expect a root”.'
    : 'Enter the checkpoint, or turn off “Expect a root”.';
}

export function readExpected({ pin, scheme }: Expected): {
  readonly pin?: PinToAdd;
  readonly scheme?: ChosenScheme;
} {
  const read = pin === null ? null : readPinDraft(pin);
  return {
    ...(read === null ? {} : { pin: read }),
    ...(scheme === null ? {} : { scheme: schemeOfDraft(scheme) }),
  };
}

interface ExpectedRootFieldsProps {
  readonly expected: Expected;
  readonly onChange: (expected: Expected) => void;
}

/** A root and hashing rules from someone whom the user trusts, so that even the first response can be compared. */
export function ExpectedRootFields({ expected, onChange }: ExpectedRootFieldsProps) {
  const { pin, scheme } = expected;
  // Turning a switch off and on again keeps what was typed.
  const [lastPin, setLastPin] = useState<PinDraft>(() => pinDraftOf(null));
  const changePin = (changed: PinDraft): void => {
    setLastPin(changed);
    onChange({ ...expected, pin: changed });
  };
  return (
    <>
      <Box>
        <Switch
          label="Expect a root"
          description="Pins a root or a colleague’s checkpoint, so that even the first response is compared with it."
          checked={pin !== null}
          onChange={(event) => onChange({ ...expected, pin: event.currentTarget.checked ? lastPin : null })}
        />
        {pin !== null && (
          <Box mt="md" pl="xl">
            <PinFields draft={pin} onChange={(changed) => changePin({ ...pin, ...changed })} isNew />
          </Box>
        )}
      </Box>
      <Box>
        <Switch
          label="Specify hashing rules"
          description="Otherwise, the rules are inferred from the first proofs, which is weaker evidence."
          checked={scheme !== null}
          onChange={(event) =>
            onChange({ ...expected, scheme: event.currentTarget.checked ? draftOf(null) : null })
          }
        />
        {scheme !== null && (
          <Box mt="md" pl="xl">
            <SchemeForm draft={scheme} onChange={(changed) => onChange({ ...expected, scheme: changed })} />
          </Box>
        )}
      </Box>
    </>
  );
}
