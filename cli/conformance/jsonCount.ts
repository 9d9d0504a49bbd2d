/** Whether JSON holds more values than so many. Looks at the bytes alone, before a parser makes objects of them. */
export function hasMoreValuesThan(body: Uint8Array, most: number): boolean {
  let separators = 0;
  let isInString = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (isInString) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) isInString = false;
    } else if (byte === 0x22) isInString = true;
    else if (byte === 0x2c || byte === 0x5b || byte === 0x7b) {
      separators += 1;
      if (separators > most) return true;
    }
  }
  return false;
}
