import { BrowserWindow, nativeTheme, screen } from 'electron';
import { firstFrame } from './firstFrame.ts';
import { visibleBounds, type WindowState } from './windowState.ts';

/**
 * The page's own background (renderer/app/theme.ts, --mantine-color-body), so that the first frame does not
 * flash.
 */
const backgrounds = { light: '#ffffff', dark: '#171a21' } as const;

export function backgroundColour(): string {
  return nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light;
}

export interface MainWindow {
  readonly window: BrowserWindow;
  /** Resolves when it has its first frame, or should have had it. */
  readonly isReady: Promise<void>;
}

/** A hidden window without a page. @param preload file */
export function createMainWindow(preload: string): MainWindow {
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    minWidth: 900,
    minHeight: 600,
    show: false,
    backgroundColor: backgroundColour(),
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      v8CacheOptions: 'bypassHeatCheck',
    },
  });
  // At once: the page may be quicker than what else is loading.
  return { window, isReady: firstFrame(window) };
}

/** How large everything in a window is, in percent. */
export function zoomOf(window: BrowserWindow): number {
  return Math.round(window.webContents.getZoomFactor() * 100);
}

/**
 * Puts a new window where the last one was, and shows it with its first frame. `remember` is called with its place and
 * size when it is about to close.
 */
export function showMainWindow(
  { window, isReady }: MainWindow,
  options: {
    readonly state: WindowState;
    readonly remember: (place: Pick<WindowState, 'bounds' | 'isMaximized' | 'zoom'>) => void;
  },
): void {
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const bounds = visibleBounds(options.state.bounds, areas);
  if (bounds !== null) window.setBounds(bounds);
  window.setBackgroundColor(backgroundColour());
  window.webContents.setZoomFactor(options.state.zoom / 100);
  void isReady.then(() => {
    if (window.isDestroyed()) return;
    // A page that has loaded since then has its own zoom.
    window.webContents.setZoomFactor(options.state.zoom / 100);
    if (options.state.isMaximized) window.maximize();
    // At the first start it is shown before this.
    if (!window.isVisible()) window.show();
  });
  window.on('close', () => {
    options.remember({
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      zoom: zoomOf(window),
    });
  });
}
