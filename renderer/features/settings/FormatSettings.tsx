import { Select } from '@mantine/core';
import { useState } from 'react';
import type { TextFormats } from '#shared/text/formats.ts';
import { countWords, decimalWords } from '#shared/text/sizes.ts';
import { momentWords, zoneWords } from '#shared/text/times.ts';
import { changeSettings, useSettings } from '../../state/settings.ts';
import { Segments } from '../../ui/Choices.tsx';
import { SettingRow } from './SettingRow.tsx';

export function ZoneSetting() {
  // Shown in the words of the other settings, too.
  const { zone } = useSettings();
  const [now] = useState(Date.now);
  return (
    <SettingRow
      title="Time zone"
      description={
        <>
          Times are shown with their offset. Now it is {momentWords(now)}. Exports and reports always say the
          time in UTC.
        </>
      }
    >
      <Segments
        label="Time zone"
        names={{
          local: zone === 'local' ? `This computer (${zoneWords(now)})` : 'This computer',
          utc: 'UTC',
        }}
        value={zone}
        onChange={(value) => changeSettings({ zone: value })}
      />
    </SettingRow>
  );
}

const dates: Readonly<Record<TextFormats['date'], string>> = {
  iso: '2026-11-20',
  dayFirst: '20 Nov 2026',
  monthFirst: 'Nov 20, 2026',
};

export function DateSetting() {
  const date = useSettings((state) => state.date);
  return (
    <SettingRow title="Date format">
      <Choice
        label="Date format"
        names={dates}
        value={date}
        onChange={(value) => changeSettings({ date: value })}
      />
    </SettingRow>
  );
}

const numbers: Readonly<Record<TextFormats['number'], string>> = {
  comma: '1,234,567.8',
  space: '1 234 567.8',
  point: '1.234.567,8',
  none: '1234567.8',
};

export function NumberSetting() {
  const { number } = useSettings();
  return (
    <SettingRow
      title="Number format"
      description={`Of counts, sizes, and durations: ${countWords(345_000)} keys, ${decimalWords('1.4')} MB. Values of atoms are never changed.`}
    >
      <Choice
        label="Number format"
        names={numbers}
        value={number}
        onChange={(value) => changeSettings({ number: value })}
      />
    </SettingRow>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly names: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, names, value, onChange }: ChoiceProps<Value>) {
  const data = (Object.keys(names) as Value[]).map((name) => ({ value: name, label: names[name] }));
  return (
    <Select
      size="xs"
      w={150}
      aria-label={label}
      allowDeselect={false}
      data={data}
      value={value}
      onChange={(chosen) => {
        const found = data.find((one) => one.value === chosen);
        if (found !== undefined) onChange(found.value);
      }}
    />
  );
}
