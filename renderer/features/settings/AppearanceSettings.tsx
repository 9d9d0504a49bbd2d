import { Select, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as app from '../../api/app.ts';
import { queryKey } from '../../api/queryKeys.ts';
import { themeChoices, useAppStore, type ThemeChoice } from '../../state/appStore.ts';
import {
  changeSettings,
  codeSizes,
  firstSettings,
  isFontName,
  useSettings,
  type Density,
} from '../../state/settings.ts';
import { Segments } from '../../ui/Choices.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { isFontInstalled } from './isFontInstalled.ts';
import { SettingRow } from './SettingRow.tsx';

const themeNames: Readonly<Record<ThemeChoice, string>> = { light: 'Light', dark: 'Dark', system: 'System' };

export function ThemeSetting() {
  const theme = useAppStore((state) => state.theme);
  return (
    <SettingRow title="Theme">
      <Segments
        label="Theme"
        names={themeNames}
        value={theme}
        onChange={(value) =>
          useAppStore.setState({ theme: themeChoices.find((choice) => choice === value) ?? 'system' })
        }
      />
    </SettingRow>
  );
}

const densityNames: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' };

export function DensitySetting() {
  const density = useSettings((state) => state.density);
  return (
    <SettingRow title="Density" description="How high the rows of lists, tables, and trees are.">
      <Segments
        label="Density"
        names={densityNames}
        value={density}
        onChange={(value) => changeSettings({ density: value })}
      />
    </SettingRow>
  );
}

const zoomSteps = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300];
const zoomKey = queryKey('zoom');

export function ZoomSetting() {
  const client = useQueryClient();
  const { data: zoom } = useQuery({ queryKey: zoomKey, queryFn: () => app.zoom() });
  // Keys and the View menu change it too, which resizes the page.
  useEffect(() => {
    const look = (): void => void client.invalidateQueries({ queryKey: zoomKey });
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [client]);
  const steps =
    zoom === undefined || zoomSteps.includes(zoom) ? zoomSteps : [...zoomSteps, zoom].sort(byNumber);
  return (
    <SettingRow
      title="Zoom"
      description="The size of everything in the window, also with Ctrl+Plus and Ctrl+Minus."
    >
      <Select
        size="xs"
        w={110}
        aria-label="Zoom"
        allowDeselect={false}
        data={steps.map((step) => ({ value: String(step), label: `${step} %` }))}
        value={zoom === undefined ? null : String(zoom)}
        onChange={(value) => {
          if (value === null) return;
          client.setQueryData(zoomKey, Number(value));
          app.setZoom(Number(value)).catch(notifyFailure);
        }}
      />
    </SettingRow>
  );
}

function byNumber(a: number, b: number): number {
  return a - b;
}

export function TextFontSetting() {
  const name = useSettings((state) => state.textFont);
  return (
    <FontSetting
      title="Font of the window"
      description="The name of a font on this computer, or empty for the system’s."
      name={name}
      onChange={(textFont) => changeSettings({ textFont })}
    />
  );
}

export function CodeFontSetting() {
  const name = useSettings((state) => state.codeFont);
  return (
    <FontSetting
      title="Font of keys, values, and hashes"
      description="All letters should have the same width. Empty for the system’s."
      name={name}
      onChange={(codeFont) => changeSettings({ codeFont })}
    />
  );
}

interface FontSettingProps {
  readonly title: string;
  readonly description: string;
  readonly name: string;
  readonly onChange: (name: string) => void;
}

/** A name is used when the field is left, or with Enter. */
function FontSetting({ title, description, name, onChange }: FontSettingProps) {
  const [typed, setTyped] = useState(name);
  const trimmed = typed.trim();
  const isValid = trimmed === '' || isFontName(trimmed);
  const use = (): void => {
    if (isValid && trimmed !== name) onChange(trimmed);
  };
  return (
    <SettingRow title={title} description={description}>
      <TextInput
        size="xs"
        w={220}
        aria-label={title}
        placeholder="Default"
        value={typed}
        maxLength={60}
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={use}
        onKeyDown={(event) => {
          if (event.key === 'Enter') use();
        }}
        error={
          !isValid
            ? 'Use letters, digits, spaces, and hyphens.'
            : name !== '' && !isFontInstalled(name)
              ? 'Not installed, so the default is used.'
              : undefined
        }
      />
    </SettingRow>
  );
}

export function CodeSizeSetting() {
  const codeSize = useSettings((state) => state.codeSize);
  return (
    <SettingRow title="Text size of values">
      <Select
        size="xs"
        w={150}
        aria-label="Text size of values"
        allowDeselect={false}
        data={codeSizes.map((size) => ({
          value: String(size),
          label: `${size} px${size === firstSettings.codeSize ? ' (default)' : ''}`,
        }))}
        value={String(codeSize)}
        onChange={(value) =>
          changeSettings({
            codeSize: codeSizes.find((size) => String(size) === value) ?? firstSettings.codeSize,
          })
        }
      />
    </SettingRow>
  );
}
