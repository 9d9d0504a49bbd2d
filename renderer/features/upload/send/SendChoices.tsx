import { Checkbox, Radio, Stack } from '@mantine/core';
import type { SendSettings } from '#shared/domain/upload.ts';

interface RefusalChoiceProps {
  readonly value: SendSettings['onRefusal'];
  readonly onChange: (value: SendSettings['onRefusal']) => void;
}

/** What happens if the service refuses a row. */
export function RefusalChoice({ value, onChange }: RefusalChoiceProps) {
  return (
    <Radio.Group
      label="If the service refuses a row"
      value={value}
      onChange={(chosen) => onChange(chosen === 'drop' ? 'drop' : 'ask')}
    >
      <Stack gap="xs" mt="2xs">
        <Radio size="sm" value="ask" label="Stop and ask me" />
        <Radio size="sm" value="drop" label="Skip the row and continue" />
      </Stack>
    </Radio.Group>
  );
}

interface VerifyChoiceProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

export function VerifyChoice({ value, onChange }: VerifyChoiceProps) {
  return (
    <Checkbox
      size="sm"
      label="Read back and verify after sending"
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
