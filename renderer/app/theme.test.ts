import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { verdictStatuses } from '#shared/merkle/verdict.ts';
import { resolveTokens, theme } from './theme.ts';

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const tokens = resolveTokens(merged);
const surfaces = ['panel', 'window', 'sunken', 'hover', 'selected'].map((name) => `--surface-${name}`);

describe.each(['light', 'dark'] as const)('the %s theme', (scheme) => {
  const color = (name: string): string => {
    const value = tokens[scheme][name as `--${string}`];
    if (value === undefined) throw new Error(`There is no token ${name}.`);
    return value;
  };

  it.each(verdictStatuses)(
    'gives a %s verdict enough contrast on every surface and on its tint',
    (verdict) => {
      for (const surface of [...surfaces, `--verdict-${verdict}-bg`]) {
        expect
          .soft(contrast(color(`--verdict-${verdict}-fg`), color(surface)), surface)
          .toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each(['--ink', '--ink-dim', '--accent-ink'])('gives %s enough contrast on every surface', (ink) => {
    for (const surface of surfaces) {
      expect.soft(contrast(color(ink), color(surface)), surface).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('gives dimmed text enough contrast on the tint of an error', () => {
    expect(contrast(color('--ink-dim'), color('--verdict-red-bg'))).toBeGreaterThanOrEqual(4.5);
  });

  it('gives the focus ring enough contrast on every surface', () => {
    for (const surface of surfaces) {
      expect.soft(contrast(color('--focus-ring'), color(surface)), surface).toBeGreaterThanOrEqual(3);
    }
  });
});

it.each(['development', 'staging', 'production'] as const)(
  'gives white text enough contrast on %s',
  (name) => {
    const color = tokens.variables[`--environment-${name}`] ?? '#ffffff';
    expect(contrast('#ffffff', color)).toBeGreaterThanOrEqual(4.5);
  },
);

it.each(['iris', 'red'])('gives white text enough contrast on a filled %s button', (name) => {
  expect(contrast('#ffffff', merged.colors[name]?.[6] ?? '#ffffff')).toBeGreaterThanOrEqual(4.5);
});
