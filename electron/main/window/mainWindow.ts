import { BrowserWindow, nativeTheme, screen } from 'electron';
import { appOrigin } from './appOrigin.ts';
import { visibleBounds, type WindowState } from './windowState.ts';

/**
 * The page's own background (renderer/app/theme.ts, --mantine-color-body), so that the first frame does not
 * flash.
 */
const backgrounds = { light: '#ffffff', dark: '#171a21' } as const;

export function backgroundColour(): string {
  return nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light;
}

/**
 * Opens the window at its last position; `remember` is called with its position and size when it is about to
 * close.
 */
export function openMainWindow(options: {
  readonly preload: string;
  readonly state: WindowState;
  readonly devServerUrl: string | null;
  readonly log: (message: string, error: unknown) => void;
  readonly remember: (place: Pick<WindowState, 'bounds' | 'isMaximized'>) => void;
}): BrowserWindow {
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const bounds = visibleBounds(options.state.bounds, areas);
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    ...bounds,
    minWidth: 900,
    minHeight: 600,
    show: false,
    backgroundColor: backgroundColour(),
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });

  window.once('ready-to-show', () => {
    if (options.state.isMaximized) window.maximize();
    window.show();
  });
  window.on('close', () => {
    options.remember({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
  });
  window.loadURL(options.devServerUrl ?? `${appOrigin}/index.html`).catch((error: unknown) => {
    options.log('Could not load the window.', error);
  });
  return window;
}
