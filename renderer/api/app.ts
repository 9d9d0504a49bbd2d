import { ipc } from './ipc.ts';

export const { openWindow, setTheme, setZoom, showCommands, takeGivenLink, zoom } = ipc;
