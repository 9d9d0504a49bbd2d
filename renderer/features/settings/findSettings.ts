import type { ComponentType } from 'react';

export interface Setting {
  /** What the search looks in, with the title of the section: its title, and other words for it. */
  readonly words: string;
  readonly Component: ComponentType;
}

export interface SettingSection {
  readonly title: string;
  /** Its settings are panels with titles of their own. */
  readonly hasPanels?: true;
  readonly settings: readonly Setting[];
}

/** The sections with the settings that have every word of a text, and only those that have any. */
export function findSettings(sections: readonly SettingSection[], text: string): readonly SettingSection[] {
  const wanted = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return sections.flatMap((section) => {
    const settings = section.settings.filter(({ words }) => {
      const all = `${section.title} ${words}`.toLowerCase();
      return wanted.every((word) => all.includes(word));
    });
    return settings.length === 0 ? [] : [{ ...section, settings }];
  });
}
