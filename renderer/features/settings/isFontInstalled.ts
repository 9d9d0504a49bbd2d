const sample = 'mmmwwwiiilll0123';

/**
 * Whether a font is on this computer. A page cannot ask for its fonts, but the width of a text tells: beside a missing font, the
 * browser draws the next one of the list.
 */
export function isFontInstalled(name: string): boolean {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return true;
  const widthOf = (font: string): number => {
    context.font = `40px ${font}`;
    return context.measureText(sample).width;
  };
  return ['monospace', 'serif', 'sans-serif'].some(
    (fallback) => widthOf(`"${name}", ${fallback}`) !== widthOf(fallback),
  );
}
