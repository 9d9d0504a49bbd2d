import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** As stated in the file, right or wrong. */
  readonly said?: { readonly crc?: number; readonly bytes?: number; readonly flags?: number };
}

/** For tests: a ZIP file as other programs write it. */
export function zipOf(files: readonly ZippedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, said = {} } of files) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const nameBytes = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE((said.flags ?? 0) | 0x800, 2);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(said.crc ?? crc32(plain), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(said.bytes ?? plain.length, 18);
    about.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), about, nameBytes, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), about, place, nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
}
