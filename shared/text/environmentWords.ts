import type { Connection, Environment } from '../domain/connection.ts';
import { visibleLine } from './visibleText.ts';

export const environmentNames: Readonly<Record<Environment, string>> = {
  none: 'None',
  development: 'Development',
  staging: 'Staging',
  production: 'Production',
};

/** The connection in the title of its window. */
export function windowTitle({ name, environment }: Pick<Connection, 'name' | 'environment'>): string {
  const used = environment === 'none' ? '' : ` (${environmentNames[environment]})`;
  return `${visibleLine(name)}${used} · Atom Explorer`;
}
