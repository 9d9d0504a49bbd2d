const loneSurrogate = /\p{Surrogate}/u;

/** Where half of a surrogate pair stands alone, in UTF-16 units; -1 where none does. UTF-8 has no bytes for it. */
export function loneSurrogateAt(text: string): number {
  return text.search(loneSurrogate);
}

export function hasLoneSurrogate(text: string): boolean {
  return loneSurrogate.test(text);
}
