/** Leads into a JSON value: the name of a property, or the index of an item. */
export type FieldStep = string | number;

const plainName = /^\.([\p{L}_][\p{L}\p{N}_-]*)/u;
const index = /^\[(0|[1-9]\d{0,6})\]/;
const quotedName = /^\[("(?:[^"\\]|\\.)*")\]/;

/** The steps of a path such as `$.readings[0]["odd name"]`; null if it is not one. `$` is the whole value. */
export function fieldSteps(path: string): readonly FieldStep[] | null {
  if (!path.startsWith('$')) return null;
  const steps: FieldStep[] = [];
  for (let rest = path.slice(1); rest !== '';) {
    const found = plainName.exec(rest) ?? index.exec(rest) ?? quotedName.exec(rest);
    const [whole, part = ''] = found ?? [];
    if (whole === undefined) return null;
    if (part.startsWith('"')) {
      const name = unquoted(part);
      if (name === null) return null;
      steps.push(name);
    } else steps.push(whole.startsWith('[') ? Number(part) : part);
    rest = rest.slice(whole.length);
  }
  return steps;
}

/** The path with one more step. */
export function fieldPath(path: `$${string}`, step: FieldStep): `$${string}` {
  if (typeof step === 'number') return `${path}[${String(step)}]`;
  const plain = `.${step}`;
  return plainName.exec(plain)?.[0] === plain ? `${path}${plain}` : `${path}[${JSON.stringify(step)}]`;
}

function unquoted(text: string): string | null {
  try {
    const name: unknown = JSON.parse(text);
    return typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
}
