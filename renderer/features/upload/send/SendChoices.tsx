import { Radio, Stack } from '@mantine/core';
import type { SendSettings } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { Check } from '../../../ui/Choices.tsx';

export type SendChoice = Pick<SendSettings, 'onRefusal' | 'verify'>;

interface SendChoicesProps {
  readonly choice: SendChoice;
  readonly onChange: (choice: SendChoice) => void;
}

/** What happens after sending, and if the service refuses a row. */
export function SendChoices({ choice, onChange }: SendChoicesProps) {
  return (
    <>
      <Check
        label="Read back and verify after sending"
        checked={choice.verify}
        onChange={(verify) => onChange({ ...choice, verify })}
      />
      <Radio.Group<SendChoice['onRefusal']>
        label="If the service refuses a row"
        value={choice.onRefusal}
        onChange={(onRefusal) => onChange({ ...choice, onRefusal })}
      >
        <Stack gap="xs" mt="2xs">
          <Radio value="ask" label="Stop and ask me" />
          <Radio value="drop" label="Skip the row and continue" />
        </Stack>
      </Radio.Group>
    </>
  );
}

/** Why rows cannot be sent yet; null if they can. */
export function rowObstacle(blocked: number, unsaved: number): string | null {
  if (blocked > 0) return `Fix, allow, or skip ${countOf(blocked, 'blocked row')} first.`;
  return unsaved > 0 ? `Save or undo your edits in ${countOf(unsaved, 'row')} first.` : null;
}
