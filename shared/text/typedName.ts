import { visibleLine } from './visibleText.ts';

/** Whether the user typed a name: as it is, or as it is shown. Spaces around it do not count. */
export function isTypedName(typed: string, name: string): boolean {
  const plain = typed.trim().normalize('NFC');
  return [name, visibleLine(name)].some((each) => each.trim().normalize('NFC') === plain);
}
