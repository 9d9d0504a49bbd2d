import {
  createTheme,
  type ActionIconProps,
  type BadgeProps,
  type ButtonProps,
  type CSSVariablesResolver,
  type InputProps,
  type InputWrapperProps,
  type MantineColorsTuple,
  type MenuProps,
  type ModalHeaderProps,
  type ModalProps,
  type NotificationProps,
  type ProgressProps,
  type SwitchProps,
} from '@mantine/core';

/** The accent color: a quiet blue-violet that no verdict uses. */
const iris: MantineColorsTuple = [
  '#f2f2fe',
  '#e3e4fc',
  '#c8c9f7',
  '#a9abf1',
  '#8d8fea',
  '#7476e1',
  '#5b5bd6',
  '#4d4cc0',
  '#403fa3',
  '#343384',
];

const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f6',
  '#e6e9ee',
  '#d8dce3',
  '#c3c9d3',
  '#a0a8b5',
  '#7a8392',
  '#5b6472',
  '#3c434f',
  '#22272f',
];

const dark: MantineColorsTuple = [
  '#d6dae1',
  '#b4bac4',
  '#9aa2af',
  '#6b7482',
  '#3d4450',
  '#2f353f',
  '#262b33',
  '#1b1f26',
  '#15181e',
  '#101318',
];

/** Darker than Mantine's red, so that white text on shade 6 is readable. */
const red: MantineColorsTuple = [
  '#fdecec',
  '#fad7d7',
  '#f0b4b4',
  '#ff8a85',
  '#e96a66',
  '#d94a47',
  '#c43131',
  '#a92727',
  '#8a1f1f',
  '#6d1919',
];

export const systemFont =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';
export const monoFont =
  'ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "DejaVu Sans Mono", "Liberation Mono", Menlo, Consolas, monospace';

/** The steps of the spacing scale, as `gap="sm"` and `var(--mantine-spacing-sm)`: 2, 4, 6, 8, 12, 16, 24, and 32 px. */
type SpacingStep = '3xs' | '2xs' | 'xs' | 'sm' | 'md' | 'lg' | 'xl' | '2xl';

declare module '@mantine/core' {
  export interface MantineThemeSizesOverride {
    spacing: Record<SpacingStep, string>;
  }
}

/** Default props without importing the component, which would make it part of the start bundle. */
function defaults<Props>(defaultProps: Partial<Props>): { readonly defaultProps: Partial<Props> } {
  return { defaultProps };
}

export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 6 },
  colors: { iris, gray, dark, red },
  black: '#1a1e25',
  fontFamily: systemFont,
  fontFamilyMonospace: monoFont,
  fontSizes: { xs: '0.6875rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: systemFont,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  defaultRadius: 'sm',
  spacing: {
    '3xs': '0.125rem',
    '2xs': '0.25rem',
    xs: '0.375rem',
    sm: '0.5rem',
    md: '0.75rem',
    lg: '1rem',
    xl: '1.5rem',
    '2xl': '2rem',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: {
      ...defaults<ActionIconProps>({ variant: 'subtle', color: 'gray', size: 'md' }),
      vars: (_theme: unknown, { variant, color }: ActionIconProps) => ({
        root: variant === 'subtle' && color === 'gray' ? { '--ai-color': 'var(--ink-dim)' } : {},
      }),
    },
    Badge: defaults<BadgeProps>({ radius: 'sm' }),
    Button: defaults<ButtonProps>({ size: 'sm' }),
    InputWrapper: defaults<InputWrapperProps>({ withAsterisk: false }),
    Input: defaults<InputProps>({ size: 'sm', styles: { input: { textOverflow: 'ellipsis' } } }),
    Menu: defaults<MenuProps>({
      shadow: 'md',
      withinPortal: true,
      // The placeholder would be a focusable element that a menu must not contain; the menu itself is focused instead.
      withInitialFocusPlaceholder: false,
      // A menu takes the focus a moment after it opens. A menu that is closed before that must disappear at once: while
      // fading out, it would still take the focus and then lose it to the page.
      transitionProps: { transition: 'fade', duration: 150, exitDuration: 0 },
    }),
    Modal: defaults<ModalProps>({
      centered: true,
      radius: 'md',
      lockScroll: false,
      padding: 20,
      overlayProps: { backgroundOpacity: 0.45 },
      closeButtonProps: { 'aria-label': 'Close' },
      transitionProps: { duration: 120, exitDuration: 0 },
    }),
    // The header of a dialog is not the banner of the page.
    ModalHeader: defaults<ModalHeaderProps & { readonly role: string }>({ role: 'presentation' }),
    Notification: defaults<NotificationProps>({ closeButtonProps: { 'aria-label': 'Dismiss' } }),
    // Moving stripes, or a width that changes in steps, would draw the window 60 times a second for as long as work runs.
    Progress: defaults<ProgressProps>({ transitionDuration: 0 }),
    Switch: defaults<SwitchProps>({ withThumbIndicator: false }),
  },
});

/**
 * Our tokens in addition to Mantine's. Each verdict has three: text and icon (`-fg`, a contrast of at least 4.5:1 on the
 * surfaces and on its own `-bg`), tint (`-bg`) and border (`-line`).
 */
export const resolveTokens: CSSVariablesResolver = () => ({
  variables: {
    '--bar-height': '44px',
    '--row-height': '28px',
    '--hairline': '1px solid var(--line)',
    '--outline-inside': '-2px',
    '--hairline-strong': '1px solid var(--line-strong)',
    // White text has a contrast of at least 4.5:1 on them.
    '--environment-development': '#0b7285',
    '--environment-staging': '#8f5300',
    '--environment-production': '#c92a2a',
    '--row-focus': 'inset 0 0 0 1.5px var(--mantine-primary-color-filled)',
  },
  light: {
    '--surface-window': '#f4f5f8',
    '--surface-panel': '#ffffff',
    '--surface-sunken': '#f4f5f8',
    '--surface-hover': '#eff1f5',
    '--surface-selected': '#e9e9fd',
    '--line': '#dfe2e8',
    '--line-strong': '#c3c9d3',
    '--ink': '#1a1e25',
    '--ink-dim': '#5b6472',
    '--accent-ink': '#4d4cc0',
    '--focus-ring': '#5b5bd6',
    '--verdict-green-fg': '#0f7038',
    '--verdict-green-bg': '#e7f6ec',
    '--verdict-green-line': '#a5d8b8',
    '--verdict-keyOnly-fg': '#1a5f9c',
    '--verdict-keyOnly-bg': '#e6f1fb',
    '--verdict-keyOnly-line': '#a6cbea',
    '--verdict-amber-fg': '#8a5300',
    '--verdict-amber-bg': '#fdf3df',
    '--verdict-amber-line': '#ecc98a',
    '--verdict-red-fg': '#b42323',
    '--verdict-red-bg': '#fdecec',
    '--verdict-red-line': '#f0b4b4',
    '--mantine-color-dimmed': 'var(--ink-dim)',
    '--mantine-color-error': 'var(--verdict-red-fg)',
    '--mantine-color-placeholder': '#6b7482',
    '--json-string': '#0b6b50',
    '--json-number': '#9a4a06',
  },
  dark: {
    '--surface-window': '#101318',
    '--surface-panel': '#171a21',
    '--surface-sunken': '#12151a',
    '--surface-hover': '#1f242c',
    '--surface-selected': '#2a2b52',
    '--line': '#282d36',
    '--line-strong': '#3d4450',
    '--ink': '#e4e7ec',
    '--ink-dim': '#9aa2af',
    '--accent-ink': '#a9abf1',
    '--focus-ring': '#8d8fea',
    '--verdict-green-fg': '#5fd08c',
    '--verdict-green-bg': '#12291c',
    '--verdict-green-line': '#27573b',
    '--verdict-keyOnly-fg': '#79bdf2',
    '--verdict-keyOnly-bg': '#11263a',
    '--verdict-keyOnly-line': '#275277',
    '--verdict-amber-fg': '#f0b754',
    '--verdict-amber-bg': '#2c220f',
    '--verdict-amber-line': '#5e4a1e',
    '--verdict-red-fg': '#ff8a85',
    '--verdict-red-bg': '#331618',
    '--verdict-red-line': '#6b2d30',
    '--mantine-color-body': '#171a21',
    '--mantine-color-text': '#e4e7ec',
    '--mantine-color-dimmed': 'var(--ink-dim)',
    '--mantine-color-error': 'var(--verdict-red-fg)',
    '--mantine-color-placeholder': '#8b93a1',
    '--json-string': '#7ad0ae',
    '--json-number': '#e9b07c',
  },
});
